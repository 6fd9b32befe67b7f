import { partsOf } from '../../agent/policy/decide-command.ts';
import { resolveFrom } from '../../agent/policy/paths/possible-directories.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { Workspace } from '../../runtime/types.ts';
import { textAt } from './package-file.ts';

const MOST_FILES = 300;
const LONGEST = 400_000;
const JAVASCRIPT = /\.[cm]?[jt]sx?$/;
const EXTENSIONS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.jsx',
  '.json',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
] as const;
/**
 * Every quantifier is bounded, since the text may be malicious. `import … from './x'`, `import('./x')`, `require('./x')`, `export … from
 * './x'`, `new URL('./x', …)`.
 */
const MODULE =
  /(?:\bfrom\s{0,40}|\bimport\s{0,40}\(?\s{0,40}|\brequire(?:\.resolve)?\s{0,40}\(\s{0,40}|\bnew\s{1,40}URL\s{0,40}\(\s{0,40})["'`](\.{1,2}\/[^"'`\n]{1,300}|\.{1,2})["'`]/g;
const SOURCED = /^[ \t]{0,200}(?:\.|source)[ \t]{1,40}["']?([\w./-]{1,300})/gm;
const PYTHON = /^[ \t]{0,200}(?:from[ \t]{1,40}([\w.]{1,300})[ \t]{1,40}import|import[ \t]{1,40}([\w.]{1,300}))/gm;

const MOST_ENTRIES = 24;

/** Returns what running each file named by the words of these commands loads. */
export async function loadsOf(
  commands: readonly { command: string; folder: string | null }[],
  workspace: Workspace,
): Promise<Map<string, readonly string[]>> {
  const loads = new Map<string, readonly string[]>();
  const isFile = fileLook(workspace);
  const projectRoot = workspace.projectRoot();
  for (const { command, folder } of commands) {
    const parts = partsOf(command, folder === null ? null : [folder], projectRoot);
    for (const part of typeof parts === 'string' ? [] : parts) {
      for (const word of part.words) {
        const value = word.kind === 'literal' ? word.value.replace(/^--?[\w-]+=/, '').replace(/^file:\/\//, '') : '';
        for (const place of /[\w/]/.test(value) ? (resolveFrom(part.place, value, projectRoot) ?? []) : []) {
          if (loads.size >= MOST_ENTRIES || loads.has(place) || place === '') continue;
          const entry = await firstFile([...EXTENSIONS.map((extension) => place + extension), `${place}.py`, `${place}.sh`], isFile);
          if (entry !== null) loads.set(place, await loadedFiles(entry, workspace, isFile));
        }
      }
    }
  }
  return loads;
}

type FileLook = (path: string) => Promise<boolean>;

async function firstFile(paths: readonly string[], isFile: FileLook): Promise<string | null> {
  for (const path of paths) if (await isFile(path)) return path;
  return null;
}

/** Lists each folder only once, because a dozen names are tried per import. */
function fileLook(workspace: Workspace): FileLook {
  const folders = new Map<string, Promise<ReadonlySet<string>>>();
  const filesIn = async (folder: string): Promise<ReadonlySet<string>> => {
    const place = toWorkspacePath(folder);
    if (place === null || (await workspace.kindOf(place)) !== 'directory') return new Set();
    return new Set((await workspace.readDirectory(place)).flatMap(({ name, kind }) => (kind === 'file' ? [name] : [])));
  };
  return async (path) => {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(0, slash));
    const files = folders.get(folder) ?? filesIn(folder);
    folders.set(folder, files);
    return (await files).has(path.slice(slash + 1));
  };
}

/** Returns the project files that running a file loads, as far as its text names them. */
async function loadedFiles(entry: string, workspace: Workspace, isFile: FileLook): Promise<string[]> {
  const seen = new Set<string>();
  const queue = [entry];
  for (let path = queue.shift(); path !== undefined && seen.size < MOST_FILES; path = queue.shift()) {
    const text = await textOf(path, workspace);
    for (const candidates of text === null ? [] : namedIn(path, text)) {
      const place = await firstFile(candidates, isFile);
      if (place === null) continue;
      if (!seen.has(place)) queue.push(place);
      seen.add(place);
    }
  }
  seen.delete(entry);
  return [...seen];
}

async function textOf(path: string, workspace: Workspace): Promise<string | null> {
  const text = path.split('/').includes('node_modules') ? null : await textAt(path, workspace);
  return text === null || text.length > LONGEST ? null : text;
}

/** Returns the possible paths of each loaded module, most likely first. */
function namedIn(path: string, text: string): string[][] {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const from = (name: string) => resolved(folder, name);
  if (path.endsWith('.py')) {
    return [...text.matchAll(PYTHON)].flatMap(([, relative, absolute]) => {
      const place = from((relative ?? absolute ?? '').replace(/^\.+/, '').replaceAll('.', '/'));
      return place === null ? [] : [[`${place}.py`, `${place}/__init__.py`]];
    });
  }
  if (/\.(?:sh|bash|zsh)$/.test(path) || /^#!.*\b(?:ba|z|da)?sh\b/.test(text))
    return [...text.matchAll(SOURCED)].flatMap(([, name = '']) =>
      [from(name), resolved('', name)].flatMap((place) => (place === null ? [] : [[place]])),
    );
  if (!JAVASCRIPT.test(path) && path.includes('.')) return [];
  return [...text.matchAll(MODULE)].flatMap(([, name = '']) => {
    const place = from(name);
    if (place === null) return [];
    // TypeScript imports name the compiled file.
    const source = place.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
    return [[...EXTENSIONS.map((extension) => place + extension), source]];
  });
}

function resolved(folder: string, name: string): string | null {
  const kept = folder === '' ? [] : folder.split('/');
  for (const segment of name.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return null;
  }
  return kept.join('/');
}
