import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateFunction } from '../../errors/validate.ts';
import type { BuiltinExports } from '../../node-host.ts';
import { isDeepEqual } from '../util/deep-equal.ts';
import type { AssertHost } from './assert-host.ts';
import type { Fail } from './comparisons.ts';

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

interface Caught {
  error: unknown;
}

/** One of the four assertions: its name appears in messages, and the stack starts at its caller. */
type Check = AnyFunction & { name: string };

/** The allowed types of an expected error: a class, a regular expression, a validation function, or an object of fields. */
const ERROR_TYPES = 'of type function or an instance of Error, RegExp, or Object';

function isThing(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isErrorClass(value: object): boolean {
  return Object.prototype.isPrototypeOf.call(Error, value);
}

/** Checks `instanceof` only if the function has a prototype. */
function isInstance(value: unknown, Class: AnyFunction): boolean {
  // Only its prototype distinguishes a class from an arrow function or method.
  return (Class as { prototype?: unknown }).prototype !== undefined && value instanceof (Class as unknown as new () => object);
}

function matches(text: unknown, expression: unknown): boolean {
  return typeof text === 'string' && expression instanceof RegExp && expression.test(text);
}

/** Holds only the compared fields, so that the message shows no others. */
class Comparison {
  constructor(source: object, keys: readonly string[], actual?: object) {
    for (const key of keys) {
      if (!(key in source)) continue;
      const wanted: unknown = Reflect.get(source, key);
      const found: unknown = actual === undefined ? undefined : Reflect.get(actual, key);
      Reflect.set(this, key, actual !== undefined && matches(found, wanted) ? found : wanted);
    }
  }
}

/** Checks whether a thrown value matches what was expected. */
class Expectation {
  constructor(
    private readonly host: AssertHost,
    private readonly fail: Fail,
    private readonly check: Check,
  ) {}

  compare(actual: unknown, expected: unknown, message: unknown): void {
    if (typeof expected === 'function') this.#compareWithFunction(actual, expected as AnyFunction, message);
    else if (expected instanceof RegExp) {
      const text = String(actual);
      if (expected.test(text)) return;
      const { inspect } = this.host;
      const generated = `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
      this.#refuse(actual, expected, message, generated);
    } else if (isThing(expected)) this.#compareWithFields(actual, expected, message);
  }

  #refuse(actual: unknown, expected: unknown, message: unknown, generated: string): never {
    const { check } = this;
    return this.fail({ actual, expected, message: message || generated, operator: check.name, stackStartFn: check }, !message);
  }

  #compareWithFunction(actual: unknown, expected: AnyFunction, message: unknown): void {
    if (isInstance(actual, expected)) return;
    const { inspect } = this.host;
    const isError = actual instanceof Error;
    if (isErrorClass(expected)) {
      const received = isError ? actual.name : inspect(actual, { depth: -1 });
      const said = isError ? `\n\nError message:\n\n${actual.message}` : '';
      this.#refuse(
        actual,
        expected,
        message,
        `The error is expected to be an instance of "${expected.name}". Received "${received}"${said}`,
      );
    }
    const answer: unknown = Reflect.apply(expected, {}, [actual]);
    if (answer === true) return;
    const name = expected.name === '' ? '' : `"${expected.name}" `;
    const said = isError ? `\n\nCaught error:\n\n${actual}` : '';
    this.#refuse(
      actual,
      expected,
      message,
      `The ${name}validation function is expected to return "true". Received ${inspect(answer)}${said}`,
    );
  }

  #compareWithFields(actual: unknown, expected: object, message: unknown): void {
    const { check } = this;
    const { AssertionError } = this.host;
    if (!isThing(actual)) {
      const error = new AssertionError({ actual, expected, message, operator: 'deepStrictEqual', stackStartFn: check });
      error.operator = check.name;
      throw error;
    }
    const keys = Object.keys(expected);
    if (expected instanceof Error) keys.push('name', 'message');
    else if (keys.length === 0) throw invalidArgumentValue('error', expected, 'may not be an empty object');
    for (const key of keys) {
      const wanted: unknown = Reflect.get(expected, key);
      if (matches(Reflect.get(actual, key), wanted)) continue;
      if (key in actual && isDeepEqual(Reflect.get(actual, key), wanted, 'strict')) continue;
      if (message) this.fail({ actual, expected, message, operator: check.name, stackStartFn: check });
      const error = new AssertionError({
        actual: new Comparison(actual, keys),
        expected: new Comparison(expected, keys, actual),
        operator: 'deepStrictEqual',
        stackStartFn: check,
      });
      error.actual = actual;
      error.expected = expected;
      error.operator = check.name;
      throw error;
    }
  }
}

/** Reads the arguments of `throws(call, 'message')`, where a string is the message and not an expectation. */
function readExpectation(error: unknown, given: unknown[]): [expected: unknown, message: unknown] {
  const [expected, message] = given;
  if (typeof expected !== 'string') {
    if (expected !== undefined && expected !== null && typeof expected !== 'object' && typeof expected !== 'function')
      throw invalidArgumentType('error', ERROR_TYPES, expected);
    return [expected, message];
  }
  if (given.length > 1) throw invalidArgumentType('error', ERROR_TYPES, expected);
  const said: unknown = isThing(error) ? Reflect.get(error, 'message') : error;
  if (said === expected)
    throw nodeError(
      TypeError,
      'ERR_AMBIGUOUS_ARGUMENT',
      `The "error/message" argument is ambiguous. The error ${isThing(error) ? 'message ' : ''}"${said}" is identical to the message.`,
    );
  return [undefined, expected];
}

function isPromiseLike(value: unknown): boolean {
  if (value instanceof Promise) return true;
  return isThing(value) && typeof Reflect.get(value, 'then') === 'function' && typeof Reflect.get(value, 'catch') === 'function';
}

function catchSync(call: unknown): Caught | null {
  validateFunction(call, 'fn');
  try {
    call();
    return null;
  } catch (error) {
    return { error };
  }
}

async function catchAsync(call: unknown, inspect: AssertHost['inspect']): Promise<Caught | null> {
  const promise: unknown = typeof call === 'function' ? call() : call;
  if (!isPromiseLike(promise)) {
    if (typeof call !== 'function') throw invalidArgumentType('promiseFn', 'of type function or an instance of Promise', call);
    const name: unknown = isThing(promise) ? promise.constructor?.name : undefined;
    const returned = name
      ? `an instance of ${String(name)}`
      : isThing(promise)
        ? inspect(promise, { depth: -1 })
        : `type ${typeof promise} (${inspect(promise)})`;
    const shown = promise === undefined || promise === null ? String(promise) : returned;
    throw nodeError(
      TypeError,
      'ERR_INVALID_RETURN_VALUE',
      `Expected instance of Promise to be returned from the "promiseFn" function but got ${shown}.`,
    );
  }
  try {
    await promise;
    return null;
  } catch (error) {
    return { error };
  }
}

export function createThrowChecks(host: AssertHost, fail: Fail): BuiltinExports {
  const expectFailure = (check: Check, kind: string, caught: Caught | null, given: unknown[]): void => {
    const [expected, message] = readExpectation(caught?.error, given);
    if (caught !== null) {
      if (expected) new Expectation(host, fail, check).compare(caught.error, expected, message);
      return;
    }
    const name: unknown = isThing(expected) || typeof expected === 'function' ? Reflect.get(expected, 'name') : undefined;
    const details = `${name ? ` (${String(name)})` : ''}${message ? `: ${String(message)}` : '.'}`;
    fail({ expected, operator: check.name, message: `Missing expected ${kind}${details}`, stackStartFn: check });
  };
  const expectNone = (check: Check, kind: string, caught: Caught | null, given: unknown[]): void => {
    if (caught === null) return;
    const { error } = caught;
    const [expected, message] = typeof given[0] === 'string' ? [undefined, given[0]] : given;
    if (expected && !isUnwanted(error, expected)) throw error;
    const said: unknown = isThing(error) ? Reflect.get(error, 'message') : undefined;
    const text = `Got unwanted ${kind}${message ? `: ${String(message)}` : '.'}\nActual message: "${said}"`;
    fail({ actual: error, expected, operator: check.name, message: text, stackStartFn: check });
  };
  return {
    throws: function throws(call: unknown, ...given: unknown[]): void {
      expectFailure(throws as Check, 'exception', catchSync(call), given);
    },
    rejects: async function rejects(call: unknown, ...given: unknown[]): Promise<void> {
      expectFailure(rejects as Check, 'rejection', await catchAsync(call, host.inspect), given);
    },
    doesNotThrow: function doesNotThrow(call: unknown, ...given: unknown[]): void {
      expectNone(doesNotThrow as Check, 'exception', catchSync(call), given);
    },
    doesNotReject: async function doesNotReject(call: unknown, ...given: unknown[]): Promise<void> {
      expectNone(doesNotReject as Check, 'rejection', await catchAsync(call, host.inspect), given);
    },
  };
}

function isUnwanted(error: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected !== 'function') throw invalidArgumentType('expected', 'of type function or an instance of RegExp', expected);
  if (isInstance(error, expected as AnyFunction)) return true;
  return !isErrorClass(expected) && Reflect.apply(expected, {}, [error]) === true;
}
