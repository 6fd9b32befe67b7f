import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { BuiltinExports } from '../../node-host.ts';
import { type EqualityMode, isDeepEqual } from '../util/deep-equal.ts';
import type { AssertHost } from './assert-host.ts';
import type { FailureOptions } from './assertion-error.ts';

/** Options of an `assert.Assert` instance. */
export interface AssertOptions {
  diff?: string;
  skipPrototype?: boolean;
}

/** Throws the error that the caller passed as the message, or an `AssertionError`. */
export type Fail = (options: FailureOptions, isGenerated?: boolean) => never;

export function createFail({ AssertionError }: Pick<AssertHost, 'AssertionError'>): Fail {
  return (options, isGenerated) => {
    if (options.message instanceof Error) throw options.message;
    const error = new AssertionError(options);
    if (isGenerated !== undefined) error.generatedMessage = isGenerated;
    throw error;
  };
}

type Test = (actual: unknown, expected: unknown, options: AssertOptions) => boolean;

// biome-ignore lint/suspicious/noDoubleEquals: that is what assert.equal promises
const isLoose: Test = (a, b) => a == b || (Number.isNaN(a) && Number.isNaN(b));
const deeply =
  (mode: EqualityMode): Test =>
  (a, b, { skipPrototype }) =>
    isDeepEqual(a, b, mode === 'strict' && skipPrototype === true ? 'structural' : mode);
const not =
  (test: Test): Test =>
  (...given) =>
    !test(...given);

const tests: readonly (readonly [name: string, test: Test, operator?: string])[] = [
  ['equal', isLoose, '=='],
  ['notEqual', not(isLoose), '!='],
  ['strictEqual', (a, b) => Object.is(a, b)],
  ['notStrictEqual', (a, b) => !Object.is(a, b)],
  ['deepEqual', deeply('loose')],
  ['notDeepEqual', not(deeply('loose'))],
  ['deepStrictEqual', deeply('strict')],
  ['notDeepStrictEqual', not(deeply('strict'))],
  ['partialDeepStrictEqual', deeply('partial')],
];

/** Creates the assertions that compare two values, or match a string against a regular expression. */
export function createComparisons(host: AssertHost, fail: Fail, optionsOf: (self: unknown) => AssertOptions): BuiltinExports {
  const checks: BuiltinExports = {};
  for (const [name, test, operator = name] of tests) {
    const compare = {
      // The function's own name appears in stacks and messages.
      [name](this: unknown, ...args: [actual?: unknown, expected?: unknown, message?: unknown]): void {
        if (args.length < 2) throw nodeError(TypeError, 'ERR_MISSING_ARGS', 'The "actual" and "expected" arguments must be specified');
        const [actual, expected, message] = args;
        const options = optionsOf(this);
        if (test(actual, expected, options)) return;
        fail({ actual, expected, message, operator, stackStartFn: compare, ...(options.diff === undefined ? {} : { diff: options.diff }) });
      },
    }[name];
    checks[name] = compare;
  }
  const matching = (name: 'match' | 'doesNotMatch', reason: string) => {
    const compare = (text: unknown, expression: unknown, message?: unknown): void => {
      if (!(expression instanceof RegExp)) throw invalidArgumentType('regexp', 'an instance of RegExp', expression);
      if (typeof text === 'string' && (RegExp.prototype.exec.call(expression, text) !== null) === (name === 'match')) return;
      const generated =
        typeof text === 'string'
          ? `${reason} ${host.inspect(expression)}. Input:\n\n${host.inspect(text)}\n`
          : `The "string" argument must be of type string. Received type ${typeof text} (${host.inspect(text)})`;
      fail({ actual: text, expected: expression, message: message || generated, operator: name, stackStartFn: compare }, !message);
    };
    return Object.defineProperty(compare, 'name', { value: name });
  };
  checks.match = matching('match', 'The input did not match the regular expression');
  checks.doesNotMatch = matching('doesNotMatch', 'The input was expected to not match the regular expression');
  return checks;
}
