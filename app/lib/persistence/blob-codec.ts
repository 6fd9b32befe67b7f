import { deflateSync, inflateSync } from 'fflate';
import { z } from 'zod';
import { transformBytes } from './contents/transform-bytes.ts';

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
 * `deflate`: compresses a small one in another way, which may take turns as well.
 */
export async function packBlob(content: Uint8Array, deflate?: (content: Uint8Array) => Promise<Uint8Array>): Promise<StoredBlob> {
  const size = content.byteLength;
  if (size < SMALLEST_PACKED) return content;
  // In memory that is not shared: it was copied out of what was read, or made here.
  if (deflate !== undefined && size <= AT_ONCE) return shorter(content, (await deflate(content)) as Uint8Array<ArrayBuffer>);
  if (size <= AT_ONCE) return shorter(content, new Uint8Array(deflateSync(content)));
  if ((await through(new CompressionStream('deflate-raw'), content.subarray(0, SAMPLE))).byteLength > SAMPLE * WORTH_IT) {
    return content;
  }
  return shorter(content, await through(new CompressionStream('deflate-raw'), content));
}

/** By the browser's own compressor. No content here is in memory that is shared. */
export function deflateNatively(content: Uint8Array): Promise<Uint8Array> {
  return transformBytes(new CompressionStream('deflate-raw'), content);
}

function shorter(content: Uint8Array, bytes: Uint8Array<ArrayBuffer>): StoredBlob {
  const size = content.byteLength;
  return bytes.byteLength < size * WORTH_IT ? { encoding: 'deflate-raw', size, bytes } : content;
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
