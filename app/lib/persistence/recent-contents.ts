import type { ContentHash } from '../protocol/ids.ts';

/** Contents that have just been stored and are about to be read: from memory, for as long as there is room. */
export interface RecentContents {
  get(hash: ContentHash): Uint8Array | undefined;
  keep(hash: ContentHash, content: Uint8Array): void;
  /** They are not needed any more. */
  clear(): void;
}

/** Together. Bytes. */
const MOST = 64 * 1024 * 1024;

export function createRecentContents(most = MOST): RecentContents {
  const kept = new Map<ContentHash, Uint8Array>();
  let bytes = 0;
  return {
    get: (hash) => kept.get(hash),
    keep(hash, content) {
      if (kept.has(hash) || bytes + content.byteLength > most) return;
      kept.set(hash, content);
      bytes += content.byteLength;
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
