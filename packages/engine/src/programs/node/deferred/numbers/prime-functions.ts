import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';
import { validateBoolean, validateFunction, validateInt32, validateObject } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { isAnyArrayBuffer, optionOf, viewedBytes } from '../crypto/byte-arguments.ts';
import { answerLater } from '../crypto/later.ts';
import { opensslError } from '../keys/openssl-error.ts';
import { bitLength, isProbablePrime, toBytes, toInteger } from './big-integers.ts';
import { generatePrime, type PrimeRules } from './primes.ts';

const BIG_NUMBER = 'an instance of ArrayBuffer, TypedArray, Buffer, DataView, or bigint';
/** OpenSSL's own limit. */
const MOST_BYTES = 2 ** 26 - 1;

function readNumber(value: unknown, name: string): bigint {
  if (typeof value === 'bigint') {
    if (value < 0n) throw outOfRange(name, '>= 0', value);
    return value;
  }
  const bytes = ArrayBuffer.isView(value) || isAnyArrayBuffer(value) ? viewedBytes(value) : null;
  if (bytes === null) throw invalidArgumentType(name, BIG_NUMBER, value);
  if (bytes.length > MOST_BYTES) throw opensslError('01800072', 'bignum routines', 'bignum too long');
  return toInteger(bytes);
}

function optionalNumber(options: unknown, name: string): bigint | undefined {
  const value = optionOf(options, name);
  return value === undefined ? undefined : readNumber(value, `options.${name}`);
}

function checkGeneration(size: unknown, options: unknown): () => ArrayBuffer | bigint {
  validateInt32(size, 'size', 1);
  if (options !== undefined) validateObject(options, 'options');
  const [isSafe = false, isBigInt = false] = [optionOf(options, 'safe'), optionOf(options, 'bigint')];
  validateBoolean(isSafe, 'options.safe');
  validateBoolean(isBigInt, 'options.bigint');
  const [add, rem] = [optionalNumber(options, 'add'), optionalNumber(options, 'rem')];
  const invalid = (name: string) => nodeError(RangeError, 'ERR_OUT_OF_RANGE', `invalid options.${name}`);
  if (add !== undefined) {
    if (bitLength(add) > size) throw invalid('add');
    if (rem !== undefined && rem >= add) throw invalid('rem');
  }
  const rules: PrimeRules = { isSafe, ...(add === undefined ? {} : { add }), ...(rem === undefined ? {} : { rem }) };
  return () => {
    const prime = generatePrime(size, rules);
    return isBigInt ? prime : toBytes(prime).buffer;
  };
}

/** OpenSSL's default. */
const DEFAULT_CHECKS = 64;

function checkCandidate(candidate: unknown, options: unknown): () => boolean {
  const value = readNumber(candidate, 'candidate');
  if (options !== undefined) validateObject(options, 'options');
  const checks = optionOf(options, 'checks') ?? 0;
  validateInt32(checks, 'options.checks', 0);
  return () => isProbablePrime(value, checks || DEFAULT_CHECKS);
}

type Check = (value: unknown, options: unknown) => () => unknown;

const now =
  (check: Check) =>
  (...[value, options]: unknown[]) =>
    check(value, options)();

function later(check: Check) {
  return (host: NodeHost, ...[value, options, callback]: unknown[]): void => {
    const [given, done] = typeof options === 'function' ? [undefined, options] : [options, callback];
    const compute = check(value, given);
    validateFunction(done, 'callback');
    answerLater(host, done, compute);
  };
}

export const generatePrimeSync = now(checkGeneration);
export const generatePrimeLater = later(checkGeneration);
export const checkPrimeSync = now(checkCandidate);
export const checkPrimeLater = later(checkCandidate);
