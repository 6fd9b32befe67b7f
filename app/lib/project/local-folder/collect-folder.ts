import { MOST_ENTRIES } from '../import/import-limits.ts';
import { ImportProblem, type ImportSource, type LeftOutReason, type SourceFile } from '../import/import-source.ts';
import { folderProblem } from './folder-problem.ts';

/** Folders whose files nobody wants to have listed: there may be a hundred thousand. */
const NOT_ENTERED: ReadonlyMap<string, LeftOutReason> = new Map([
  ['node_modules', 'packages'],
  ['.git', 'git'],
  ['dist', 'made'],
  ['.cache', 'made'],
  ['.vite', 'made'],
]);
/** Files that are asked for side by side: each waits for the browser's own process. */
const AT_ONCE = 32;

/** All files of a folder that the user has chosen, to be brought in. Links are not followed: browsers list none. */
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
  const waiting: { prefix: string; folder: FileSystemDirectoryHandle }[] = [{ prefix: '', folder: root }];
  for (let next = waiting.pop(); next !== undefined && !signal.aborted; next = waiting.pop()) {
    for await (const [name, handle] of next.folder.entries()) {
      const path = next.prefix + name;
      const reason = NOT_ENTERED.get(name);
      if (isFolder(handle) && reason !== undefined) skipped.push({ path: `${path}/`, reason });
      else if (isFolder(handle)) waiting.push({ prefix: `${path}/`, folder: handle });
      else if (isFile(handle)) found.push({ path, handle });
      if (found.length > MOST_ENTRIES)
        throw new ImportProblem(`The folder has more than the ${MOST_ENTRIES.toLocaleString('en')} files that are looked at`);
    }
  }
  return found;
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}
