import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { z } from 'zod';
import type { Hasher } from '../../agent/contract/ports.ts';
import { type ContentHash, contentHashSchema } from '../../protocol/ids.ts';
import { transformBytes } from './transform-bytes.ts';

/**
 * Small contents that were imported together, compressed as one: a row for each would cost more than its content, and so would a
 * compressor for each. A pack has two rows: a list of its contents, for lookup, and the bytes.
 */
export interface ContentPack {
  entry: PackEntry;
  /**
   * Gzip, whose checksum detects damage. Inside: the length of the list as four bytes, big-endian; the list as JSON; the contents
   * in the same order.
   */
  bytes: Uint8Array;
}

const packEntrySchema = z
  .object({
    /** Hash of the contents' hashes: the same contents give the same rows. */
    id: contentHashSchema,
    hashes: z.array(contentHashSchema).min(1),
    /** Sizes of the contents, in the same order. In bytes. */
    sizes: z.array(z.number().int().nonnegative()),
    /** Size in the database. In bytes. */
    stored: z.number().int().nonnegative(),
  })
  .refine(({ hashes, sizes }) => hashes.length === sizes.length);
export type PackEntry = z.infer<typeof packEntrySchema>;

const listSchema = z.array(z.tuple([contentHashSchema, z.number().int().nonnegative()]));

/** Larger contents get their own row. In bytes. */
const LARGEST_IN_PACK = 64 * 1024;
/** Limited, because reading one content decompresses the whole pack: a millisecond or two. In bytes. */
const LARGEST_PACK = 256 * 1024;

interface HashedContent {
  hash: ContentHash;
  content: Uint8Array;
}

/** Packs each content once, together with others. Contents that would be alone in a pack are returned, to be stored separately. */
export async function packTogether(
  contents: readonly HashedContent[],
  hasher: Hasher,
): Promise<{ packs: readonly ContentPack[]; alone: readonly HashedContent[] }> {
  const groups: HashedContent[][] = [];
  const alone: HashedContent[] = [];
  let room = 0;
  for (const each of new Map(contents.map((content) => [content.hash, content])).values()) {
    const { byteLength } = each.content;
    if (byteLength > LARGEST_IN_PACK) {
      alone.push(each);
      continue;
    }
    if (groups.length === 0 || byteLength > room) {
      groups.push([]);
      room = LARGEST_PACK;
    }
    groups.at(-1)?.push(each);
    room -= byteLength;
  }
  const packs: ContentPack[] = [];
  // One at a time, because each compressor takes a quarter of a megabyte.
  for (const group of groups) {
    if (group.length === 1) alone.push(...group);
    else packs.push(await packOf(group, hasher));
  }
  return { packs, alone };
}

async function packOf(group: readonly HashedContent[], hasher: Hasher): Promise<ContentPack> {
  const hashes = group.map(({ hash }) => hash);
  const sizes = group.map(({ content }) => content.byteLength);
  const list = new TextEncoder().encode(JSON.stringify(hashes.map((hash, index) => [hash, sizes[index]])));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, list.byteLength);
  const whole = joinBytes([length, list, ...group.map(({ content }) => content)]);
  const bytes = await transformBytes(new CompressionStream('gzip'), whole);
  return { entry: { id: await packId(hashes, hasher), hashes, sizes, stored: bytes.byteLength }, bytes };
}

/** The pack's id, from the hashes of its contents in order. */
export function packId(hashes: readonly ContentHash[], hasher: Hasher): Promise<ContentHash> {
  return hasher.hash(new TextEncoder().encode(hashes.join()));
}

/** Returns null if the stored value is not a valid list of a pack. */
export function packEntryFrom(stored: unknown): PackEntry | null {
  return packEntrySchema.safeParse(stored).data ?? null;
}

/** The contents, as views of one buffer; null if the stored value is not a pack or is damaged. */
export async function openPack(stored: unknown): Promise<ReadonlyMap<ContentHash, Uint8Array> | null> {
  if (!(stored instanceof Uint8Array)) return null;
  // Copied, because shared memory is not accepted, and a row may be in shared memory.
  const whole = await transformBytes(new DecompressionStream('gzip'), stored.slice()).catch(() => null);
  if (whole === null || whole.byteLength < 4) return null;
  const from = 4 + new DataView(whole.buffer).getUint32(0);
  const list = listIn(whole.subarray(4, from));
  if (list === null || from + list.reduce((sum, [, size]) => sum + size, 0) !== whole.byteLength) return null;
  let at = from;
  return new Map(
    list.map(([hash, size]) => {
      at += size;
      return [hash, whole.subarray(at - size, at)];
    }),
  );
}

function listIn(bytes: Uint8Array): z.infer<typeof listSchema> | null {
  try {
    return listSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch {
    return null;
  }
}

/** For each content of a pack: its share of the pack's size in the database. */
export function storedShares({ hashes, sizes, stored }: PackEntry): [ContentHash, number][] {
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return hashes.map((hash, index) => [hash, whole === 0 ? 0 : Math.round((stored * (sizes[index] ?? 0)) / whole)]);
}
