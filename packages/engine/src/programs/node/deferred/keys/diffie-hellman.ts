import type { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import { validateInt32 } from '../../errors/validate.ts';
import { inputBytes, outputBytes, viewedBytes } from '../crypto/byte-arguments.ts';
import { bitLength, isProbablePrime, modularPower, randomInteger, toBytes, toInteger } from '../numbers/big-integers.ts';
import { generatePrime } from '../numbers/primes.ts';
import type { DiffieHellmanNumbers } from './key-data.ts';
import { opensslError } from './openssl-error.ts';

/** The groups of RFC 2409 and RFC 3526: the size, the number that makes the formula below a safe prime, and the bits of a private key. */
const groups: ReadonlyMap<string, readonly [bits: number, addend: bigint, secretBits: number]> = new Map([
  ['modp1', [768, 149_686n, 256]],
  ['modp2', [1024, 129_093n, 256]],
  ['modp5', [1536, 741_804n, 256]],
  ['modp14', [2048, 124_476n, 256]],
  ['modp15', [3072, 1_690_314n, 288]],
  ['modp16', [4096, 240_904n, 336]],
  ['modp17', [6144, 929_484n, 384]],
  ['modp18', [8192, 4_743_158n, 416]],
]);

/** Computes the arc tangent of 1/x, times `2 ** bits`. */
function arcTangent(x: bigint, bits: bigint): bigint {
  let term = (1n << bits) / x;
  let sum = term;
  for (let divisor = 3n, sign = -1n; term > 0n; divisor += 2n, sign = -sign) {
    term /= x * x;
    sum += (sign * term) / divisor;
  }
  return sum;
}

/** Computes `2^n - 2^(n-64) - 1 + 2^64 * (floor(2^(n-130) * π) + addend)`, with π from Machin's formula. */
function groupPrime(bits: number, addend: bigint): bigint {
  const guard = 64n;
  const precision = BigInt(bits - 130) + guard;
  const pi = 4n * (4n * arcTangent(5n, precision) - arcTangent(239n, precision));
  const size = BigInt(bits);
  return (1n << size) - (1n << (size - 64n)) - 1n + ((pi >> guard) + addend) * (1n << 64n);
}

const GENERATOR = 2n;
const madePrimes = new Map<string, bigint>();

export function groupNumbers(name: unknown): DiffieHellmanNumbers {
  const group = typeof name === 'string' ? groups.get(name.toLowerCase()) : undefined;
  if (group === undefined) throw nodeError(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP', 'Unknown DH group');
  const key = String(name).toLowerCase();
  const prime = madePrimes.get(key) ?? groupPrime(group[0], group[1]);
  madePrimes.set(key, prime);
  return { prime, generator: GENERATOR };
}

function groupOf(prime: bigint): readonly [number, bigint, number] | undefined {
  const bits = bitLength(prime);
  const found = [...groups].find(([name, [size]]) => size === bits && groupNumbers(name).prime === prime);
  return found?.[1];
}

/** Creates a secret exponent. As in OpenSSL, the well-known groups use twice the size of their security level. */
export function privateExponent(prime: bigint): bigint {
  const group = groupOf(prime);
  if (group !== undefined) return randomInteger(group[2]) | (1n << BigInt(group[2] - 1));
  return 2n + (randomInteger(bitLength(prime) + 64) % (prime > 4n ? prime - 3n : 1n));
}

/** OpenSSL's flags for invalid numbers. */
const CHECKS = { notPrime: 1, notSafePrime: 2, notSuitableGenerator: 8, tooSmall: 0x80 } as const;
const LEAST_BITS = 512;

function checkNumbers({ prime, generator }: DiffieHellmanNumbers): number {
  if (groupOf(prime) !== undefined) return 0;
  let marks = bitLength(prime) < LEAST_BITS ? CHECKS.tooSmall : 0;
  if (generator <= 1n || generator >= prime - 1n) marks |= CHECKS.notSuitableGenerator;
  if (!isProbablePrime(prime)) marks |= CHECKS.notPrime;
  else if (!isProbablePrime(prime >> 1n)) marks |= CHECKS.notSafePrime;
  return marks;
}

const badGenerator = (): Error => opensslError('02800065', 'Diffie-Hellman routines', 'bad generator');
const ANY_NUMBER = 'one of type number or string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';

function readGenerator(given: unknown, encoding: unknown): bigint {
  if (!given && typeof given !== 'boolean') return GENERATOR;
  if (typeof given === 'number') {
    validateInt32(given, 'generator');
    if (given <= 1) throw badGenerator();
    return BigInt(given);
  }
  if (typeof given !== 'string' && viewedBytes(given) === null) throw invalidArgumentType('generator', ANY_NUMBER, given);
  const value = toInteger(inputBytes(given, encoding));
  if (value <= 1n) throw badGenerator();
  return value;
}

/** Reads a size in bits or a prime with an optional encoding, then a generator with an optional encoding. */
function readNumbers(sizeOrKey: unknown, rest: unknown[]): DiffieHellmanNumbers {
  if (typeof sizeOrKey !== 'number' && typeof sizeOrKey !== 'string' && viewedBytes(sizeOrKey) === null)
    throw invalidArgumentType('sizeOrKey', ANY_NUMBER, sizeOrKey);
  if (typeof sizeOrKey === 'number') validateInt32(sizeOrKey, 'sizeOrKey');
  const [first] = rest;
  const hasEncoding =
    typeof first === 'string' &&
    (first === 'buffer' || /^(?:hex|utf-?8|ascii|latin1|binary|base64(?:url)?|ucs-?2|utf-?16le)$/i.test(first));
  const [generatorGiven, generatorEncoding] = hasEncoding || !first ? rest.slice(1) : rest;
  const generator = readGenerator(hasEncoding || !first ? generatorGiven : first, generatorEncoding);
  if (typeof sizeOrKey !== 'number') return { prime: toInteger(inputBytes(sizeOrKey, hasEncoding ? first : undefined)), generator };
  if (sizeOrKey < LEAST_BITS) throw opensslError('0280007E', 'Diffie-Hellman routines', 'modulus too small');
  return { prime: generatePrime(sizeOrKey, { isSafe: true }), generator };
}

function invalidState(what: string): Error {
  return nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', `No ${what} key - did you forget to generate one?`);
}

class Agreement {
  readonly #numbers: DiffieHellmanNumbers;
  #privateKey: bigint | null = null;
  #publicKey: bigint | null = null;
  #verifyError: number | null = null;

  constructor(numbers: DiffieHellmanNumbers) {
    this.#numbers = numbers;
    // Lazy, because checking a prime is slow and the result is rarely read.
    Object.defineProperty(this, 'verifyError', {
      get: () => {
        this.#verifyError ??= checkNumbers(this.#numbers);
        return this.#verifyError;
      },
      enumerable: true,
      configurable: true,
    });
  }

  get #size(): number {
    return Math.ceil(bitLength(this.#numbers.prime) / 8);
  }

  generateKeys(encoding?: unknown): Buffer | string {
    const { prime, generator } = this.#numbers;
    this.#privateKey ??= privateExponent(prime);
    this.#publicKey = modularPower(generator, this.#privateKey, prime);
    return this.getPublicKey(encoding);
  }

  computeSecret(other: unknown, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
    const { prime } = this.#numbers;
    const value = toInteger(inputBytes(other, inputEncoding, 'otherPublicKey'));
    if (this.#privateKey === null) throw invalidState('private');
    if (value <= 1n) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too small');
    if (value >= prime - 1n) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too large');
    return outputBytes(toBytes(modularPower(value, this.#privateKey, prime), this.#size), outputEncoding);
  }

  getPrime(encoding?: unknown): Buffer | string {
    return outputBytes(toBytes(this.#numbers.prime), encoding);
  }

  getGenerator(encoding?: unknown): Buffer | string {
    return outputBytes(toBytes(this.#numbers.generator), encoding);
  }

  getPublicKey(encoding?: unknown): Buffer | string {
    if (this.#publicKey === null) throw invalidState('public');
    return outputBytes(toBytes(this.#publicKey, this.#size), encoding);
  }

  getPrivateKey(encoding?: unknown): Buffer | string {
    if (this.#privateKey === null) throw invalidState('private');
    return outputBytes(toBytes(this.#privateKey), encoding);
  }

  protected takeKey(half: 'public' | 'private', key: unknown, encoding: unknown): void {
    const value = toInteger(inputBytes(key, encoding, 'key'));
    if (half === 'public') this.#publicKey = value;
    else this.#privateKey = value;
  }
}

/** The class `crypto.DiffieHellman`. */
export class DiffieHellman extends Agreement {
  constructor(sizeOrKey: unknown, ...rest: unknown[]) {
    super(readNumbers(sizeOrKey, rest));
  }

  setPublicKey(key: unknown, encoding?: unknown): this {
    this.takeKey('public', key, encoding);
    return this;
  }

  setPrivateKey(key: unknown, encoding?: unknown): this {
    this.takeKey('private', key, encoding);
    return this;
  }
}

/** The class `crypto.DiffieHellmanGroup`, whose keys can be generated but not set. */
export class DiffieHellmanGroup extends Agreement {
  constructor(name: unknown) {
    super(groupNumbers(name));
  }
}
