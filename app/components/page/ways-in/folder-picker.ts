type PickFolder = (options: { mode: 'readwrite'; id: string }) => Promise<FileSystemDirectoryHandle>;

/** The browser's own dialog for a folder that may be written; null: only some browsers have it, and it is not yet among the types. */
export function folderPicker(): PickFolder | null {
  // The specification's signature.
  const { showDirectoryPicker } = globalThis as { showDirectoryPicker?: PickFolder };
  return showDirectoryPicker?.bind(globalThis) ?? null;
}
