declare global {
  interface DataTransferItem {
    /** Chromium only, and only while the drop is handled: https://wicg.github.io/file-system-access. Rejects where the browser keeps a folder to itself. */
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
}

/** What was dropped, as every browser gives it and as Chromium does as well. */
export interface DroppedItems {
  entries: readonly FileSystemEntry[];
  /** Of the same things, where the browser gives them: it may refuse some, as it does with folders of the system. */
  handles: Promise<readonly PromiseSettledResult<FileSystemHandle | null | undefined>[]>;
}

/** To be called while the drop is handled: both are gone right after. */
export function droppedItems(dropped: Pick<DataTransfer, 'items'>): DroppedItems {
  const items = [...(dropped.items ?? [])];
  return {
    entries: items.flatMap((item) => item.webkitGetAsEntry?.() ?? []),
    handles: Promise.allSettled(items.map((item) => item.getAsFileSystemHandle?.())),
  };
}
