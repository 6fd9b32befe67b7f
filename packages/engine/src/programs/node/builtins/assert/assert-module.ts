import { nodeError } from '../../errors/node-error.ts';
import { validateOneOf } from '../../errors/validate.ts';
import type { Inspection } from '../../inspect/inspect.ts';
import type { BuiltinExports, NodeHost } from '../../node-host.ts';
import { type AssertHost, createAssertHost } from './assert-host.ts';
import { type AssertOptions, createComparisons, createFail, type Fail } from './comparisons.ts';
import { describeFalsy } from './describe-falsy.ts';
import { createThrowChecks } from './throw-checks.ts';

type AnyFunction = (...args: unknown[]) => unknown;

const STRICT_NAMES = [
  ['equal', 'strictEqual'],
  ['notEqual', 'notStrictEqual'],
  ['deepEqual', 'deepStrictEqual'],
  ['notDeepEqual', 'notDeepStrictEqual'],
] as const;

const FAIL_IS_DEPRECATED =
  'assert.fail() with more than one argument is deprecated. Please use assert.strictEqual() instead or only pass a message.';

function unwanted(value: unknown, { inspect }: AssertHost): string {
  const message: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'message') : undefined;
  if (typeof message !== 'string') return inspect(value);
  return message === '' && (value as object).constructor ? (value as object).constructor.name : message;
}

/** Creates `assert`, `assert.ok` or `assert.strict`. Each is its own function, because the stack starts at its caller. */
function createOk(host: AssertHost, fail: Fail, name: string): AnyFunction {
  const ok = (...args: unknown[]): void => {
    const [value, message] = args;
    if (value) return;
    const isGiven = message !== undefined && message !== null;
    const text = isGiven
      ? message
      : args.length === 0
        ? 'No value argument passed to `assert.ok()`'
        : describeFalsy(String(new Error().stack), host.readText);
    fail({ message: text, actual: value, expected: true, operator: '==', stackStartFn: ok }, !isGiven);
  };
  return Object.defineProperty(ok, 'name', { value: name });
}

function createFailCheck(host: AssertHost, createError: Fail): AnyFunction {
  return function fail(...args: unknown[]): void {
    // Indexes avoid the array iterator, which a program may have changed.
    const { 0: actual, 1: expected, 2: message, 3: operator, 4: stackStartFn = fail } = args;
    const hasNothing = args.length <= 1 && (actual === undefined || actual === null);
    if (args.length <= 1) {
      const said = hasNothing ? 'Failed' : actual;
      createError({ message: said, operator: 'fail', stackStartFn }, hasNothing ? true : undefined);
    }
    host.deprecate(FAIL_IS_DEPRECATED, 'DEP0094');
    createError({
      actual,
      expected,
      message,
      operator: args.length === 2 ? '!=' : ((operator as string | undefined) ?? 'fail'),
      stackStartFn,
    });
  };
}

function createIfError(host: AssertHost): AnyFunction {
  return function ifError(value: unknown): void {
    if (value === null || value === undefined) return;
    const message = `ifError got unwanted exception: ${unwanted(value, host)}`;
    const error = new host.AssertionError({ actual: value, expected: null, operator: 'ifError', message, stackStartFn: ifError });
    if (typeof value === 'object') error.stack = host.messages().joinStacks(error.stack ?? '', Reflect.get(value, 'stack'));
    throw error;
  };
}

function createAssertClass({ AssertionError }: AssertHost, checks: BuiltinExports, known: WeakMap<object, AssertOptions>): unknown {
  function Assert(this: object, given?: AssertOptions & { strict?: boolean }): void {
    if (new.target === undefined)
      throw nodeError(TypeError, 'ERR_CONSTRUCT_CALL_REQUIRED', 'Class constructor Assert cannot be invoked without `new`');
    const options = { strict: true, ...given };
    if (options.diff !== undefined) validateOneOf(options.diff, 'options.diff', ['simple', 'full']);
    known.set(this, options);
    Object.assign(this, { AssertionError });
    if (options.strict) for (const [name, strictName] of STRICT_NAMES) Object.assign(this, { [name]: checks[strictName] });
  }
  Object.assign(Assert.prototype, checks);
  return Assert;
}

export function createAssertModule(nodeHost: NodeHost, inspection: Inspection): BuiltinExports {
  const host = createAssertHost(nodeHost, inspection);
  const fail = createFail(host);
  const instances = new WeakMap<object, AssertOptions>();
  const optionsOf = (self: unknown) => (typeof self === 'object' && self !== null ? (instances.get(self) ?? {}) : {});
  const checks: BuiltinExports = {
    ok: createOk(host, fail, 'ok'),
    fail: createFailCheck(host, fail),
    ...createComparisons(host, fail, optionsOf),
    ...createThrowChecks(host, fail),
    ifError: createIfError(host),
  };
  const members = Object.defineProperty({ AssertionError: host.AssertionError, ...checks }, 'CallTracker', {
    enumerable: true,
    configurable: true,
    get() {
      const made = host.messages().createCallTracker({
        fail: (message, details) => fail({ message, details: details.slice() }),
        warn: () => host.deprecate('assert.CallTracker is deprecated.', 'DEP0173'),
        isExiting: () => (nodeHost.builtin('process') as { _exiting?: boolean })._exiting === true,
      });
      Object.defineProperty(members, 'CallTracker', { value: made, enumerable: true, configurable: true, writable: true });
      return made;
    },
  });
  const Assert = createAssertClass(host, checks, instances);
  const assert = createOk(host, fail, 'ok');
  const strict = createOk(host, fail, 'strict');
  for (const target of [assert, strict]) {
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));
    Object.assign(target, { Assert, strict });
  }
  for (const [name, strictName] of STRICT_NAMES) Object.assign(strict, { [name]: checks[strictName] });
  // The module's export is the function itself.
  return assert as unknown as BuiltinExports;
}
