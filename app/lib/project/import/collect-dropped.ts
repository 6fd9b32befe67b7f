import { isGitFolder } from 'devonz-engine-protocol/git-folder';
import { type DroppedFile, type DroppedFolder, droppedListing } from './dropped-folder.ts';
import type { DroppedItems } from './dropped-items.ts';
import type { ImportSource, LeftOutReason, SourceFile } from './import-source.ts';

/** Why nobody wants to have a folder's files listed: there may be a hundred thousand. */
function whyNotEntered(name: string): LeftOutReason | undefined {
  if (name === 'node_modules') return 'packages';
  return isGitFolder(name) ? 'git' : undefined;
}

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
  folder: DroppedFolder;
  /** Of the paths in it. */
  prefix: string;
}

/**
 * The files of what was dropped, with those of all folders in it. The one folder that was dropped gives the name.
 * Links are listed by no browser.
 */
export async function collectDropped({ entries, handles }: DroppedItems): Promise<ImportSource> {
  const collected: Collected = { files: [], skipped: [] };
  const given = (await handles).flatMap((each) => (each.status === 'fulfilled' && each.value) || []);
  // One that the browser kept to itself would put all after it beside another's entry.
  const handleOf = (index: number) => (given.length === entries.length ? (given[index] ?? null) : null);
  const dropped = droppedListing(entries.map((entry, index) => ({ entry, handle: handleOf(index) })));
  const [only] = dropped.folders;
  const isOneFolder = entries.length === 1 && only !== undefined;
  let found = isOneFolder ? [{ folder: only, prefix: '' }] : await collect(dropped, '', collected);
  while (found.length > 0) {
    const next = found.splice(0, FOLDERS_AT_ONCE);
    const below = await Promise.all(next.map((each) => collectFilesOf(each, collected)));
    // Deepest first: what waits is then no more than what one way down has beside it.
    found = [...below.flat(), ...found];
  }
  return { type: 'files', name: isOneFolder ? only.name : null, ...collected };
}

/** The folders among what was listed, which are still to be gone through. */
async function collect(
  { files, folders }: { files: readonly DroppedFile[]; folders: readonly DroppedFolder[] },
  prefix: string,
  collected: Collected,
): Promise<FoundFolder[]> {
  const read = await Promise.all(files.map((file) => file.open().catch(() => null))); // One that is gone, or may not be read, is said to be damaged.
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
