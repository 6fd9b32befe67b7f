import { deflateSync, inflateSync } from 'fflate';
import { z } from 'zod';
import type { ContentHash } from '../protocol/ids.ts';
import type { DevonzDatabase } from './database.ts';

/** A content as it is in the database: as it is, or, where that is shorter, compressed. */
const packedSchema = z.object({
  encoding: z.literal('deflate-raw'),
  size: z.number().int().nonnegative(),
  bytes: z.instanceof(Uint8Array),
});
export type StoredBlob = Uint8Array | z.infer<typeof packedSchema>;

/** Below it there is nothing to gain. Bytes. */
const SMALLEST_PACKED = 256;
/** What stays longer than this share of itself is kept as it is: an image, a font, an archive. */
const WORTH_IT = 0.9;
/** A large content is tried by its beginning first. Bytes. */
const SAMPLE = 64 * 1024;

/** Up to this it is done at once: the browser's own streams take several turns of the event loop, for thousands of files a minute. Bytes. */
const AT_ONCE = 256 * 1024;

/**
 * The shorter of both. Compressing a large one takes turns of the event loop: do it before a transaction opens, which would be over by then.
 * `deflated`: the same, compressed in another way and known to be right; asked for where it is of use.
 */
export async function packBlob(content: Uint8Array, deflated?: () => Uint8Array | Promise<Uint8Array>): Promise<StoredBlob> {
  const size = content.byteLength;
  if (size < SMALLEST_PACKED) return content;
  // In memory that is not shared: it was copied out of what was read, or made here.
  if (deflated !== undefined && size <= AT_ONCE) return shorter(content, (await deflated()) as Uint8Array<ArrayBuffer>);
  if (size <= AT_ONCE) return shorter(content, new Uint8Array(deflateSync(content)));
  if ((await through(new CompressionStream('deflate-raw'), content.subarray(0, SAMPLE))).byteLength > SAMPLE * WORTH_IT) {
    return content;
  }
  return shorter(content, await through(new CompressionStream('deflate-raw'), content));
}

/** By the browser's own compressor, several times as fast as one in JavaScript; for a worker, as it takes turns of the event loop. */
export async function deflateNatively(content: Uint8Array): Promise<Uint8Array> {
  const { writable, readable } = new CompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // Into the stream itself: a Blob's stream goes by way of the browser's other process, which takes seven times as long. No content here is
  // in memory that is shared, which a stream does not take.
  const [packed] = await Promise.all([joined(readable), writer.write(content as Uint8Array<ArrayBuffer>), writer.close()]);
  return packed;
}

async function joined(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function shorter(content: Uint8Array, bytes: Uint8Array<ArrayBuffer>): StoredBlob {
  const size = content.byteLength;
  return bytes.byteLength < size * WORTH_IT ? { encoding: 'deflate-raw', size, bytes } : content;
}

/** Of those that are not there yet: what is there need not be compressed to find that out. */
export async function packBlobs(
  database: Pick<DevonzDatabase, 'getKey'>,
  contents: ReadonlyMap<ContentHash, Uint8Array>,
): Promise<ReadonlyMap<ContentHash, StoredBlob>> {
  const blobs = new Map<ContentHash, StoredBlob>();
  // One that goes before it is named again is stored as it is.
  for (const [hash, content] of contents)
    blobs.set(hash, (await database.getKey('blobs', hash)) === undefined ? await packBlob(content) : content);
  return blobs;
}

/** null: what is stored is no content, or a damaged one. */
export async function unpackBlob(stored: unknown): Promise<Uint8Array | null> {
  if (stored instanceof Uint8Array) return stored;
  const { data: packed } = packedSchema.safeParse(stored);
  if (packed === undefined) return null;
  try {
    const isSmall = packed.size <= AT_ONCE && packed.bytes.byteLength <= AT_ONCE;
    const content = isSmall
      ? // Room for one byte too many shows a content that is longer than it says.
        inflateSync(packed.bytes, { out: new Uint8Array(packed.size + 1) })
      : await through(new DecompressionStream('deflate-raw'), packed.bytes);
    return content.byteLength === packed.size ? content : null;
  } catch {
    // Cut off, or no compressed content at all.
    return null;
  }
}

/** Bytes that it takes in the database. */
export function storedSize(stored: unknown): number {
  if (stored instanceof Uint8Array) return stored.byteLength;
  return packedSchema.safeParse(stored).data?.bytes.byteLength ?? 0;
}

async function through(transform: CompressionStream | DecompressionStream, content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  // A copy: what the caller holds may lie in memory that is shared, which a Blob does not take.
  const stream = new Blob([new Uint8Array(content)]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
