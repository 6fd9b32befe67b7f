import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import type { Workspace } from '../runtime/types.ts';
import { decodeText } from './text-file.ts';

/** The scripts that run without `run`. */
const SHORT_NAMES = new Set(['test', 't', 'tst', 'start', 'stop', 'restart']);

/**
 * For `npm test`, `npm run x` and their like: the text of that script with its pre and post scripts, as package.json has it now.
 * Null for every other command; empty where there is none, and outside the project (`folder` null). It shows a rule made for a command when the command has become another.
 */
export async function scriptOf(command: string, folder: string | null, workspace: Workspace): Promise<string | null> {
  const name = scriptName(command.trim().split(/\s+/));
  if (name === null) return null;
  if (folder === null) return '';
  const path = toWorkspacePath(folder === '' ? 'package.json' : `${folder}/package.json`);
  if (path === null || (await workspace.kindOf(path)) !== 'file') return '';
  const scripts = scriptsOf(decodeText(await workspace.readFile(path)) ?? '');
  return [`pre${name}`, name, `post${name}`].map((key) => `${key}: ${scripts.get(key) ?? ''}`).join('\n');
}

function scriptName(words: readonly string[]): string | null {
  const [program = '', command = '', name = ''] = words;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return null;
  if (command === 'run' || command === 'run-script') return name === '' || name.startsWith('-') ? null : name;
  if (SHORT_NAMES.has(command)) return command === 't' || command === 'tst' ? 'test' : command;
  // yarn and pnpm run a script by its bare name.
  return program !== 'npm' && /^[a-z][\w:.-]*$/i.test(command) ? command : null;
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
