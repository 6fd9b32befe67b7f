import type { ContentHash } from '../protocol/ids.ts';

/** Contents that were just stored and will be read soon: while they are lent, reading them needs no storage access. */
export interface LentContents {
  /** Holds up to `LARGEST_LENT` bytes; further contents are read from storage. */
  lend(contents: Iterable<readonly [ContentHash, Uint8Array]>): void;
  takeBack(): void;
}

/** A phone can spare this much for a moment. In bytes. */
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
