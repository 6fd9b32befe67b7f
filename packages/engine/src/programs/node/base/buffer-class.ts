import { Buffer } from 'buffer/';

/** The Buffer every part of the process shares. Import it from here, so that nobody gets a host's own by accident. */
export { Buffer };

export function textToBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  // Shared memory serves as well: the base only makes a view.
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
