import type { Hasher } from '../../agent/ports.ts';
import { deflateNatively, packBlob, type StoredBlob } from '../../persistence/blob-codec.ts';
import type { ContentHash } from '../../protocol/ids.ts';

export interface PackedContent {
  hash: ContentHash;
  /** As it is stored: in memory of its own, since a database copies the whole memory that a part is of. */
  blob: StoredBlob;
  /** May be a part of the memory that others are in, all of them of one call. */
  content: Uint8Array;
}

/** Hashes and compresses contents, in their order. */
export type PackContents = (contents: readonly Uint8Array[]) => Promise<readonly PackedContent[]>;

/** `deflated`: of a content by its index, the same compressed already. */
export async function packContents(
  contents: readonly Uint8Array[],
  hasher: Hasher,
  deflated: (index: number) => (() => Uint8Array) | undefined = () => undefined,
): Promise<readonly PackedContent[]> {
  const hashes = await Promise.all(contents.map((content) => hasher.hash(content)));
  const packed: PackedContent[] = [];
  // One after the other: each of the compressors takes a quarter of a megabyte, and hundreds at once are half as fast.
  for (const [index, hash] of hashes.entries()) {
    const content = contents[index] ?? new Uint8Array(0);
    const blob = await packBlob(content, deflated(index) ?? (() => deflateNatively(content)));
    packed.push({ hash, content, blob: blob === content ? content.slice() : blob });
  }
  return packed;
}

/** What of it can be given away with a message, all together. */
export function memoryOf(packed: readonly Pick<PackedContent, 'blob' | 'content'>[]): ArrayBuffer[] {
  const buffers = packed.flatMap(({ blob, content }) => [content.buffer, blob instanceof Uint8Array ? blob.buffer : blob.bytes.buffer]);
  // None of it is shared: it was read or made here.
  return [...new Set(buffers)] as ArrayBuffer[];
}
