import { hkdf } from '@noble/hashes/hkdf';
import { pbkdf2 } from '@noble/hashes/pbkdf2';
import { scrypt } from '@noble/hashes/scrypt';
import { Buffer } from '../../base/buffer-class.ts';
import { nativeCrypto } from '../../base/native-crypto.ts';
import { nodeError, outOfRange } from '../../errors/node-error.ts';
import { validateFunction, validateInt32, validateInteger, validateString, validateUint32 } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { inputBytes, optionOf } from './byte-arguments.ts';
import { type HashFunction, hashNamed, hashNameOf } from './hashes.ts';
import { KeyObject, secretKeyBytes } from './key-object.ts';
import { answerLater, answerWhenSettled } from './later.ts';

const MOST_INFO_BYTES = 1024;
const MOST_BLOCKS = 255;

function requireDigest(name: string): HashFunction {
  const hash = hashNamed(name);
  if (hash === undefined) throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
  return hash;
}

interface PasswordDerivation {
  password: Uint8Array;
  salt: Uint8Array;
  iterations: number;
  length: number;
  digest: string;
  hash: HashFunction;
}

function checkPbkdf2(...[password, salt, iterations, length, digest]: unknown[]): PasswordDerivation {
  validateString(digest, 'digest');
  const [passwordBytes, saltBytes] = [inputBytes(password, undefined, 'password'), inputBytes(salt, undefined, 'salt')];
  validateInt32(iterations, 'iterations', 1);
  validateInt32(length, 'keylen', 0);
  return { password: passwordBytes, salt: saltBytes, iterations, length, digest, hash: requireDigest(digest) };
}

// The packages type their functions differently; the used members are the same.
const runPbkdf2 = ({ hash, password, salt, iterations, length }: PasswordDerivation): Buffer =>
  length === 0 ? Buffer.alloc(0) : Buffer.from(pbkdf2(hash as never, password, salt, { c: iterations, dkLen: length }));

const nativeDigests: ReadonlyMap<string | undefined, string> = new Map([
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

/** Uses the browser, which is about ten times as fast and does not block the thread. Returns null if it does not support the request. */
function pbkdf2Natively({ password, salt, iterations, length, digest }: PasswordDerivation): Promise<Buffer> | null {
  const { subtle } = nativeCrypto();
  const hash = nativeDigests.get(hashNameOf(digest));
  if (subtle === undefined || hash === undefined || length === 0) return null;
  // Copied because the browser rejects shared memory.
  const [own, ownSalt] = [new Uint8Array(password), new Uint8Array(salt)];
  return subtle
    .importKey('raw', own, 'PBKDF2', false, ['deriveBits'])
    .then((key) => subtle.deriveBits({ name: 'PBKDF2', hash, salt: ownSalt, iterations }, key, length * 8))
    .then((bits) => Buffer.from(bits));
}

interface ScryptCosts {
  N: number;
  r: number;
  p: number;
  maxmem: number;
}

/** Reads each option once, because it may be a getter. */
function readCosts(options: unknown): ScryptCosts {
  const costs: ScryptCosts = { N: 16_384, r: 8, p: 1, maxmem: 32 * 1024 * 1024 };
  const pairs = [
    ['N', 'cost'],
    ['r', 'blockSize'],
    ['p', 'parallelization'],
  ] as const;
  for (const [short, long] of pairs) {
    const [one, other] = [optionOf(options, short), optionOf(options, long)];
    if (one !== undefined && other !== undefined) throw nodeError(Error, 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER', 'Invalid scrypt parameter');
    const [name, value] = one === undefined ? [long, other] : [short, one];
    if (value === undefined) continue;
    validateUint32(value, name);
    costs[short] = value;
  }
  const maxmem = optionOf(options, 'maxmem');
  if (maxmem !== undefined) {
    validateInteger(maxmem, 'maxmem', 0);
    costs.maxmem = maxmem;
  }
  return costs;
}

function checkScrypt(...[password, salt, length, options]: unknown[]): () => Buffer {
  const { N, r, p, maxmem } = readCosts(options);
  const [passwordBytes, saltBytes] = [inputBytes(password, undefined, 'password'), inputBytes(salt, undefined, 'salt')];
  validateInt32(length, 'keylen', 0);
  const invalid = (why: string) => nodeError(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', `Invalid scrypt params${why}`);
  if (N < 2 || (N & (N - 1)) !== 0 || r < 1 || p < 1) throw invalid('');
  const isTooLarge = N >= 2 ** (16 * r) || p > (2 ** 30 - 1) / r || 128 * r * (N + p + 2) > maxmem;
  if (isTooLarge) throw invalid(': error:030000AC:digital envelope routines::memory limit exceeded');
  if (length === 0) return () => Buffer.alloc(0);
  return () => Buffer.from(scrypt(passwordBytes, saltBytes, { N, r, p, dkLen: length, maxmem: maxmem + 1024 }));
}

const KEY_MATERIAL = 'of type string or an instance of SecretKeyObject, ArrayBuffer, TypedArray, DataView, or Buffer';
const BYTES_OR_TEXT = 'of type string or an instance of ArrayBuffer, TypedArray, DataView, or Buffer';

function checkHkdf(...[digest, key, salt, info, length]: unknown[]): () => ArrayBuffer {
  validateString(digest, 'digest');
  const keyBytes = key instanceof KeyObject ? secretKeyBytes(key) : inputBytes(key, undefined, 'ikm', KEY_MATERIAL);
  const saltBytes = inputBytes(salt, undefined, 'salt', BYTES_OR_TEXT);
  const infoBytes = inputBytes(info, undefined, 'info', BYTES_OR_TEXT);
  validateInteger(length, 'length', 0, Number.MAX_SAFE_INTEGER);
  if (infoBytes.length > MOST_INFO_BYTES) throw outOfRange('info', `must not contain more than ${MOST_INFO_BYTES} bytes`, infoBytes.length);
  const hash = requireDigest(digest);
  if (length > hash.outputLen * MOST_BLOCKS) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
  return () => (length === 0 ? new ArrayBuffer(0) : hkdf(hash as never, keyBytes, saltBytes, infoBytes, length).slice().buffer);
}

/** Creates `crypto`'s functions that derive keys from passwords and other keys. */
export function createDerivation(host: NodeHost) {
  return {
    pbkdf2Sync: (...args: unknown[]) => runPbkdf2(checkPbkdf2(...args)),
    pbkdf2: (...args: unknown[]) => {
      // Without a digest, the callback is in its position.
      const [digest, callback] = typeof args[4] === 'function' ? [undefined, args[4]] : [args[4], args[5]];
      const derivation = checkPbkdf2(...args.slice(0, 4), digest);
      validateFunction(callback, 'callback');
      const promise = pbkdf2Natively(derivation);
      if (promise === null) answerLater(host, callback, () => runPbkdf2(derivation));
      else answerWhenSettled(host, callback, promise);
    },
    scryptSync: (...args: unknown[]) => checkScrypt(...args)(),
    scrypt: (...args: unknown[]) => {
      const [options, callback] = typeof args[3] === 'function' ? [undefined, args[3]] : [args[3], args[4]];
      const compute = checkScrypt(...args.slice(0, 3), options);
      validateFunction(callback, 'callback');
      answerLater(host, callback, compute);
    },
    hkdfSync: (...args: unknown[]) => checkHkdf(...args)(),
    hkdf: (...args: unknown[]) => {
      const compute = checkHkdf(...args.slice(0, 5));
      validateFunction(args[5], 'callback');
      answerLater(host, args[5], compute);
    },
  };
}
