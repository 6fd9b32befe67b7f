import { errorMessage } from '../../../../text/error-message.ts';
import { describeReceived, invalidArgumentType } from '../../errors/node-error.ts';
import type { Inspection } from '../../inspect/inspect.ts';
import type { BuiltinExports } from '../../node-host.ts';
import { isDeepEqual } from '../util/deep-equal.ts';
import { isPartOf } from '../util/partial-equal.ts';
import { describeDifference } from './assert-difference.ts';
import { describeFalsy } from './assert-falsy.ts';
import { createCallTracker } from './call-tracker.ts';

/** V8's own; the stack then begins at the caller of `from`. */
function hideFrames(error: Error, from: unknown): void {
  const capture: unknown = Reflect.get(Error, 'captureStackTrace');
  if (typeof capture === 'function') Reflect.apply(capture, Error, [error, from]);
}

type AnyFunction = (...args: unknown[]) => unknown;

interface FailureOptions {
  message?: unknown;
  actual?: unknown;
  expected?: unknown;
  operator?: string;
  stackStartFn?: unknown;
  /** Of several failures at once. */
  details?: unknown;
  /** The message is ours, though it is given. */
  isGenerated?: boolean;
}

function createAssertionError(inspection: Inspection) {
  return class AssertionError extends Error {
    readonly generatedMessage: boolean;
    readonly code = 'ERR_ASSERTION';
    readonly actual: unknown;
    readonly expected: unknown;
    readonly operator: string | undefined;
    constructor(options: FailureOptions) {
      const message = options.message === undefined ? describeDifference(inspection, options) : String(options.message);
      super(message);
      Object.defineProperty(this, 'name', { value: 'AssertionError', writable: true, configurable: true, enumerable: false });
      this.generatedMessage = options.message === undefined || options.isGenerated === true;
      this.actual = options.actual;
      this.expected = options.expected;
      this.operator = options.operator;
      if (options.details !== undefined) Object.assign(this, { details: options.details });
      if (typeof options.stackStartFn === 'function') hideFrames(this, options.stackStartFn);
      if (this.stack?.startsWith('AssertionError'))
        this.stack = this.stack.replace(/^AssertionError(?: \[ERR_ASSERTION\])?/, 'AssertionError [ERR_ASSERTION]');
    }

    /** What is compared may be large: below the first level it is only named. */
    [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: object): string {
      return inspection.inspect(this, { ...options, customInspect: false, depth: 0 });
    }
  };
}

/** Whether what was thrown is what was expected: a class, an expression, a function that says so, or an object of fields. */
function matchesExpected(error: unknown, expected: unknown): boolean {
  if (expected === undefined) return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') {
    // Whether it is a class is only known by its prototype.
    if (expected.prototype !== undefined && error instanceof (expected as unknown as new () => object)) return true;
    if (Object.prototype.isPrototypeOf.call(Error, expected)) return false;
    return (expected as AnyFunction)(error) === true;
  }
  if (typeof expected !== 'object' || expected === null || typeof error !== 'object' || error === null) return false;
  const names = new Set([...Object.keys(expected), ...(expected instanceof Error ? ['name', 'message'] : [])]);
  return [...names].every((name) => {
    const wanted: unknown = Reflect.get(expected, name);
    const found: unknown = Reflect.get(error, name);
    return wanted instanceof RegExp && typeof found === 'string' ? wanted.test(found) : isDeepEqual(found, wanted, true);
  });
}

function unwanted(value: unknown, inspection: Inspection): string {
  const message: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'message') : undefined;
  if (typeof message !== 'string') return inspection.inspect(value);
  return message === '' && (value as object).constructor ? (value as object).constructor.name : message;
}

type Fail = (options: FailureOptions, stackStartFn: unknown) => never;

