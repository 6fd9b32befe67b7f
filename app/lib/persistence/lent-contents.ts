import type { ContentHash } from '../protocol/ids.ts';

/** Contents that have just been stored and are about to be read again: while they are lent, reading them asks no storage. */
export interface LentContents {
  /** Up to `LARGEST_LENT` bytes are held; what comes after them is read as everything is. */
  lend(contents: Iterable<readonly [ContentHash, Uint8Array]>): void;
  takeBack(): void;
}

/** Bytes: a page on a phone can spare them for a moment. */
const LARGEST_LENT = 64 * 1024 * 1024;

export function createLentContents(largest = LARGEST_LENT): LentContents & { get(hash: ContentHash): Uint8Array | undefined } {
  const lent = new Map<ContentHash, Uint8Array>();
  let bytes = 0;
  return {
    get: (hash) => lent.get(hash),
    lend(contents) {
      for (const [hash, content] of contents) {
        if (lent.has(hash) || bytes + content.byteLength > largest) continue;
        lent.set(hash, content);
        bytes += content.byteLength;
      }
    },
    takeBack() {
      lent.clear();
      bytes = 0;
    },
  };
}
