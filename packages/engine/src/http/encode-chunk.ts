import { formatHeaders } from './format-head.ts';
import type { HttpHeaders } from './http-message.ts';

/** Encodes one chunk of a chunked body. Empty data gives no bytes, because an empty chunk would end the body. */
export function encodeChunk(data: Uint8Array): Uint8Array<ArrayBuffer> {
  if (data.length === 0) return new Uint8Array(0);
  const size = new TextEncoder().encode(`${data.length.toString(16)}\r\n`);
  const chunk = new Uint8Array(size.length + data.length + 2);
  chunk.set(size);
  chunk.set(data, size.length);
  chunk.set([13, 10], size.length + data.length);
  return chunk;
}

/** Encodes the end of a chunked body. */
export function encodeLastChunk(trailers: HttpHeaders = []): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`0\r\n${formatHeaders(trailers)}\r\n`);
}