/** What compares one value with another, or a text with an expression. */
function createComparisons(fail: Fail): BuiltinExports {
  const comparison = (operator: string, test: (actual: unknown, expected: unknown) => boolean) => {
    const compare = (actual: unknown, expected: unknown, message?: unknown): void => {
      if (!test(actual, expected)) fail({ actual, expected, message, operator }, compare);
    };
    return compare;
  };
  const matching = (operator: string, isWanted: boolean) => {
    const compare = (text: unknown, expression: unknown, message?: unknown): void => {
      if (!(expression instanceof RegExp)) throw invalidArgumentType('regexp', 'an instance of RegExp', expression);
      if (typeof text === 'string' && expression.test(text) === isWanted) return;
      const generated = `The "string" argument must be of type string. ${describeReceived(text)}`;
      const reason = message ?? (typeof text === 'string' ? undefined : generated);
      fail({ actual: text, expected: expression, message: reason, operator, isGenerated: message === undefined }, compare);
    };
    return compare;
  };
  // biome-ignore lint/suspicious/noDoubleEquals: that is what assert.equal promises
  const isLoose = (a: unknown, b: unknown) => a == b || (Number.isNaN(a) && Number.isNaN(b));
  return {
    equal: comparison('==', isLoose),
    notEqual: comparison('!=', (a, b) => !isLoose(a, b)),
    strictEqual: comparison('strictEqual', Object.is),
    notStrictEqual: comparison('notStrictEqual', (a, b) => !Object.is(a, b)),
    deepEqual: comparison('deepEqual', (a, b) => isDeepEqual(a, b, false)),
    notDeepEqual: comparison('notDeepEqual', (a, b) => !isDeepEqual(a, b, false)),
    deepStrictEqual: comparison('deepStrictEqual', (a, b) => isDeepEqual(a, b, true)),
    notDeepStrictEqual: comparison('notDeepStrictEqual', (a, b) => !isDeepEqual(a, b, true)),
    partialDeepStrictEqual: comparison('partialDeepStrictEqual', (a, b) => isPartOf(a, b)),
    match: matching('match', true),
    doesNotMatch: matching('doesNotMatch', false),
  };
}

export function createAssertModule(
  inspection: Inspection,
  readText: (path: string) => string,
  warn: (message: string, code: string) => void,
): BuiltinExports {
  const AssertionError = createAssertionError(inspection);
  const fail = (options: FailureOptions, stackStartFn: unknown): never => {
    if (options.message instanceof Error) throw options.message;
    throw new AssertionError({ ...options, stackStartFn });
  };
  const ok = (...args: unknown[]): void => {
    const [value, message] = args;
    if (value) return;
    const text =
      message ?? (args.length === 0 ? 'No value argument passed to `assert.ok()`' : describeFalsy(String(new Error().stack), readText));
    fail({ message: text, actual: value, expected: true, operator: '==', isGenerated: message === undefined }, ok);
  };
  const checks: Record<string, unknown> = {
    ok,
    fail: (...args: [first?: unknown, expected?: unknown, message?: unknown, operator?: string]) => {
      const [first, expected, message, operator] = args;
      if (args.length <= 1)
        fail({ message: first ?? 'Failed', operator: 'fail', isGenerated: first === undefined || first === null }, checks.fail);
      warn(
        'assert.fail() with more than one argument is deprecated. Please use assert.strictEqual() instead or only pass a message.',
        'DEP0094',
      );
      const sign = operator ?? (args.length === 2 ? '!=' : 'fail');
      const generated = `${inspection.inspect(first)} ${sign} ${inspection.inspect(expected)}`;
      fail({ message: message ?? generated, actual: first, expected, operator: sign, isGenerated: message === undefined }, checks.fail);
    },
    CallTracker: createCallTracker({
      fail: (message, details) => fail({ message, details }, undefined),
      warn: () => warn('assert.CallTracker is deprecated.', 'DEP0173'),
    }),
    ...createComparisons(fail),
    ifError: (value: unknown) => {
      if (value !== null && value !== undefined)
        fail(
          {
            message: `ifError got unwanted exception: ${unwanted(value, inspection)}`,
            actual: value,
            expected: null,
            operator: 'ifError',
          },
          checks.ifError,
        );
    },
    ...createThrowChecks(fail, inspection),
    AssertionError,
  };
  const assert = Object.assign((...args: unknown[]) => ok(...args), checks);
  const strict = Object.assign((...args: unknown[]) => ok(...args), checks, {
    equal: checks.strictEqual,
    notEqual: checks.notStrictEqual,
    deepEqual: checks.deepStrictEqual,
    notDeepEqual: checks.notDeepStrictEqual,
  });
  Object.assign(strict, { strict });
  // The module is the function.
  return Object.assign(assert, { strict }) as unknown as BuiltinExports;
}

