declare global {
  interface DataTransferItem {
    /** Only in Chromium, and only during the drop event: https://wicg.github.io/file-system-access. Rejects if the browser protects the folder. */
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
}

/** The dropped items as entries, which all browsers have, and as handles, which only Chromium has. */
export interface DroppedItems {
  entries: readonly FileSystemEntry[];
  /** The handles of the same items. The browser may refuse some, such as system folders. */
  handles: Promise<readonly PromiseSettledResult<FileSystemHandle | null | undefined>[]>;
}

/** Must be called during the drop event: afterwards both are gone. */
export function droppedItems(dropped: Pick<DataTransfer, 'items'>): DroppedItems {
  const items = [...(dropped.items ?? [])];
  return {
    entries: items.flatMap((item) => item.webkitGetAsEntry?.() ?? []),
    handles: Promise.allSettled(items.map((item) => item.getAsFileSystemHandle?.())),
  };
}
