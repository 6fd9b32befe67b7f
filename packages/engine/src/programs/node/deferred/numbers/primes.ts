import { opensslError } from '../keys/openssl-error.ts';
import { isProbablePrime, modularPower, randomInteger } from './big-integers.ts';

export interface PrimeRules {
  /** Whether `(p - 1) / 2` must be prime too. */
  isSafe?: boolean;
  /** Requires `p % add === rem`. */
  add?: bigint;
  rem?: bigint;
}

const PLAIN_SIEVE = 1 << 14;
const SAFE_SIEVE = 1 << 21;
/** The number of candidates sieved at once. */
const PLAIN_STEPS = 1 << 12;
const SAFE_STEPS = 1 << 16;
/** Below this size a candidate may itself be one of the small primes. */
const SIEVED_BITS = 64;
/** The rounds that suffice for random numbers of 512 bits and more (FIPS 186-5, table B.1). */
const RANDOM_ROUNDS = 8;
const MANY_ROUNDS = 40;
const LEAST_SAFE_BITS = 6;
/** Below this value the full test is as fast. */
const SMALLEST_TESTED = 1000n;

const sieves = new Map<number, Uint32Array>();

/** Returns the odd primes below the limit. */
function primesBelow(limit: number): Uint32Array {
  const known = sieves.get(limit);
  if (known !== undefined) return known;
  const isComposite = new Uint8Array(limit);
  const primes: number[] = [];
  for (let candidate = 3; candidate < limit; candidate += 2) {
    if (isComposite[candidate] === 1) continue;
    primes.push(candidate);
    for (let multiple = candidate * candidate; multiple < limit; multiple += 2 * candidate) isComposite[multiple] = 1;
  }
  const found = Uint32Array.from(primes);
  sieves.set(limit, found);
  return found;
}

/** The maximum product of primes for one division. */
const PRODUCT_LIMIT = 2 ** 52;

/** Returns the remainder for each prime: one big division for several primes, then ordinary arithmetic. */
function remainders(value: bigint, primes: Uint32Array): Uint32Array {
  const rests = new Uint32Array(primes.length);
  for (let from = 0; from < primes.length; ) {
    let product = 1;
    let end = from;
    while (end < primes.length && product * (primes[end] ?? 1) < PRODUCT_LIMIT) product *= primes[end++] ?? 1;
    const rest = Number(value % BigInt(product));
    for (; from < end; from++) rests[from] = rest % (primes[from] ?? 1);
  }
  return rests;
}

/**
 * Returns a list with 0 for each `base + index * step` without small prime factors and 1 for the others. For safe primes, `(p - 1) / 2`
 * must have none either.
 */
function survivors(base: bigint, step: bigint, isSafe: boolean): Uint8Array {
  const hits = new Uint8Array(isSafe ? SAFE_STEPS : PLAIN_STEPS);
  const primes = primesBelow(isSafe ? SAFE_SIEVE : PLAIN_SIEVE);
  const [rests, stepRests] = [remainders(base, primes), remainders(step, primes)];
  primes.forEach((prime, index) => {
    const [rest, stepRest] = [rests[index] ?? 0, stepRests[index] ?? 0];
    if (stepRest === 0) return;
    const inverse = smallInverse(stepRest, prime);
    mark(hits, (((prime - rest) % prime) * inverse) % prime, prime);
    if (isSafe) mark(hits, (((prime + 1 - rest) % prime) * inverse) % prime, prime);
  });
  return hits;
}

function smallInverse(value: number, modulus: number): number {
  let [rest, next, factor, nextFactor] = [value, modulus, 1, 0];
  while (next !== 0) {
    const quotient = Math.floor(rest / next);
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return ((factor % modulus) + modulus) % modulus;
}

function mark(hits: Uint8Array, from: number, step: number): void {
  for (let index = from; index < hits.length; index += step) hits[index] = 1;
}

/** Runs Fermat's test with base two, whose powers are shifts. */
function passesForTwo(value: bigint): boolean {
  if (value <= SMALLEST_TESTED) return true;
  let result = 1n;
  for (const digit of (value - 1n).toString(16)) {
    for (let bit = 0; bit < 4; bit++) result = (result * result) % value;
    result = (result << BigInt(Number.parseInt(digit, 16))) % value;
  }
  return result === 1n;
}

function isWanted(candidate: bigint, isSafe: boolean, rounds: number): boolean {
  if (!isSafe) return passesForTwo(candidate) && isProbablePrime(candidate, rounds);
  const half = candidate >> 1n;
  // The fast test of both numbers comes first, because most candidates fail it.
  return passesForTwo(half) && passesForTwo(candidate) && isProbablePrime(half, rounds) && isProbablePrime(candidate, rounds);
}

interface Search {
  bits: number;
  isSafe: boolean;
  step: bigint;
  /** The remainder of a candidate divided by the step. */
  rest: bigint;
  /** The smallest candidate. */
  least: bigint;
}

function searchOf(bits: number, { isSafe = false, add, rem }: PrimeRules): Search {
  // With the two highest bits set, a product of two primes has the full length.
  const top = 1n << BigInt(bits - 1);
  if (add !== undefined) return { bits, isSafe, step: add, rest: rem ?? (isSafe ? 3n : 1n), least: top };
  const least = bits > 1 ? top | (top >> 1n) : top;
  // Larger safe primes have remainder 11 modulo 12, so neither they nor their halves are multiples of 2 or 3.
  if (isSafe && bits > 4) return { bits, isSafe, step: 12n, rest: 11n, least };
  return { bits, isSafe, step: 2n, rest: 1n, least };
}

export function generatePrime(bits: number, rules: PrimeRules = {}): bigint {
  const search = searchOf(bits, rules);
  const { isSafe, step, rest, least } = search;
  if (rules.add === undefined) {
    const isTooSmall = bits < 2 || (isSafe && bits < LEAST_SAFE_BITS && bits !== 3);
    if (isTooSmall) throw opensslError('0180007B', 'bignum routines', 'bits too small');
    if (bits === 2) return 3n;
  }
  const rounds = bits >= 512 ? RANDOM_ROUNDS : MANY_ROUNDS;
  const end = 1n << BigInt(bits);
  for (;;) {
    const drawn = least + (randomInteger(bits + 64) % (end - least));
    let base = drawn - (drawn % step) + rest;
    if (base < least) base += step;
    const hits = bits > SIEVED_BITS ? survivors(base, step, isSafe) : new Uint8Array(1);
    for (let index = 0; index < hits.length; index++) {
      if (hits[index] === 1) continue;
      const candidate = base + BigInt(index) * step;
      if (candidate >= end) break;
      if (isWanted(candidate, isSafe, rounds)) return candidate;
    }
  }
}

export interface DsaParameters {
  p: bigint;
  q: bigint;
  g: bigint;
}

/** Generates parameters as in FIPS 186-4, A.1 and A.2, with random primes: `q` divides `p - 1`, and `g` has order `q`. */
export function generateDsaParameters(bits: number, divisorBits: number): DsaParameters {
  const q = generatePrime(divisorBits);
  const p = generatePrime(bits, { add: 2n * q, rem: 1n });
  const exponent = (p - 1n) / q;
  for (let seed = 2n; ; seed++) {
    const g = modularPower(seed, exponent, p);
    if (g > 1n) return { p, q, g };
  }
}
