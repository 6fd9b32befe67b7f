import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { decodeText } from '../../search/text-file.ts';

/** The fields of a package.json that are used here. */
export interface PackageFile {
  name: string | null;
  scripts: ReadonlyMap<string, string>;
  /** Patterns of the workspace folders. */
  workspaces: readonly string[];
  /** Files of the package's programs, by name. */
  programs: ReadonlyMap<string, string>;
}

const EMPTY: PackageFile = { name: null, scripts: new Map(), workspaces: [], programs: new Map() };

/** Returns the text of a project file; null if it does not exist, empty if it is not text. */
export async function textAt(path: string, workspace: Workspace): Promise<string | null> {
  const place = toWorkspacePath(path);
  if (place === null || place === '' || (await workspace.kindOf(place)) !== 'file') return null;
  return decodeText(await workspace.readFile(place)) ?? '';
}

/** Parses a package.json; returns empty fields if it is invalid. */
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
