import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { z } from 'zod';
import type { Hasher } from '../../agent/contract/ports.ts';
import { type ContentHash, contentHashSchema } from '../../protocol/ids.ts';
import { transformBytes } from './transform-bytes.ts';

/**
 * Small contents that were brought in together, compressed as one: a row for each costs the browser more than what is in it, and a
 * compressor for each as much as compressing. Two rows: what is in it, which is looked up and listed, and the bytes.
 */
export interface ContentPack {
  entry: PackEntry;
  /** gzip, whose checksum shows damage: four bytes with the length of a list, big-endian; the list, as JSON; the contents in its order. */
  bytes: Uint8Array;
}

const packEntrySchema = z
  .object({
    /** Of its contents' hashes: the same pack is the same rows. */
    id: contentHashSchema,
    hashes: z.array(contentHashSchema).min(1),
    /** Of the contents, in the same order. Bytes. */
    sizes: z.array(z.number().int().nonnegative()),
    /** Bytes that it takes in the database. */
    stored: z.number().int().nonnegative(),
  })
  .refine(({ hashes, sizes }) => hashes.length === sizes.length);
export type PackEntry = z.infer<typeof packEntrySchema>;

const listSchema = z.array(z.tuple([contentHashSchema, z.number().int().nonnegative()]));

/** What is larger is a row of its own. Bytes. */
const LARGEST_IN_PACK = 64 * 1024;
/** To read one of its contents, all of a pack is decompressed: a millisecond or two. Bytes. */
const LARGEST_PACK = 256 * 1024;

interface HashedContent {
  hash: ContentHash;
  content: Uint8Array;
}

/** Each content once, in packs of several; what is left alone by that is given back, to be stored by itself. */
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
  // One after the other: each of the compressors takes a quarter of a megabyte.
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

/** Of what is in it, in order. */
export function packId(hashes: readonly ContentHash[], hasher: Hasher): Promise<ContentHash> {
  return hasher.hash(new TextEncoder().encode(hashes.join()));
}

/** null: what is stored says nothing of what is in a pack. */
export function packEntryFrom(stored: unknown): PackEntry | null {
  return packEntrySchema.safeParse(stored).data ?? null;
}

/** The contents, all of them parts of one memory; null: what is stored is no pack, or a damaged one. */
export async function openPack(stored: unknown): Promise<ReadonlyMap<ContentHash, Uint8Array> | null> {
  if (!(stored instanceof Uint8Array)) return null;
  // A copy: memory that is shared is not taken, and a row may lie in any.
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

/** Of a pack, by content: the share of its bytes in the database. */
export function storedShares({ hashes, sizes, stored }: PackEntry): [ContentHash, number][] {
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return hashes.map((hash, index) => [hash, whole === 0 ? 0 : Math.round((stored * (sizes[index] ?? 0)) / whole)]);
}
