import symmetricFile from 'deferred:symmetric-crypto';
import { Buffer } from '../../base/buffer-class.ts';
import { callableClass } from '../../base/callable-class.ts';
import { nativeCrypto } from '../../base/native-crypto.ts';
import { deferredPart } from '../../deferred/deferred-part.ts';
import { invalidArgumentType, nodeError, notSupported, outOfRange } from '../../errors/node-error.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { defaultCipherList, opensslNumbers } from '../linux-numbers.ts';
import { createAsymmetricParts } from './asymmetric-parts.ts';
import { cipherNames, findCipher } from './cipher-names.ts';
import { findHash, Hash, Hmac, hashNames, inputBytes, keyBytes, outputBytes } from './hashes.ts';
import { KeyObject, SecretKeyObject } from './key-object.ts';
import { withCallback } from './with-callback.ts';

/** Ciphers and what makes keys of passwords: programs ask for hashes and random bytes far more often. */
const symmetricPart = deferredPart<typeof import('../../deferred/symmetric-crypto.ts')>('symmetric-crypto', symmetricFile);

/** The browser gives at most this many random bytes a call. */
const RANDOM_BYTES_A_CALL = 65_536;

function fillRandom(bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; offset += RANDOM_BYTES_A_CALL) {
    const part = new Uint8Array(Math.min(RANDOM_BYTES_A_CALL, bytes.length - offset));
    nativeCrypto().getRandomValues(part);
    bytes.set(part, offset);
  }
}

function createRandom(host: NodeHost): BuiltinExports {
  const randomBytes = (size: unknown): Buffer => {
    if (typeof size !== 'number') throw invalidArgumentType('size', 'of type number', size);
    if (!(size >= 0 && size <= 2 ** 31 - 1)) throw outOfRange('size', '>= 0 && <= 2147483647', size);
    const bytes = Buffer.alloc(size);
    fillRandom(bytes);
    return bytes;
  };
  const randomInt = (first: unknown, second?: unknown): number => {
    const [low, high] = second === undefined ? [0, Number(first)] : [Number(first), Number(second)];
    const range = high - low;
    if (!Number.isSafeInteger(low) || !(range > 0 && range <= 2 ** 48)) throw outOfRange('max', 'greater than the value of "min"', high);
    // Values of the last, incomplete round are thrown away, so that all are equally likely.
    const limit = 2 ** 48 - (2 ** 48 % range);
    for (;;) {
      const value = randomBytes(6).readUIntBE(0, 6);
      if (value < limit) return low + (value % range);
    }
  };
  const randomFill = (view: ArrayBufferView, offset: unknown = 0, size?: unknown): ArrayBufferView => {
    const whole = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    fillRandom(whole.subarray(Number(offset), size === undefined ? undefined : Number(offset) + Number(size)));
    return view;
  };
  const loose = (call: unknown) => call as (...args: unknown[]) => unknown;
  return {
    randomBytes: (...args: unknown[]) => withCallback(host, args, loose(randomBytes)),
    pseudoRandomBytes: (...args: unknown[]) => withCallback(host, args, loose(randomBytes)),
    rng: loose(randomBytes),
    randomInt: (...args: unknown[]) => withCallback(host, args, loose(randomInt)),
    randomFillSync: randomFill,
    randomFill: (...args: unknown[]) => withCallback(host, args, loose(randomFill)),
    randomUUID: (options?: unknown) => {
      if (options !== undefined && (typeof options !== 'object' || options === null))
        throw invalidArgumentType('options', 'of type object', options);
      const isUncached: unknown = options === undefined ? undefined : Reflect.get(options, 'disableEntropyCache');
      if (isUncached !== undefined && typeof isUncached !== 'boolean')
        throw invalidArgumentType('options.disableEntropyCache', 'of type boolean', isUncached);
      return nativeCrypto().randomUUID?.() ?? uuidFrom(randomBytes(16));
    },
  };
}

