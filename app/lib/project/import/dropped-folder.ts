/** A dropped file that is not opened yet: it may be gone or unreadable. */
export interface DroppedFile {
  name: string;
  open(): Promise<File>;
}

export interface Listing {
  files: DroppedFile[];
  folders: DroppedFolder[];
}

/** A dropped folder, or a subfolder of one. */
export interface DroppedFolder {
  name: string;
  /** Lists the folder in pages of about a hundred, which also limits how many files are opened at once. Throws if listing fails. */
  pages(): AsyncIterable<Listing>;
}

/** A dropped file or folder: https://wicg.github.io/entries-api, and in Chromium also https://fs.spec.whatwg.org. */
export interface DroppedThing {
  entry: FileSystemEntry;
  /** The handle of the same file or folder. */
  handle: FileSystemHandle | null;
}

/**
 * Entries list everything in a folder. Handles silently leave out names that the browser would not let a page write: `aux.js`,
 * `a:b.txt`, an emoji of several characters. But opening a file takes 0.1 ms by handle and 0.3 ms by entry.
 */
export function droppedListing(things: readonly DroppedThing[]): Listing {
  const listing: Listing = { files: [], folders: [] };
  for (const { entry, handle } of things) {
    const { name } = entry;
    if (isFileEntry(entry)) {
      const open = handle !== null && isFileHandle(handle) ? () => handle.getFile() : () => fileOf(entry);
      listing.files.push({ name, open });
    } else if (isFolderEntry(entry)) {
      const folder = handle !== null && isFolderHandle(handle) ? handle : null;
      listing.folders.push({ name, pages: () => pagesOf(entry, folder) });
    }
  }
  return listing;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function* pagesOf(folder: FileSystemDirectoryEntry, handle: FileSystemDirectoryHandle | null): AsyncGenerator<Listing> {
  const reader = folder.createReader();
  // Both lists are requested at once: the browser process takes equally long for each.
  const handling = handlesIn(handle);
  for (;;) {
    // The browser returns a hundred at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    const handles = await handling;
    yield droppedListing(entries.map((entry) => ({ entry, handle: handles.get(entry.name) ?? null })));
  }
}

/** Handles by name, as far as the browser provides them. */
async function handlesIn(folder: FileSystemDirectoryHandle | null): Promise<ReadonlyMap<string, FileSystemHandle>> {
  const handles = new Map<string, FileSystemHandle>();
  if (folder === null) return handles;
  try {
    for await (const handle of folder.values()) handles.set(handle.name, handle);
  } catch {
    // Listing its entries reports its content, or that it cannot be read.
  }
  return handles;
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolderEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFileHandle(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}

function isFolderHandle(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}
