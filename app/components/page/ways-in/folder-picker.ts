type PickFolder = (options: { mode: 'readwrite'; id: string }) => Promise<FileSystemDirectoryHandle>;

/** Returns the browser's picker for a writable folder, or null: only some browsers have it, and the types do not include it yet. */
export function folderPicker(): PickFolder | null {
  // The signature according to the specification.
  const { showDirectoryPicker } = globalThis as { showDirectoryPicker?: PickFolder };
  return showDirectoryPicker?.bind(globalThis) ?? null;
}
