import { nativeCrypto } from '../../base/native-crypto.ts';
import { validateFunction } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { modularPower, randomInteger } from '../numbers/big-integers.ts';
import { generateDsaParameters, generatePrime } from '../numbers/primes.ts';
import { privateExponent } from './diffie-hellman.ts';
import { keyFromJwk } from './json-web-keys.ts';
import { type PrivateKeyData, publicPart } from './key-data.ts';
import { privateKeyObject, publicKeyObject, writePrivateKey, writePublicKey } from './key-material.ts';
import { checkKeyPair, type KeyPairRequest, type KeySettings } from './key-pair-options.ts';
import { opensslError } from './openssl-error.ts';
import { generateRsaKey } from './rsa.ts';

export interface KeyPair {
  publicKey: unknown;
  privateKey: unknown;
}

const DEFAULT_EXPONENT = 65_537;
const LEAST_BITS = 512;

function checkRsaNumbers(bits: number, exponent: number): void {
  if (bits < LEAST_BITS) throw opensslError('02000078', 'rsa routines', 'key size too small');
  if (exponent < 3 || exponent % 2 === 0) throw opensslError('020000B2', 'rsa routines', 'pub exponent out of range');
}

const DSA_DIVISORS: readonly (readonly [bits: number, divisorBits: number])[] = [
  [2048, 256],
  [1024, 224],
  [0, 160],
];

function generateDsa(bits: number, given: number | null): PrivateKeyData {
  const divisorBits = given ?? DSA_DIVISORS.find(([least]) => bits >= least)?.[1] ?? 160;
  if (bits < LEAST_BITS || divisorBits >= bits) throw opensslError('1C8000A0', 'Provider routines', 'bad ffc parameters');
  const parameters = generateDsaParameters(bits, divisorBits);
  const x = 1n + (randomInteger(divisorBits + 64) % (parameters.q - 1n));
  return { kind: 'dsa', parameters, x, y: modularPower(parameters.g, x, parameters.p) };
}

function generate(settings: KeySettings): PrivateKeyData {
  switch (settings.kind) {
    case 'rsa': {
      const { bits, exponent, pss } = settings;
      checkRsaNumbers(bits, exponent);
      return { kind: 'rsa', pss, key: generateRsaKey(bits, BigInt(exponent)) };
    }
    case 'ec': {
      const { curve, isExplicit } = settings;
      const privateKey = curve.newPrivateKey();
      return { kind: 'ec', curve, privateKey, publicKey: curve.publicKey(privateKey), isExplicit };
    }
    case 'octets': {
      const { curve } = settings;
      const privateKey = curve.newPrivateKey();
      return { kind: 'octets', curve, privateKey, publicKey: curve.publicKey(privateKey) };
    }
    case 'dsa':
      return generateDsa(settings.bits, settings.divisorBits);
    default: {
      const prime = settings.prime ?? generatePrime(settings.bits, { isSafe: true });
      const x = privateExponent(prime);
      return { kind: 'dh', numbers: { prime, generator: settings.generator }, x, y: modularPower(settings.generator, x, prime) };
    }
  }
}

function write(data: PrivateKeyData, { publicEncoding, privateEncoding }: KeyPairRequest): KeyPair {
  const publicData = publicPart(data);
  return {
    publicKey: publicEncoding === null ? publicKeyObject(publicData) : writePublicKey(publicData, publicEncoding),
    privateKey: privateEncoding === null ? privateKeyObject(data) : writePrivateKey(data, privateEncoding),
  };
}

/** Implements `crypto.generateKeyPairSync`. */
export function generateKeyPairNow(host: NodeHost, type: unknown, options: unknown): KeyPair {
  const request = checkKeyPair(host, type, options);
  return write(generate(request.settings), request);
}

/** Generates an RSA key with the browser's native code, on another thread. Returns null if the browser does not support the request. */
async function generateRsaNatively(bits: number, exponent: number): Promise<PrivateKeyData | null> {
  const { subtle } = nativeCrypto();
  if (subtle === undefined || exponent !== DEFAULT_EXPONENT || bits % 8 !== 0) return null;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: bits, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' };
  try {
    const { privateKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
    return keyFromJwk(await subtle.exportKey('jwk', privateKey)).privateData;
  } catch {
    // The browser does not support keys of that size.
    return null;
  }
}

async function generateLater(request: KeyPairRequest): Promise<KeyPair> {
  const { settings } = request;
  if (settings.kind !== 'rsa') return write(generate(settings), request);
  checkRsaNumbers(settings.bits, settings.exponent);
  const native = await generateRsaNatively(settings.bits, settings.exponent);
  return write(native?.kind === 'rsa' ? { ...native, pss: settings.pss } : generate(settings), request);
}

/** Implements `crypto.generateKeyPair`. */
export function generateKeyPair(host: NodeHost, type: unknown, options: unknown, callback: unknown): void {
  validateFunction(callback, 'callback');
  const request = checkKeyPair(host, type, options);
  // An error of the callback is the program's, not one of key generation.
  const bound = host.loop.bindContext((...args: unknown[]) => callback(...args));
  const tell = (...args: unknown[]) => host.loop.post(() => bound(...args));
  host.loop.post(() => {
    host.loop.hold(generateLater(request)).then(({ publicKey, privateKey }) => tell(null, publicKey, privateKey), tell);
  });
}
