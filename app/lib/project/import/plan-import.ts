import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { namedCharacters } from '../../runtime/deceiving-characters.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { IgnoreTree } from '../../search/ignore-rules.ts';
import { recogniseProject } from '../recognise/recognise-project.ts';
import { LARGEST_FILE, MOST_BYTES, MOST_FILES } from './import-limits.ts';
import type { ImportPlan, ImportRefusal, LeftOut } from './import-plan.ts';
import type { LeftOutReason, OpenedSource, SourceContent, SourceEntry } from './import-source.ts';

/** A file to import, at its path in the project. */
export interface PlannedFile extends SourceContent {
  path: string;
  size: number;
  isExecutable: boolean;
}

export interface PlannedImport {
  plan: ImportPlan;
  files: readonly PlannedFile[];
}

const EXAMPLES = 5;
/** Longest name of an example. In characters. */
const LONGEST_EXAMPLE = 200;
/** Larger files are not read as .gitignore or package.json. In bytes. */
const LARGEST_TEXT = 1024 * 1024;
/** Folders that a project has in its root: if one of them is the only folder, it is not the project's root itself. */
const INNER_FOLDERS = new Set([
  'src',
  'app',
  'public',
  'lib',
  'packages',
  'test',
  'tests',
  'docs',
  'assets',
  'components',
  'pages',
  '.devonz',
  '.github',
]);
const OF_THE_SYSTEM = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)/;
const UNNAMED = 'Files';
const LONGEST_NAME = 60;

/** Decides which entries become project files, which are left out and why, and what kind of project it is. */
export async function planImport(source: OpenedSource, { withIgnored }: { withIgnored: boolean }): Promise<PlannedImport> {
  const sorter = createSorter();
  const root = rootFolder(source.entries);
  const named = source.entries.flatMap((entry) => sorter.place(entry, root));
  const wanted = withIgnored ? named : await sorter.withoutIgnored(named);
  // Sorted by path, as the project will be read later: files that are read together are stored together.
  const files = [...wanted].sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const facts = await recogniseProject({
    paths: [...byPath.keys()],
    readText: async (path) => textOf(byPath.get(path)),
  });
  const plan: ImportPlan = {
    name: nameOf(source.name ?? root?.slice(0, -1) ?? UNNAMED),
    files: files.length,
    bytes,
    leftOut: sorter.leftOut(),
    refusal: refusalOf(files.length, bytes, source.entries.length),
    facts,
    isSession: source.isSession,
    secrets: files.flatMap(({ path }) => (isSecretPath(path) ? [path] : [])),
  };
  return { plan, files };
}

function refusalOf(files: number, bytes: number, entries: number): ImportRefusal | null {
  if (entries === 0) return 'empty';
  if (files === 0) return 'nothing-fits';
  if (files > MOST_FILES) return 'too-many';
  return bytes > MOST_BYTES ? 'too-large' : null;
}

/** The one folder that contains everything, with its slash; null if there is none or if it is part of the project. */
function rootFolder(entries: readonly SourceEntry[]): string | null {
  let root: string | null = null;
  for (const { path } of entries) {
    if (OF_THE_SYSTEM.test(path)) continue;
    const clean = path.replace(/^(?:\.?\/)+/, '');
    const first = clean.slice(0, clean.indexOf('/') + 1);
    if (first === '' || first === '../' || (root !== null && root !== first)) return null;
    root = first;
  }
  return root === null || INNER_FOLDERS.has(root.slice(0, -1)) ? null : root;
}

function nameOf(text: string): string {
  const name = [...text]
    .filter((character) => !/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(character))
    .join('')
    .trim();
  return name === '' ? UNNAMED : name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

async function textOf(file: PlannedFile | undefined): Promise<string | null> {
  if (file === undefined || file.size > LARGEST_TEXT) return null;
  // An unreadable file is counted later, during the import.
  const content = await file.read().catch(() => null);
  return content === null ? null : new TextDecoder().decode(content);
}

/** Sorts entries and counts those left out by reason. */
function createSorter() {
  const counts = new Map<LeftOutReason, { files: number; examples: string[] }>();
  const taken = new Set<string>();
  const folders = new Set<string>();
  const leave = (path: string, reason: LeftOutReason): [] => {
    const count = counts.get(reason) ?? { files: 0, examples: [] };
    count.files += 1;
    if (count.examples.length < EXAMPLES)
      count.examples.push(namedCharacters(path.length > LONGEST_EXAMPLE ? `${path.slice(0, LONGEST_EXAMPLE)}…` : path));
    counts.set(reason, count);
    return [];
  };
  const place = (entry: SourceEntry, root: string | null): PlannedFile[] => {
    const reason = reasonByName(entry.path);
    if (reason !== null) return leave(entry.path, reason);
    if (entry.kind === 'other') return leave(entry.path, entry.reason);
    const path = placeOf(entry.path, root);
    if (path === null) return leave(entry.path, 'name');
    if (isIgnoredPath(path)) return leave(entry.path, 'made');
    if (entry.size > LARGEST_FILE) return leave(entry.path, 'large');
    if (taken.has(path) || folders.has(path) || foldersOf(path).some((folder) => taken.has(folder))) return leave(entry.path, 'twice');
    taken.add(path);
    for (const folder of foldersOf(path)) folders.add(folder);
    const { kind: _kind, ...content } = entry;
    return [{ ...content, path }];
  };
  const withoutIgnored = async (files: readonly PlannedFile[]): Promise<PlannedFile[]> => {
    const tree = new IgnoreTree();
    for (const file of files) {
      if (!/(?:^|\/)\.gitignore$/.test(file.path)) continue;
      const text = await textOf(file);
      if (text !== null) tree.set(parentOf(file.path), text);
    }
    // If a folder is excluded, so is everything in it, whatever rules are inside.
    const known = new Map<string, boolean>();
    const isFolderIgnored = (folder: string): boolean => {
      const before = known.get(folder);
      if (before !== undefined) return before;
      const isIgnored = folder !== '' && (isFolderIgnored(parentOf(folder)) || tree.ignores(folder, true));
      known.set(folder, isIgnored);
      return isIgnored;
    };
    return files.filter(({ path }) => {
      // Git ignores files with keys everywhere, but the project needs them to run.
      if (isSecretPath(path) || !(isFolderIgnored(parentOf(path)) || tree.ignores(path, false))) return true;
      leave(path, 'ignored');
      return false;
    });
  };
  const leftOut = (): LeftOut[] => [...counts].map(([reason, count]) => ({ reason, ...count }));
  return { place, withoutIgnored, leftOut };
}

/** The entry's path in the project; null if the name is not possible in a project or leads outside of it. */
function placeOf(path: string, root: string | null): string | null {
  // A drive letter or an absolute path: the real destination would differ from the name.
  if (/^[A-Za-z]:/.test(path) || path.startsWith('/') || path.includes('\\') || path.split('/').includes('..')) return null;
  const clean = path.replace(/^(?:\.\/+)+/, '');
  const place = toWorkspacePath(root !== null && clean.startsWith(root) ? clean.slice(root.length) : clean);
  return place === '' ? null : place;
}

function reasonByName(path: string): LeftOutReason | null {
  if (OF_THE_SYSTEM.test(path)) return 'system';
  const segments = path.split('/');
  if (segments.includes('node_modules')) return 'packages';
  return segments.some(isGitFolder) ? 'git' : null;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
