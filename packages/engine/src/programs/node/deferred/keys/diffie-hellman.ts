import type { Buffer } from '../../base/buffer-class.ts';
import { inputBytes, outputBytes } from '../../builtins/crypto/hashes.ts';
import { nodeError } from '../../errors/node-error.ts';
import { bitLength, generatePrime, isProbablePrime, modularPower, randomInteger, toBytes, toInteger } from './big-integers.ts';

/** RFC 2409 and RFC 3526: of each group its size and the number that makes the formula below a safe prime. */
const groups: ReadonlyMap<string, readonly [bits: number, addend: bigint]> = new Map([
  ['modp1', [768, 149_686n]],
  ['modp2', [1024, 129_093n]],
  ['modp5', [1536, 741_804n]],
  ['modp14', [2048, 124_476n]],
  ['modp15', [3072, 1_690_314n]],
  ['modp16', [4096, 240_904n]],
  ['modp17', [6144, 929_484n]],
  ['modp18', [8192, 4_743_158n]],
]);

/** The arc tangent of 1/x, times `2 ** bits`. */
function arcTangent(x: bigint, bits: bigint): bigint {
  let term = (1n << bits) / x;
  let sum = term;
  for (let divisor = 3n, sign = -1n; term > 0n; divisor += 2n, sign = -sign) {
    term /= x * x;
    sum += (sign * term) / divisor;
  }
  return sum;
}

/** `2^n - 2^(n-64) - 1 + 2^64 * (floor(2^(n-130) * π) + addend)`, π by Machin's formula. */
function groupPrime(bits: number, addend: bigint): bigint {
  const guard = 64n;
  const precision = BigInt(bits - 130) + guard;
  const pi = 4n * (4n * arcTangent(5n, precision) - arcTangent(239n, precision));
  const size = BigInt(bits);
  return (1n << size) - (1n << (size - 64n)) - 1n + ((pi >> guard) + addend) * (1n << 64n);
}

export function findGroup(name: unknown): DiffieHellman {
  const group = groups.get(String(name));
  if (group === undefined) throw nodeError(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP', 'Unknown DH group');
  return new DiffieHellman(toBytes(groupPrime(...group)), 2);
}

/** `crypto.DiffieHellman` */
export class DiffieHellman {
  readonly #prime: bigint;
  readonly #generator: bigint;
  #privateKey: bigint | null = null;
  #publicKey: bigint | null = null;
  readonly verifyError: number = 0;

  /** A size in bits or a prime, then perhaps its encoding; a generator, then perhaps its. */
  constructor(sizeOrPrime: unknown, ...rest: unknown[]) {
    const hasEncoding = typeof sizeOrPrime !== 'number' && typeof rest[0] === 'string';
    const [generator, generatorEncoding] = hasEncoding ? rest.slice(1) : rest;
    this.#prime =
      typeof sizeOrPrime === 'number'
        ? generatePrime(sizeOrPrime, { isSafe: true })
        : toInteger(inputBytes(sizeOrPrime, hasEncoding ? rest[0] : undefined, 'sizeOrKey'));
    if (generator === undefined || typeof generator === 'number') this.#generator = BigInt(generator ?? 2);
    else this.#generator = toInteger(inputBytes(generator, generatorEncoding, 'generator'));
    if (this.#generator < 2n) throw nodeError(RangeError, 'ERR_OUT_OF_RANGE', 'error:0280007B:Diffie-Hellman routines::bad generator');
  }

  get #size(): number {
    return Math.ceil(bitLength(this.#prime) / 8);
  }

  generateKeys(encoding?: unknown): Buffer | string {
    this.#privateKey ??= 2n + (randomInteger(bitLength(this.#prime) + 64) % (this.#prime - 3n));
    this.#publicKey = modularPower(this.#generator, this.#privateKey, this.#prime);
    return this.getPublicKey(encoding);
  }

  computeSecret(other: unknown, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
    const value = toInteger(inputBytes(other, inputEncoding, 'otherPublicKey'));
    if (value <= 1n) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too small');
    if (value >= this.#prime - 1n) throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Supplied key is too large');
    if (this.#privateKey === null) throw nodeError(Error, 'ERR_CRYPTO_INVALID_KEYPAIR', 'No private key');
    return outputBytes(toBytes(modularPower(value, this.#privateKey, this.#prime), this.#size), outputEncoding);
  }

  getPrime = (encoding?: unknown): Buffer | string => outputBytes(toBytes(this.#prime), encoding);
  getGenerator = (encoding?: unknown): Buffer | string => outputBytes(toBytes(this.#generator), encoding);

  getPublicKey(encoding?: unknown): Buffer | string {
    if (this.#publicKey === null) throw nodeError(Error, 'ERR_CRYPTO_INVALID_KEYPAIR', 'No public key - did you forget to generate one?');
    return outputBytes(toBytes(this.#publicKey, this.#size), encoding);
  }

  getPrivateKey(encoding?: unknown): Buffer | string {
    if (this.#privateKey === null) throw nodeError(Error, 'ERR_CRYPTO_INVALID_KEYPAIR', 'No private key - did you forget to generate one?');
    return outputBytes(toBytes(this.#privateKey), encoding);
  }

  setPublicKey(key: unknown, encoding?: unknown): void {
    this.#publicKey = toInteger(inputBytes(key, encoding, 'key'));
  }

  setPrivateKey(key: unknown, encoding?: unknown): void {
    this.#privateKey = toInteger(inputBytes(key, encoding, 'key'));
  }
}

function toPrimeInteger(value: unknown, name: string): bigint | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'bigint' ? value : toInteger(inputBytes(value, undefined, name));
}

/** `crypto.generatePrimeSync` */
export function makePrime(size: unknown, given: unknown): ArrayBuffer | bigint {
  const options = typeof given === 'object' && given !== null ? given : {};
  const add = toPrimeInteger(Reflect.get(options, 'add'), 'options.add');
  const rem = toPrimeInteger(Reflect.get(options, 'rem'), 'options.rem');
  const isSafe = Reflect.get(options, 'safe') === true;
  const prime = generatePrime(Number(size), { isSafe, ...(add === undefined ? {} : { add }), ...(rem === undefined ? {} : { rem }) });
  return Reflect.get(options, 'bigint') === true ? prime : toBytes(prime).buffer;
}

/** `crypto.checkPrimeSync` */
export function testPrime(candidate: unknown, given: unknown): boolean {
  const options = typeof given === 'object' && given !== null ? given : {};
  const checks = Number(Reflect.get(options, 'checks') ?? 0);
  return isProbablePrime(toPrimeInteger(candidate, 'candidate') ?? 0n, checks || 64);
}
