import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { type DroppedFile, type DroppedFolder, droppedListing } from './dropped-folder.ts';
import type { DroppedItems } from './dropped-items.ts';
import type { ImportSource, LeftOutReason, SourceFile } from './import-source.ts';

/** The reason why a folder is not listed: it may contain a hundred thousand files that nobody wants. */
function whyNotEntered(name: string): LeftOutReason | undefined {
  if (name === 'node_modules') return 'packages';
  return isGitFolder(name) ? 'git' : undefined;
}

interface Collected {
  files: SourceFile[];
  skipped: { path: string; reason: LeftOutReason }[];
}

/**
 * Folders listed in parallel. Each listing is a round trip to the browser process; listing all at once would open all their files
 * at once and block the page for seconds.
 */
const FOLDERS_AT_ONCE = 8;

interface FoundFolder {
  folder: DroppedFolder;
  /** Prefix of the paths in the folder. */
  prefix: string;
}

/** Collects the dropped files, including those in all subfolders. If one folder was dropped, it gives the name. Browsers do not list links. */
export async function collectDropped({ entries, handles }: DroppedItems): Promise<ImportSource> {
  const collected: Collected = { files: [], skipped: [] };
  const given = (await handles).flatMap((each) => (each.status === 'fulfilled' && each.value) || []);
  // If the browser withheld a handle, the indexes no longer match the entries, so handles are not used.
  const handleOf = (index: number) => (given.length === entries.length ? (given[index] ?? null) : null);
  const dropped = droppedListing(entries.map((entry, index) => ({ entry, handle: handleOf(index) })));
  const [only] = dropped.folders;
  const isOneFolder = entries.length === 1 && only !== undefined;
  let found = isOneFolder ? [{ folder: only, prefix: '' }] : await collect(dropped, '', collected);
  while (found.length > 0) {
    const next = found.splice(0, FOLDERS_AT_ONCE);
    const below = await Promise.all(next.map((each) => collectFilesOf(each, collected)));
    // Deepest first, so that the list of waiting folders stays short.
    found = [...below.flat(), ...found];
  }
  return { type: 'files', name: isOneFolder ? only.name : null, ...collected };
}

/** Collects the files and returns the folders that still have to be listed. */
async function collect(
  { files, folders }: { files: readonly DroppedFile[]; folders: readonly DroppedFolder[] },
  prefix: string,
  collected: Collected,
): Promise<FoundFolder[]> {
  const read = await Promise.all(files.map((file) => file.open().catch(() => null))); // A file that is gone or cannot be read is reported as damaged.
  for (const [index, { name }] of files.entries()) {
    const file = read[index] ?? null;
    if (file === null) collected.skipped.push({ path: prefix + name, reason: 'damaged' });
    else collected.files.push({ path: prefix + name, file });
  }
  return folders.flatMap((folder) => {
    const path = `${prefix}${folder.name}/`;
    const reason = whyNotEntered(folder.name);
    if (reason === undefined) return [{ folder, prefix: path }];
    collected.skipped.push({ path, reason });
    return [];
  });
}

async function collectFilesOf({ folder, prefix }: FoundFolder, collected: Collected): Promise<FoundFolder[]> {
  const found: FoundFolder[] = [];
  try {
    for await (const page of folder.pages()) found.push(...(await collect(page, prefix, collected)));
  } catch {
    collected.skipped.push({ path: prefix, reason: 'damaged' });
  }
  return found;
}
