import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { decodeText } from '../../search/text-file.ts';

/** What is looked up of a package.json here. */
export interface PackageFile {
  name: string | null;
  scripts: ReadonlyMap<string, string>;
  /** Patterns of its workspaces' folders. */
  workspaces: readonly string[];
  /** Files of its programs, by their names. */
  programs: ReadonlyMap<string, string>;
}

const EMPTY: PackageFile = { name: null, scripts: new Map(), workspaces: [], programs: new Map() };

/** The text of a file of the project; null where there is none. What is no text is empty. */
export async function textAt(path: string, workspace: Workspace): Promise<string | null> {
  const place = toWorkspacePath(path);
  if (place === null || place === '' || (await workspace.kindOf(place)) !== 'file') return null;
  return decodeText(await workspace.readFile(place)) ?? '';
}

/** What a package.json says; nothing where it is broken. */
export function readPackageFile(text: string | null): PackageFile {
  try {
    const fields = fieldsOf(text === null ? null : JSON.parse(text));
    const name = fields.get('name');
    const workspaces = fields.get('workspaces');
    const listed = Array.isArray(workspaces) ? workspaces : fieldsOf(workspaces).get('packages');
    const bin = fields.get('bin');
    const programs: [string, string][] =
      typeof bin === 'string' && typeof name === 'string' ? [[name.replace(/^@[^/]*\//, ''), bin]] : strings(bin);
    return {
      name: typeof name === 'string' ? name : null,
      scripts: new Map([...fieldsOf(fields.get('scripts'))].map(([key, script]) => [key, String(script)])),
      workspaces: Array.isArray(listed) ? listed.filter((each) => typeof each === 'string') : [],
      programs: new Map(programs),
    };
  } catch {
    return EMPTY;
  }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}

function strings(value: unknown): [string, string][] {
  return [...fieldsOf(value)].flatMap(([key, each]): [string, string][] => (typeof each === 'string' ? [[key, each]] : []));
}
