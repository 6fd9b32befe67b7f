import { joinBytes } from 'devonz-engine-protocol/join-bytes';

/**
 * What the browser's own compressor, or its opposite, makes of bytes; rejects where they are not such as it takes. They must not be in memory
 * that is shared. Several times as fast as JavaScript; for a worker, as it takes turns of the event loop.
 */
export async function transformBytes(transform: CompressionStream | DecompressionStream, bytes: Uint8Array): Promise<Uint8Array> {
  // Into the stream itself: a Blob's stream goes by way of the browser's other process, which takes seven times as long.
  const writer = transform.writable.getWriter();
  const writing = [writer.write(bytes as Uint8Array<ArrayBuffer>), writer.close()]; // Not shared.
  const [transformed] = await Promise.all([bytesOf(transform.readable), ...writing]);
  return transformed;
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
  return joinBytes(parts);
}
