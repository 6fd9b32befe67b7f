import { asBuffer, Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError, notSupported } from '../../errors/node-error.ts';
import { validateNumber } from '../../errors/validate.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { decodeBase64, encodeBase64 } from './base64-text.ts';
import { LONGEST_TEXT } from './buffer-encodings.ts';
import { isAnyArrayBuffer, LONGEST_BUFFER } from './buffer-statics.ts';
import { completeBuffer, createCallableBuffer, shownBytes } from './complete-buffer.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns the bytes of the input of `isUtf8` or `isAscii`. */
function inputBytes(input: unknown): Uint8Array {
  const isView = ArrayBuffer.isView(input) && !(input instanceof DataView);
  if (!isView && !isAnyArrayBuffer(input)) throw invalidArgumentType('input', 'an instance of TypedArray or Buffer', input);
  const memory = isView ? input.buffer : input;
  if ('detached' in memory && memory.detached)
    throw nodeError(Error, 'ERR_INVALID_STATE', 'Invalid state: Cannot validate on a detached buffer');
  return isView ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input as ArrayBuffer);
}

/** Node warns only if the program itself makes the call, not one of its packages. */
function isCalledByPackage(): boolean {
  const frames = String(new Error().stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('://') && !line.includes('<anonymous>'));
  return frames[0]?.includes('/node_modules/') ?? false;
}

export function createBufferModule(host: NodeHost): BuiltinExports {
  completeBuffer();
  const { Blob, File } = globalThis;
  let hasWarned = false;
  const callable = createCallableBuffer((message) => {
    if (hasWarned || isCalledByPackage()) return;
    hasWarned = true;
    const { emitWarning } = host.builtin('process') as { emitWarning(message: string, type: string, code: string): void };
    emitWarning(message, 'DeprecationWarning', 'DEP0005');
  });
  const SlowBuffer = function SlowBuffer(length: unknown) {
    return Buffer.allocUnsafeSlow(length as number);
  };
  SlowBuffer.prototype = Buffer.prototype;
  return {
    Buffer: callable,
    SlowBuffer,
    get INSPECT_MAX_BYTES() {
      return shownBytes.most;
    },
    set INSPECT_MAX_BYTES(value: unknown) {
      validateNumber(value, 'INSPECT_MAX_BYTES', 0);
      shownBytes.most = value;
    },
    kMaxLength: LONGEST_BUFFER,
    kStringMaxLength: LONGEST_TEXT,
    constants: { MAX_LENGTH: LONGEST_BUFFER, MAX_STRING_LENGTH: LONGEST_TEXT },
    Blob,
    File,
    atob: decodeBase64,
    btoa: encodeBase64,
    isUtf8: (input: unknown) => isValidUtf8(inputBytes(input)),
    isAscii: (input: unknown) => inputBytes(input).every((byte) => byte < 128),
    transcode: (bytes: Uint8Array, from: string, to: string) => {
      // Characters that the target encoding cannot represent become question marks.
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
