import { partsOf } from '../agent/policy/decide-command.ts';
import { type ScriptRun, scriptRunOf } from '../agent/policy/script-runs.ts';
import type { ScriptText } from '../agent/tool-definition.ts';
import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace } from '../runtime/types.ts';
import { decodeText } from './text-file.ts';

/** Any root does: a script's folder is told relative to it. */
const ROOT = '/home/project';

/**
 * For `npm test`, `npm run x` and their like, wherever they stand in a command: the text of each script with its pre and post scripts, as
 * package.json has it now; empty where there is none, and outside the project (`folder` null). It shows a rule made for a command when
 * the command has become another.
 */
export async function scriptsOfCommand(command: string, folder: string | null, workspace: Workspace): Promise<ScriptText[]> {
  const parts = partsOf(command, folder === null ? null : [folder], ROOT);
  if (typeof parts === 'string') return [];
  const runs = parts.map((part) => scriptRunOf(part, ROOT)).filter((run) => run !== null);
  return Promise.all(runs.map(async (run) => ({ ...run, text: await scriptText(run, workspace) })));
}

/** All of them as one text; null where a command runs no script. */
export function joinScripts(scripts: readonly ScriptText[]): string | null {
  return scripts.length === 0 ? null : scripts.map(({ text }) => text).join('\n');
}

async function scriptText({ folder, name }: ScriptRun, workspace: Workspace): Promise<string> {
  const path = folder === null ? null : toWorkspacePath(folder === '' ? 'package.json' : `${folder}/package.json`);
  if (path === null || (await workspace.kindOf(path)) !== 'file') return '';
  const scripts = scriptsOf(decodeText(await workspace.readFile(path)) ?? '');
  return [`pre${name}`, name, `post${name}`].map((key) => `${key}: ${scripts.get(key) ?? ''}`).join('\n');
}

function scriptsOf(text: string): ReadonlyMap<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    const scripts = typeof value === 'object' && value !== null && 'scripts' in value ? value.scripts : null;
    if (typeof scripts !== 'object' || scripts === null) return new Map();
    return new Map(Object.entries(scripts).map(([key, script]) => [key, String(script)]));
  } catch {
    return new Map();
  }
}