/** `randomUUID` is missing where the page is not secure. */
function uuidFrom(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const MOST_INFO_BYTES = 1024;
const MOST_BLOCKS = 255;

function checkKey(name: string, value: unknown): void {
  if (typeof value === 'string' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof KeyObject) return;
  const also =
    name === 'ikm'
      ? ' or an instance of SecretKeyObject, ArrayBuffer, TypedArray, DataView, or Buffer'
      : ' or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';
  throw invalidArgumentType(name, `of type string${also}`, value);
}

function checkCount(name: string, value: unknown, lowest: number): void {
  if (typeof value !== 'number') throw invalidArgumentType(name, 'of type number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < lowest || value > 2 ** 31 - 1) throw outOfRange(name, `>= ${lowest} && <= 2147483647`, value);
}

function checkDigest(name: string): ReturnType<typeof findHash> {
  try {
    return findHash(name);
  } catch {
    throw nodeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
  }
}

function createDerivation(host: NodeHost): BuiltinExports {
  const pbkdf2Sync = (password: unknown, salt: unknown, iterations: unknown, length: unknown, digest: unknown) => {
    if (typeof digest !== 'string') throw invalidArgumentType('digest', 'of type string', digest);
    checkKey('password', password);
    checkKey('salt', salt);
    checkCount('iterations', iterations, 1);
    checkCount('keylen', length, 0);
    checkDigest(digest);
    return Buffer.from(
      symmetricPart(host).pbkdf2(findHash(digest), keyBytes(password), inputBytes(salt), { c: Number(iterations), dkLen: Number(length) }),
    );
  };
  const scryptSync = (password: unknown, salt: unknown, length: unknown, given?: unknown) => {
    const options: Record<string, unknown> = typeof given === 'object' && given !== null ? Object.fromEntries(Object.entries(given)) : {};
    const N = Number(options.N ?? options.cost ?? 16_384);
    const r = Number(options.r ?? options.blockSize ?? 8);
    const p = Number(options.p ?? options.parallelization ?? 1);
    const maxmem = Number(options.maxmem ?? 32 * 1024 * 1024) + 1024;
    return Buffer.from(symmetricPart(host).scrypt(keyBytes(password), inputBytes(salt), { N, r, p, dkLen: Number(length), maxmem }));
  };
  const hkdfSync = (digest: unknown, key: unknown, salt: unknown, info: unknown, length: unknown) => {
    if (typeof digest !== 'string') throw invalidArgumentType('digest', 'of type string', digest);
    checkKey('ikm', key);
    checkKey('salt', salt);
    checkKey('info', info);
    checkCount('length', length, 0);
    if (inputBytes(info).length > MOST_INFO_BYTES)
      throw outOfRange('info', 'must not contain more than 1024 bytes', inputBytes(info).length);
    const hash = checkDigest(digest);
    if (Number(length) > hash.outputLen * MOST_BLOCKS) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
    return symmetricPart(host).hkdf(findHash(digest), keyBytes(key), inputBytes(salt), inputBytes(info), Number(length)).slice().buffer;
  };
  const loose = (call: unknown) => call as (...args: unknown[]) => unknown;
  return {
    pbkdf2Sync,
    scryptSync,
    hkdfSync,
    pbkdf2: (...args: unknown[]) => withCallback(host, args, loose(pbkdf2Sync)),
    scrypt: (...args: unknown[]) => withCallback(host, args, loose(scryptSync)),
    hkdf: (...args: unknown[]) => withCallback(host, args, loose(hkdfSync)),
  };
}

function timingSafeEqual(a: unknown, b: unknown): boolean {
  const first = inputBytes(a, undefined, 'buf1');
  const second = inputBytes(b, undefined, 'buf2');
  if (first.length !== second.length)
    throw nodeError(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
  let difference = 0;
  for (const [index, byte] of first.entries()) difference |= byte ^ (second[index] ?? 0);
  return difference === 0;
}

/** `generateKeySync`: bits for `hmac`, or a size that AES has. */
function generateSecretKey(type: unknown, options: unknown): SecretKeyObject {
  const length: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'length') : undefined;
  if (type !== 'hmac' && type !== 'aes')
    throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'type' must be a supported key type. Received '${String(type)}'`);
  if (typeof length !== 'number') throw invalidArgumentType('options.length', 'of type number', length);
  if (type === 'aes' && ![128, 192, 256].includes(length))
    throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', `The property 'options.length' must be one of: 128, 192, 256. Received ${length}`);
  if (!(length >= 8 && length <= 2 ** 31 - 1)) throw outOfRange('options.length', '>= 8 && <= 2147483647', length);
  const bytes = new Uint8Array(Math.floor(length / 8));
  fillRandom(bytes);
  return new SecretKeyObject(bytes);
}

function describeCipher(name: unknown): object | undefined {
  const info = findCipher(name);
  if (info === null) return undefined;
  const { mode, nid, ivLength, keyLength } = info;
  const isBlock = mode === 'cbc' || mode === 'ecb';
  return { mode, name: info.name, nid, ...(isBlock ? { blockSize: 16 } : {}), ...(ivLength > 0 ? { ivLength } : {}), keyLength };
}

export function createCryptoModule(host: NodeHost): BuiltinExports {
  host.builtin('stream');
  return Object.defineProperties(createSymmetricParts(host), Object.getOwnPropertyDescriptors(createAsymmetricParts(host)));
}

function createSymmetricParts(host: NodeHost): BuiltinExports {
  const webcrypto = nativeCrypto();
  const randomParts = createRandom(host);
  return {
    ...randomParts,
    ...createDerivation(host),
    Certificate: callableClass('Certificate', class Certificate {}, 'instances'),
    get Cipheriv() {
      return symmetricPart(host).Cipheriv;
    },
    get Decipheriv() {
      return symmetricPart(host).Decipheriv;
    },
    Hash: callableClass('Hash', Hash, 'instances'),
    Hmac: callableClass('Hmac', Hmac, 'instances'),
    KeyObject,
    X509Certificate: class X509Certificate {
      constructor() {
        throw notSupported('crypto.X509Certificate', 'certificates are not read here; use the package node-forge or @peculiar/x509');
      }
    },
    secureHeapUsed: () => ({ total: 0, min: 0, used: 0, utilization: 0 }),
    setEngine: () => {
      throw notSupported('crypto.setEngine', 'there is no OpenSSL in a browser');
    },
    setFips: (isOn: unknown) => {
      if (isOn) throw nodeError(Error, 'ERR_CRYPTO_FIPS_UNAVAILABLE', 'Cannot set FIPS mode in a non-FIPS build.');
    },
    fips: 0,
    prng: randomParts.randomBytes,
    createHash: (algorithm: unknown) => new Hash(algorithm),
    createHmac: (algorithm: unknown, key: unknown) => new Hmac(algorithm, key),
    createSecretKey: (key: unknown, encoding?: unknown) => new SecretKeyObject(inputBytes(key, encoding, 'key')),
    generateKeySync: generateSecretKey,
    generateKey: (...args: unknown[]) => withCallback(host, args, generateSecretKey),
    hash: (algorithm: unknown, data: unknown, encoding: unknown = 'hex') => outputBytes(findHash(algorithm)(inputBytes(data)), encoding),
    timingSafeEqual,
    getHashes: () => [...hashNames, ...hashNames.map((name) => `RSA-${name.toUpperCase()}`)],
    getCiphers: () => [...cipherNames],
    getCipherInfo: (name: unknown) => describeCipher(name),
    createCipheriv: (name: unknown, key: unknown, iv: unknown, options?: unknown) =>
      new (symmetricPart(host).Cipheriv)(name, key, iv, options),
    createDecipheriv: (name: unknown, key: unknown, iv: unknown, options?: unknown) =>
      new (symmetricPart(host).Decipheriv)(name, key, iv, options),
    getCurves: () => ['prime256v1', 'secp256k1', 'secp384r1', 'secp521r1'],
    webcrypto,
    subtle: webcrypto.subtle,
    getRandomValues: (view: Uint8Array) => webcrypto.getRandomValues(view as Uint8Array<ArrayBuffer>),
    constants: Object.assign(Object.create(null), opensslNumbers(), {
      defaultCoreCipherList: defaultCipherList,
      defaultCipherList,
    }),
    getFips: () => 0,
  };
}
