import { asBuffer, Buffer } from '../../base/buffer-class.ts';
import { notSupported } from '../../errors/node-error.ts';
import type { BuiltinExports } from '../../node-host.ts';
import { decodeBase64, encodeBase64 } from './base64-text.ts';
import { completeBuffer } from './complete-buffer.ts';

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Node 20's on 64-bit machines. */
const MAX_LENGTH = 4_294_967_296;

export function createBufferModule(): BuiltinExports {
  completeBuffer();
  const { Blob, File } = globalThis;
  return {
    Buffer,
    SlowBuffer: (length: number) => Buffer.allocUnsafe(length),
    INSPECT_MAX_BYTES: 50,
    kMaxLength: MAX_LENGTH,
    kStringMaxLength: 536_870_888,
    constants: { MAX_LENGTH: MAX_LENGTH, MAX_STRING_LENGTH: 536_870_888 },
    Blob,
    File,
    atob: decodeBase64,
    btoa: encodeBase64,
    isUtf8: (bytes: Uint8Array) => isValidUtf8(bytes),
    isAscii: (bytes: Uint8Array) => bytes.every((byte) => byte < 128),
    transcode: (bytes: Uint8Array, from: string, to: string) => {
      // What the target has no code for becomes a question mark.
      const limit = /^(?:ascii|us-ascii)$/i.test(to) ? 0x7f : /^(?:latin1|binary)$/i.test(to) ? 0xff : null;
      const text = asBuffer(bytes).toString(from);
      return Buffer.from(
        limit === null ? text : Array.from(text, (character) => ((character.codePointAt(0) ?? 0) > limit ? '?' : character)).join(''),
        to,
      );
    },
    resolveObjectURL: () => {
      throw notSupported('buffer.resolveObjectURL', 'object URLs belong to the page');
    },
  };
}
