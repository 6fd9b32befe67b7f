import type { ImportSource, LeftOutReason, SourceFile } from './import-source.ts';

/** Folders whose files nobody wants to have listed: there may be a hundred thousand. */
const NOT_ENTERED: Readonly<Record<string, LeftOutReason>> = { node_modules: 'packages', '.git': 'git' };

interface Collected {
  files: SourceFile[];
  skipped: { path: string; reason: LeftOutReason }[];
}

/** The files of what was dropped, with those of all folders in it. The one folder that was dropped gives the name. */
export async function collectDropped(entries: readonly FileSystemEntry[]): Promise<ImportSource> {
  const collected: Collected = { files: [], skipped: [] };
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && isFolder(only)) {
    await collectFolder(only, '', collected);
    return { type: 'files', name: only.name, ...collected };
  }
  for (const entry of entries) await collect(entry, '', collected);
  return { type: 'files', name: null, ...collected };
}

async function collect(entry: FileSystemEntry, prefix: string, collected: Collected): Promise<void> {
  const path = prefix + entry.name;
  if (isFile(entry)) {
    const file = await fileOf(entry).catch(() => null); // It is gone, or may not be read: said as what it is.
    if (file === null) collected.skipped.push({ path, reason: 'damaged' });
    else collected.files.push({ path, file });
    return;
  }
  const reason = Object.hasOwn(NOT_ENTERED, entry.name) ? NOT_ENTERED[entry.name] : undefined;
  if (reason !== undefined) collected.skipped.push({ path: `${path}/`, reason });
  else if (isFolder(entry)) await collectFolder(entry, `${path}/`, collected);
}

async function collectFolder(folder: FileSystemDirectoryEntry, prefix: string, collected: Collected): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // A browser gives a hundred at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => null);
    if (entries === null) collected.skipped.push({ path: prefix, reason: 'damaged' });
    if (entries === null || entries.length === 0) return;
    // One folder after the other: the browser opens each file, and thousands at once hold the page for seconds.
    await Promise.all(entries.filter(isFile).map((entry) => collect(entry, prefix, collected)));
    for (const entry of entries.filter(isFolder)) await collect(entry, prefix, collected);
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
