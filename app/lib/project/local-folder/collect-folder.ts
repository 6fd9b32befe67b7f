import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { numberText } from '../../i18n/number-text.ts';
import { t } from '../../i18n/t.ts';
import { MOST_ENTRIES } from '../import/import-limits.ts';
import { ImportProblem, type ImportSource, type LeftOutReason, type SourceFile } from '../import/import-source.ts';
import { folderProblem } from './folder-problem.ts';

/** Folders that are not listed: they may contain a hundred thousand files that nobody wants. */
const NOT_ENTERED: ReadonlyMap<string, LeftOutReason> = new Map([
  ['node_modules', 'packages'],
  ['dist', 'made'],
  ['.cache', 'made'],
  ['.vite', 'made'],
]);
/** Files requested in parallel: each request is a round trip to the browser process. */
const AT_ONCE = 64;
const FOLDERS_AT_ONCE = 8;

/** Collects all files of a folder that the user chose to import. Links are not followed, because browsers do not list them. */
export async function collectFolder(folder: FileSystemDirectoryHandle, signal: AbortSignal): Promise<ImportSource> {
  const skipped: { path: string; reason: LeftOutReason }[] = [];
  const files: SourceFile[] = [];
  try {
    const found = await list(folder, skipped, signal);
    for (let at = 0; at < found.length && !signal.aborted; at += AT_ONCE) {
      const batch = found.slice(at, at + AT_ONCE);
      const read = await Promise.all(batch.map(({ handle }) => handle.getFile().catch(() => null)));
      for (const [index, { path }] of batch.entries()) {
        const file = read[index] ?? null;
        if (file === null) skipped.push({ path, reason: 'damaged' });
        else files.push({ path, file });
      }
    }
  } catch (error) {
    if (error instanceof ImportProblem) throw error;
    throw new ImportProblem(folderProblem(error, folder.name).message);
  }
  return { type: 'files', name: folder.name, files, skipped };
}

interface Found {
  path: string;
  handle: FileSystemFileHandle;
}

async function list(root: FileSystemDirectoryHandle, skipped: { path: string; reason: LeftOutReason }[], signal: AbortSignal) {
  const found: Found[] = [];
  let waiting: Listed[] = [{ prefix: '', folder: root }];
  while (waiting.length > 0 && !signal.aborted) {
    const next = waiting.splice(0, FOLDERS_AT_ONCE);
    const entries = await Promise.all(next.map(entriesOf));
    const below: Listed[] = [];
    for (const [path, name, handle] of entries.flat()) {
      const reason = isGitFolder(name) ? 'git' : NOT_ENTERED.get(name);
      if (isFolder(handle) && reason !== undefined) skipped.push({ path: `${path}/`, reason });
      else if (isFolder(handle)) below.push({ prefix: `${path}/`, folder: handle });
      else if (isFile(handle)) found.push({ path, handle });
    }
    if (found.length > MOST_ENTRIES)
      throw new ImportProblem(t('The folder has more than the {most} files that are looked at', { most: numberText(MOST_ENTRIES) }));
    // Deepest first, so that the list of waiting folders stays short.
    waiting = [...below, ...waiting];
  }
  return found;
}

interface Listed {
  prefix: string;
  folder: FileSystemDirectoryHandle;
}

async function entriesOf({ prefix, folder }: Listed): Promise<[path: string, name: string, handle: FileSystemHandle][]> {
  const entries: [string, string, FileSystemHandle][] = [];
  for await (const [name, handle] of folder.entries()) entries.push([prefix + name, name, handle]);
  return entries;
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}
