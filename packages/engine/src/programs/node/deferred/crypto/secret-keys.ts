import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateFunction, validateInteger, validateObject, validateOneOf, validateString } from '../../errors/validate.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { optionOf, viewedBytes } from './byte-arguments.ts';
import { SecretKeyObject } from './key-object.ts';
import { answerLater } from './later.ts';
import { fillRandom } from './random.ts';

const MOST_BITS = 2 ** 31 - 1;

/** Returns the key length in bytes. `length` is in bits: any for `hmac`, an AES size for `aes`. */
function checkSecretKey(type: unknown, options: unknown): number {
  validateString(type, 'type');
  validateObject(options, 'options');
  const length = optionOf(options, 'length');
  if (type === 'hmac') validateInteger(length, 'options.length', 8, MOST_BITS);
  else if (type === 'aes') validateOneOf(length, 'options.length', [128, 192, 256]);
  else throw invalidArgumentValue('type', type, 'must be a supported key type');
  return Math.floor(Number(length) / 8);
}

function makeSecretKey(length: number): SecretKeyObject {
  const bytes = new Uint8Array(length);
  fillRandom(bytes);
  return new SecretKeyObject(bytes);
}

export function createSecretKeyParts(host: NodeHost): BuiltinExports {
  return {
    generateKeySync: (type: unknown, options: unknown) => makeSecretKey(checkSecretKey(type, options)),
    generateKey: (type: unknown, options: unknown, callback: unknown) => {
      const [given, done] = typeof options === 'function' ? [undefined, options] : [options, callback];
      const length = checkSecretKey(type, given);
      validateFunction(done, 'callback');
      answerLater(host, done, () => makeSecretKey(length));
    },
  };
}

function comparedBytes(value: unknown, name: string): Uint8Array {
  const bytes = viewedBytes(value);
  if (bytes === null) throw invalidArgumentType(name, 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', value);
  return bytes;
}

export function timingSafeEqual(...args: unknown[]): boolean {
  const first = comparedBytes(args[0], 'buf1');
  const second = comparedBytes(args[1], 'buf2');
  if (first.length !== second.length)
    throw nodeError(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
  let difference = 0;
  for (const [index, byte] of first.entries()) difference |= byte ^ (second[index] ?? 0);
  return difference === 0;
}
