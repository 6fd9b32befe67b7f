import type { Hasher } from '../../../agent/contract/ports.ts';
import { deflateNatively, packBlob, type StoredBlob } from '../../../persistence/blob-codec.ts';
import { type ContentPack, packTogether } from '../../../persistence/contents/content-pack.ts';
import type { ContentHash } from '../../../protocol/ids.ts';

export interface HashedContent {
  hash: ContentHash;
  /** May be a view of a buffer shared by all contents of one call. */
  content: Uint8Array;
}

/** Contents as stored, each with its own buffer, because a database would copy the whole buffer behind a view. */
export interface StoredContents {
  packs: readonly ContentPack[];
  blobs: ReadonlyMap<ContentHash, StoredBlob>;
}

export interface PackedContents extends StoredContents {
  /** In the order of the input. */
  contents: readonly HashedContent[];
}

/** Hashes and compresses contents. */
export type PackContents = (contents: readonly Uint8Array[]) => Promise<PackedContents>;

export async function packContents(contents: readonly Uint8Array[], hasher: Hasher): Promise<PackedContents> {
  const hashes = await Promise.all(contents.map((content) => hasher.hash(content)));
  const hashed = hashes.map((hash, index) => ({ hash, content: contents[index] ?? new Uint8Array(0) }));
  const { packs, alone } = await packTogether(hashed, hasher);
  return { contents: hashed, packs, blobs: await packAlone(alone) };
}

/** Packs each content separately. */
export async function packAlone(contents: readonly HashedContent[]): Promise<ReadonlyMap<ContentHash, StoredBlob>> {
  const blobs = new Map<ContentHash, StoredBlob>();
  // One at a time, because each compressor takes a quarter of a megabyte, and hundreds at once are half as fast.
  for (const { hash, content } of contents) {
    const blob = await packBlob(content, deflateNatively);
    blobs.set(hash, blob === content ? content.slice() : blob);
  }
  return blobs;
}

/** The buffers that can be transferred in a message, for all contents together. */
export function memoryOf(contents: readonly Pick<HashedContent, 'content'>[], { packs, blobs }: StoredContents): ArrayBuffer[] {
  const buffers = [
    ...contents.map(({ content }) => content.buffer),
    ...packs.map(({ bytes }) => bytes.buffer),
    ...[...blobs.values()].map((blob) => (blob instanceof Uint8Array ? blob.buffer : blob.bytes.buffer)),
  ];
  // The buffers are never shared memory, because they were read or created here.
  return [...new Set(buffers)] as ArrayBuffer[];
}
