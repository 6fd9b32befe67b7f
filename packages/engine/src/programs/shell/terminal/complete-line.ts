import { coreutilNames } from '../../../abi/coreutil-names.ts';
import type { DirectoryItem } from '../../../abi/system-calls.ts';
import { builtinList } from '../builtins/builtin-list.ts';
import type { Execution } from '../language/state/execution.ts';
import { resolvePath } from '../text/resolve-path.ts';
import type { Completion } from './line-editor.ts';

/** Completes a word on Tab: commands in command position, `$name` for variables, paths everywhere else. */
export function completeLine(beforeCursor: string, execution: Execution): Completion | null {
  const word = /(?:\\.|[^\s;&|<>()"'])*$/.exec(beforeCursor)?.[0] ?? '';
  const before = beforeCursor.slice(0, beforeCursor.length - word.length);
  if (/^\$\w*$/.test(word)) {
    const names = execution.state.variables.names().map((name) => `$${name}`);
    return chosen(
      word,
      names.filter((name) => name.startsWith(word)),
      '',
    );
  }
  const script = completeScript(word, before, execution);
  if (script !== null) return script;
  const isCommand = /(?:^|[;&|(]|\b(?:then|do|else|sudo|time)\s)\s*$/.test(before) && !word.includes('/');
  if (isCommand) {
    const names = commandNames(execution).filter((name) => name.startsWith(word));
    if (names.length > 0) return chosen(word, names, ' ');
  }
  return completePath(word, execution, /(?:^|[;&|])\s*cd\s+$/.test(before));
}

/** Completes `npm run <Tab>` with the scripts of the nearest package.json. */
function completeScript(word: string, before: string, execution: Execution): Completion | null {
  if (!/(?:^|[;&|(]\s*|\s)(?:(?:npm|pnpm|yarn)\s+(?:run|run-script)|node\s+--run)\s+$/.test(before)) return null;
  const names = scriptNames(execution).filter((name) => name.startsWith(word));
  return names.length === 0 ? null : chosen(word, names, ' ');
}

function scriptNames({ state, program }: Execution): string[] {
  try {
    const text = new TextDecoder().decode(program.system.sync('readFile', resolvePath(state.cwd, 'package.json')));
    const parsed: unknown = JSON.parse(text);
    const scripts = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed ? parsed.scripts : null;
    return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts).sort() : [];
  } catch {
    return [];
  }
}

function commandNames(execution: Execution): string[] {
  const { state } = execution;
  const names = new Set([
    ...builtinList.keys(),
    ...state.functions.keys(),
    ...state.aliases.keys(),
    ...coreutilNames,
    'node',
    'npm',
    'npx',
    'jsh',
    'bash',
    'sh',
  ]);
  for (const folder of (state.variables.text('PATH') ?? '').split(':')) {
    for (const item of list(resolvePath(state.cwd, folder), execution)) names.add(item.name);
  }
  return [...names].sort();
}

function completePath(word: string, execution: Execution, isFolderOnly: boolean): Completion | null {
  const { state } = execution;
  const plain = word.replace(/\\(.)/g, '$1');
  const slash = plain.lastIndexOf('/');
  const folderText = plain.slice(0, slash + 1);
  const prefix = plain.slice(slash + 1);
  const folder = folderText.replace(/^~(?=\/)/, state.variables.text('HOME') ?? '~');
  const items = list(resolvePath(state.cwd, folder === '' ? '.' : folder), execution)
    .filter(({ name }) => name.startsWith(prefix) && (prefix.startsWith('.') || !name.startsWith('.')))
    .map((item) => ({
      ...item,
      isFolder:
        item.kind === 'directory' ||
        (item.kind === 'symlink' && isFolder(resolvePath(resolvePath(state.cwd, folder), item.name), execution)),
    }))
    .filter((item) => !isFolderOnly || item.isFolder)
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  const [only] = items;
  if (only === undefined) return null;
  const escaped = items.map(({ name, isFolder: isInner }) => escapeWord(folderText + name) + (isInner ? '/' : ''));
  return chosen(
    word,
    escaped,
    items.length === 1 && only.isFolder ? '' : ' ',
    items.map(({ name, isFolder: isInner }) => name + (isInner ? '/' : '')),
  );
}

function chosen(word: string, candidates: readonly string[], ending: string, shown: readonly string[] = candidates): Completion | null {
  const [first] = candidates;
  if (first === undefined) return null;
  const { length } = [...word];
  if (candidates.length === 1) return { replacement: first + ending, length, candidates: [] };
  let common = first;
  for (const candidate of candidates) while (!candidate.startsWith(common)) common = common.slice(0, -1);
  return { replacement: common.length >= word.length ? common : word, length, candidates: [...shown] };
}

function escapeWord(text: string): string {
  return text.replace(/[\s"'\\$&;|<>()*?`[\]{}!#]/g, '\\$&');
}

function list(path: string, { program }: Execution): DirectoryItem[] {
  try {
    return program.system.sync('readdir', path);
  } catch {
    return [];
  }
}

function isFolder(path: string, { program }: Execution): boolean {
  try {
    return program.system.sync('stat', path).kind === 'directory';
  } catch {
    return false;
  }
}