/** Why a function did not accept what was thrown. */
function refusal(error: unknown, expected: AnyFunction & { prototype?: unknown }, inspection: Inspection): string {
  const isError = error instanceof Error;
  if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    const received = isError ? error.name : inspection.inspect(error, { depth: -1 });
    const said = isError ? `\n\nError message:\n\n${error.message}` : '';
    return `The error is expected to be an instance of "${expected.name}". Received "${received}"${said}`;
  }
  const name = expected.name === '' ? '' : `"${expected.name}" `;
  const result = inspection.inspect(expected(error));
  return `The ${name}validation function is expected to return "true". Received ${result}${isError ? `\n\nCaught error:\n\n${error}` : ''}`;
}

function createThrowChecks(
  fail: (options: FailureOptions, stackStartFn: unknown) => never,
  inspection: Inspection,
): Record<string, unknown> {
  const check = (caught: { error: unknown } | null, operator: string, given: unknown[]): void => {
    const [expected, message] = typeof given[0] === 'string' ? [undefined, given[0]] : given;
    if (caught === null) {
      const name = typeof expected === 'function' && expected.name !== '' ? ` (${expected.name})` : '';
      const kind = operator === 'rejects' ? 'rejection' : 'exception';
      fail(
        { message: `Missing expected ${kind}${name}${message === undefined ? '.' : `: ${String(message)}`}`, expected, operator },
        check,
      );
    } else if (!matchesExpected(caught.error, expected)) {
      if (typeof expected === 'object' && !(expected instanceof RegExp)) fail({ message, actual: caught.error, expected, operator }, check);
      if (typeof expected === 'function') {
        const generated = refusal(caught.error, expected as AnyFunction, inspection);
        fail({ message: message ?? generated, actual: caught.error, expected, operator, isGenerated: message === undefined }, check);
      }
      fail(
        {
          message: message ?? `The input did not match the regular expression ${String(expected)}. Input:\n\n'${String(caught.error)}'\n`,
          actual: caught.error,
          expected,
          operator,
        },
        check,
      );
    }
  };
  const catchSync = (call: unknown): { error: unknown } | null => {
    if (typeof call !== 'function') throw invalidArgumentType('fn', 'of type function', call);
    try {
      call();
      return null;
    } catch (error) {
      return { error };
    }
  };
  const catchAsync = async (call: unknown): Promise<{ error: unknown } | null> => {
    const promise: unknown = typeof call === 'function' ? call() : call;
    try {
      await promise;
      return null;
    } catch (error) {
      return { error };
    }
  };
  const refuse = (caught: { error: unknown } | null, operator: string, message: unknown): void => {
    if (caught === null) return;
    const text = errorMessage(caught.error);
    const kind = operator === 'doesNotReject' ? 'rejection' : 'exception';
    fail(
      {
        message: `Got unwanted ${kind}${message === undefined ? '.' : `: ${String(message)}`}\nActual message: "${text}"`,
        actual: caught.error,
        operator,
      },
      refuse,
    );
  };
  return {
    throws: (call: unknown, ...given: unknown[]) => check(catchSync(call), 'throws', given),
    rejects: async (call: unknown, ...given: unknown[]) => check(await catchAsync(call), 'rejects', given),
    doesNotThrow: (call: unknown, message?: unknown) => refuse(catchSync(call), 'doesNotThrow', message),
    doesNotReject: async (call: unknown, message?: unknown) => refuse(await catchAsync(call), 'doesNotReject', message),
  };
}
