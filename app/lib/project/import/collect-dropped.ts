import type { ImportSource, LeftOutReason, SourceFile } from './import-source.ts';

/** Folders whose files nobody wants to have listed: there may be a hundred thousand. */
const NOT_ENTERED: Readonly<Record<string, LeftOutReason>> = { node_modules: 'packages', '.git': 'git' };

interface Collected {
  files: SourceFile[];
  skipped: { path: string; reason: LeftOutReason }[];
}

/**
 * Folders that are listed side by side: each answer takes a way through the browser's other process. All at once would have it open all
 * their files at once, and the page wait for seconds.
 */
const FOLDERS_AT_ONCE = 8;

interface FoundFolder {
  folder: FileSystemDirectoryEntry;
  /** Of the paths in it. */
  prefix: string;
}

/** The files of what was dropped, with those of all folders in it. The one folder that was dropped gives the name. */
export async function collectDropped(entries: readonly FileSystemEntry[]): Promise<ImportSource> {
  const collected: Collected = { files: [], skipped: [] };
  const [only] = entries;
  const isOneFolder = entries.length === 1 && only !== undefined && isFolder(only);
  let found = isOneFolder ? [{ folder: only, prefix: '' }] : await collect(entries, '', collected);
  while (found.length > 0) {
    const next = found.splice(0, FOLDERS_AT_ONCE);
    const below = await Promise.all(next.map((each) => collectEntriesOf(each, collected)));
    // Deepest first: what waits is then no more than what one way down has beside it.
    found = [...below.flat(), ...found];
  }
  return { type: 'files', name: isOneFolder ? only.name : null, ...collected };
}

/** The folders among the entries, which are still to be gone through. */
async function collect(entries: readonly FileSystemEntry[], prefix: string, collected: Collected): Promise<FoundFolder[]> {
  const files = entries.filter(isFile);
  const read = await Promise.all(files.map((entry) => fileOf(entry).catch(() => null))); // One that is gone, or may not be read, is said to be damaged.
  for (const [index, { name }] of files.entries()) {
    const file = read[index] ?? null;
    if (file === null) collected.skipped.push({ path: prefix + name, reason: 'damaged' });
    else collected.files.push({ path: prefix + name, file });
  }
  return entries.filter(isFolder).flatMap((folder) => {
    const path = `${prefix}${folder.name}/`;
    const reason = Object.hasOwn(NOT_ENTERED, folder.name) ? NOT_ENTERED[folder.name] : undefined;
    if (reason === undefined) return [{ folder, prefix: path }];
    collected.skipped.push({ path, reason });
    return [];
  });
}

async function collectEntriesOf({ folder, prefix }: FoundFolder, collected: Collected): Promise<FoundFolder[]> {
  const reader = folder.createReader();
  const found: FoundFolder[] = [];
  for (;;) {
    // A browser gives a hundred at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => null);
    if (entries === null) collected.skipped.push({ path: prefix, reason: 'damaged' });
    if (entries === null || entries.length === 0) return found;
    found.push(...(await collect(entries, prefix, collected)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
