import { nativeCrypto } from '../../base/native-crypto.ts';

export function toInteger(bytes: Uint8Array): bigint {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(`0x${hex || '0'}`);
}

/** Returns big-endian bytes, of the given or the minimum length. */
export function toBytes(value: bigint, length = Math.max(1, Math.ceil(bitLength(value) / 8))): Uint8Array<ArrayBuffer> {
  const hex = value.toString(16).padStart(length * 2, '0');
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}

export function bitLength(value: bigint): number {
  if (value === 0n) return 0;
  const hex = value.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex.slice(0, 1), 16)) + 28;
}

const WINDOW_BITS = 4;

/**
 * Its time depends on the exponent. This is acceptable, because an attacker who could measure the time runs in the page that holds the key.
 */
export function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const powers = [1n % modulus];
  const first = base % modulus;
  for (let index = 1; index < 1 << WINDOW_BITS; index++) powers.push(((powers[index - 1] ?? 1n) * first) % modulus);
  let result = 1n % modulus;
  for (const digit of exponent.toString(1 << WINDOW_BITS)) {
    for (let bit = 0; bit < WINDOW_BITS; bit++) result = (result * result) % modulus;
    const value = Number.parseInt(digit, 1 << WINDOW_BITS);
    if (value > 0) result = (result * (powers[value] ?? 1n)) % modulus;
  }
  return result;
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}

/** Returns the inverse of `value`; the two must have no common divisor. */
export function modularInverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [value % modulus, modulus];
  let [factor, nextFactor] = [1n, 0n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return ((factor % modulus) + modulus) % modulus;
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  // The browser's limit is 65 536 bytes in one call.
  for (let offset = 0; offset < length; offset += 65_536) nativeCrypto().getRandomValues(bytes.subarray(offset, offset + 65_536));
  return bytes;
}

/** Returns a random integer below `2 ** bits`. */
export function randomInteger(bits: number): bigint {
  return toInteger(randomBytes(Math.ceil(bits / 8))) >> BigInt((8 - (bits % 8)) % 8);
}

const SIEVE_LIMIT = 400;

function smallPrimes(): number[] {
  const primes: number[] = [];
  for (let candidate = 2; candidate < SIEVE_LIMIT; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}

let sieve: number[] | null = null;

/** Runs the Miller–Rabin test. The error probability is below 4 to the power of -rounds, and far lower for random numbers. */
export function isProbablePrime(value: bigint, rounds = 20): boolean {
  if (value < 2n) return false;
  sieve ??= smallPrimes();
  for (const prime of sieve) if (value % BigInt(prime) === 0n) return value === BigInt(prime);
  let odd = value - 1n;
  let twos = 0;
  while ((odd & 1n) === 0n) {
    odd >>= 1n;
    twos++;
  }
  for (let round = 0; round < rounds; round++) {
    const base = round === 0 ? 2n : 2n + (randomInteger(bitLength(value) + 64) % (value - 3n));
    let power = modularPower(base, odd, value);
    if (power === 1n || power === value - 1n) continue;
    let isWitness = true;
    for (let index = 1; index < twos && isWitness; index++) {
      power = (power * power) % value;
      isWitness = power !== value - 1n;
    }
    if (isWitness) return false;
  }
  return true;
}
