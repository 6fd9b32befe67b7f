import { deflateSync, inflateSync } from 'fflate';
import { z } from 'zod';
import { transformBytes } from './contents/transform-bytes.ts';

/** A content as stored in the database: compressed if that is shorter, otherwise unchanged. */
const packedSchema = z.object({
  encoding: z.literal('deflate-raw'),
  size: z.number().int().nonnegative(),
  bytes: z.instanceof(Uint8Array),
});
export type StoredBlob = Uint8Array | z.infer<typeof packedSchema>;

/** Compressing less than this gains nothing. In bytes. */
const SMALLEST_PACKED = 256;
/** A content that does not compress below this ratio is stored unchanged: an image, a font, an archive. */
const WORTH_IT = 0.9;
/** For a large content, this much of its beginning is compressed first as a test. In bytes. */
const SAMPLE = 64 * 1024;

/**
 * Up to this size compression is synchronous: the browser's streams take several turns of the event loop, and thousands of files may be
 * written per minute. In bytes.
 */
const AT_ONCE = 256 * 1024;

/**
 * Returns the shorter form. Large contents take turns of the event loop: call it before a transaction opens, or the transaction
 * would end meanwhile. `deflate`: another compressor for small contents, which may also be asynchronous.
 */
export async function packBlob(content: Uint8Array, deflate?: (content: Uint8Array) => Promise<Uint8Array>): Promise<StoredBlob> {
  const size = content.byteLength;
  if (size < SMALLEST_PACKED) return content;
  // Never shared memory: it was copied from what was read, or made here.
  if (deflate !== undefined && size <= AT_ONCE) return shorter(content, (await deflate(content)) as Uint8Array<ArrayBuffer>);
  if (size <= AT_ONCE) return shorter(content, new Uint8Array(deflateSync(content)));
  if ((await through(new CompressionStream('deflate-raw'), content.subarray(0, SAMPLE))).byteLength > SAMPLE * WORTH_IT) {
    return content;
  }
  return shorter(content, await through(new CompressionStream('deflate-raw'), content));
}

/** Uses the browser's compressor. Contents are never shared memory here. */
export function deflateNatively(content: Uint8Array): Promise<Uint8Array> {
  return transformBytes(new CompressionStream('deflate-raw'), content);
}

function shorter(content: Uint8Array, bytes: Uint8Array<ArrayBuffer>): StoredBlob {
  const size = content.byteLength;
  return bytes.byteLength < size * WORTH_IT ? { encoding: 'deflate-raw', size, bytes } : content;
}

/** Returns null if the stored value is not a content or is damaged. */
export async function unpackBlob(stored: unknown): Promise<Uint8Array | null> {
  if (stored instanceof Uint8Array) return stored;
  const { data: packed } = packedSchema.safeParse(stored);
  if (packed === undefined) return null;
  try {
    const isSmall = packed.size <= AT_ONCE && packed.bytes.byteLength <= AT_ONCE;
    const content = isSmall
      ? // One spare byte reveals a content that is longer than it claims.
        inflateSync(packed.bytes, { out: new Uint8Array(packed.size + 1) })
      : await through(new DecompressionStream('deflate-raw'), packed.bytes);
    return content.byteLength === packed.size ? content : null;
  } catch {
    // Truncated, or not compressed data at all.
    return null;
  }
}

/** Size in the database. In bytes. */
export function storedSize(stored: unknown): number {
  if (stored instanceof Uint8Array) return stored.byteLength;
  return packedSchema.safeParse(stored).data?.bytes.byteLength ?? 0;
}

async function through(transform: CompressionStream | DecompressionStream, content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  // Copied, because the caller's memory may be shared, which a Blob does not accept.
  const stream = new Blob([new Uint8Array(content)]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
