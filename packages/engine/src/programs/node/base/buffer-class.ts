import { Buffer } from 'buffer/';

/** The Buffer shared by all parts of the process. Import it from here to avoid the host's own Buffer. */
export { Buffer };

export function textToBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns a Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  // Shared memory works too, because the base only creates a view.
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
