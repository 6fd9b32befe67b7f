import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import { isIgnoredPath } from '../../runtime/ignored-folders.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import type { DirectoryEntry, FileEvent, Runtime, WorkspacePath } from '../../runtime/types.ts';
import { IgnoreTree } from '../../search/ignore-rules.ts';
import { LARGEST_MIRRORED_FILE, type ProjectMirror } from '../project-mirror.ts';
import type { FolderBatches, FoundFile } from './record-folder.ts';

/** Limits of a folder that is read as a whole when it is opened. */
const MOST_FILES = 5_000;
const MOST_BYTES = 200 * 1024 * 1024;
const READ_AT_ONCE = 16;

export interface FolderReading {
  mirror: Pick<ProjectMirror, 'recordFolder' | 'onWatchEvent' | 'files'>;
  batches: FolderBatches;
  /** Whether .gitignore excludes the path. */
  isIgnored(path: string): boolean;
  onEvent(event: FileEvent): void;
}

type ReadFolder = Pick<Runtime, 'readDirectory' | 'readUnfollowed' | 'readFile' | 'watchFiles'>;

/**
 * Follows the folder of a real machine. Its files are the truth: nothing is mounted, and the journal learns what has changed there since the
 * project was last open. Rejects if the folder is too large. Returns the function that stops it.
 */
export async function readAndWatch(booted: ReadFolder, { mirror, batches, isIgnored, onEvent }: FolderReading): Promise<() => void> {
  const ended = new AbortController();
  /** Changes during the reading, which may have missed them. */
  const early: FileEvent[] = [];
  let isRead = false;
  const follow = (event: FileEvent) => {
    if (isIgnoredPath(event.path) || (event.type === 'changed' && isIgnored(event.path))) return;
    mirror.onWatchEvent(event, booted, ended.signal);
    onEvent(event);
  };
  const take = (event: FileEvent) => {
    if (event.type !== 'folder-added' || event.path !== '') return follow(event);
    // Everything that exists has been reported, so a known file that was not is gone. A folder that cannot be listed now proves nothing.
    void goneFrom(booted, mirror.files().keys()).then((gone) => {
      if (!ended.signal.aborted) for (const path of gone) follow({ type: 'removed', path });
    });
  };
  const stop = booted.watchFiles((event) => {
    if (isRead) take(event);
    else early.push(event);
  });
  try {
    await mirror.recordFolder(readFolder(booted), batches);
  } catch (error) {
    stop();
    throw error;
  }
  isRead = true;
  for (const event of early) take(event);
  return () => {
    stop();
    ended.abort();
  };
}

/** Returns the files and folders directly in the folder that are known, but not there any more. */
async function goneFrom(workspace: ReadFolder, known: Iterable<string>): Promise<readonly WorkspacePath[]> {
  const entries = await workspace.readDirectory(within('' as WorkspacePath, '')).catch(() => null);
  if (entries === null) return [];
  const there = new Set(entries.map(({ name }) => name));
  const tops = new Set([...known].map((path) => path.split('/', 1)[0] ?? ''));
  return [...tops].filter((name) => !there.has(name)).map((name) => name as WorkspacePath); // The first segments of workspace paths.
}

/** Reads every file that is not ignored. Files that are too large to be kept, and what the user may not read, come without content. */
async function* readFolder(workspace: ReadFolder): AsyncGenerator<FoundFile> {
  const paths: WorkspacePath[] = [];
  for await (const { path, isListed } of listFolder(workspace)) {
    if (!isListed) yield { path, content: null };
    else paths.push(path);
    if (paths.length > MOST_FILES) throw new Error(tooManyText());
  }
  let bytes = 0;
  for (let at = 0; at < paths.length; at += READ_AT_ONCE) {
    const files = await Promise.all(
      // A file may vanish while the folder is read; the watch reports it.
      paths.slice(at, at + READ_AT_ONCE).map(async (path) => ({ path, content: await workspace.readUnfollowed(path).catch(() => null) })),
    );
    for (const { path, content } of files) {
      const size = content instanceof Uint8Array ? content.byteLength : 0;
      const isTooLarge = size > LARGEST_MIRRORED_FILE;
      if (!isTooLarge) bytes += size;
      if (bytes > MOST_BYTES) throw new Error(tooLargeText());
      yield { path, content: isTooLarge ? null : content };
    }
  }
}

/** Lists the files, and the folders that could not be listed. Rejects if the folder itself cannot be listed. */
async function* listFolder(workspace: ReadFolder): AsyncGenerator<{ path: WorkspacePath; isListed: boolean }> {
  const rules = new IgnoreTree();
  async function* visit(folder: WorkspacePath, entries: readonly DirectoryEntry[]): ReturnType<typeof listFolder> {
    const own = entries.find(({ name, kind, isLink }) => name === '.gitignore' && kind === 'file' && isLink !== true);
    const text = own === undefined ? null : await workspace.readFile(within(folder, own.name)).catch(() => null);
    if (text !== null) rules.set(folder, new TextDecoder().decode(text));
    for (const { name, kind } of entries) {
      // A name that no project can have, such as one with hidden characters, is left out.
      const path = toWorkspacePath(folder === '' ? name : `${folder}/${name}`);
      if (path === null || isIgnoredPath(path) || rules.ignores(path, kind === 'directory')) continue;
      const below = kind === 'directory' ? await workspace.readDirectory(path).catch(() => null) : null;
      if (below !== null) yield* visit(path, below);
      else yield { path, isListed: kind !== 'directory' };
    }
  }
  const root = within('' as WorkspacePath, '');
  yield* visit(root, await workspace.readDirectory(root));
}

function within(folder: WorkspacePath, name: string): WorkspacePath {
  return (folder === '' ? name : `${folder}/${name}`) as WorkspacePath; // Of entries of a listed folder.
}

function tooManyText(): string {
  return plural(MOST_FILES, {
    one: 'The folder has more than {count} file, without those that .gitignore excludes. Open a smaller folder of it.',
    other: 'The folder has more than {count} files, without those that .gitignore excludes. Open a smaller folder of it.',
  });
}

function tooLargeText(): string {
  return t('The files of the folder have more than 200 MB, without those that .gitignore excludes. Open a smaller folder of it.');
}
