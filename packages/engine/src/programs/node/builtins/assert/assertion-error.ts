import { validateObject } from '../../errors/validate.ts';
import type { Inspection } from '../../inspect/inspect.ts';

export interface FailureOptions {
  message?: unknown;
  actual?: unknown;
  expected?: unknown;
  operator?: string | undefined;
  stackStartFn?: unknown;
  /** Kept for compatibility with older versions. */
  stackStartFunction?: unknown;
  /** The details of several failures reported at once. */
  details?: readonly object[];
  diff?: unknown;
}

/** Writes the message of a failed assertion with that operator. */
export type DescribeFailure = (failure: FailureOptions) => string;

export type AssertionErrorClass = ReturnType<typeof createAssertionError>;

const WITH_DIFF: ReadonlySet<unknown> = new Set(['deepStrictEqual', 'strictEqual', 'partialDeepStrictEqual']);
const MAX_LINES = 10;
const MAX_LENGTH = 512;
const LINE_SEPARATOR = '\n';

/** Uses V8's `captureStackTrace`, so that the stack starts at the caller of `from`. */
function captureStack(error: Error, from: unknown): void {
  const capture: unknown = Reflect.get(Error, 'captureStackTrace');
  if (typeof capture === 'function') Reflect.apply(capture, Error, typeof from === 'function' ? [error, from] : [error]);
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lines = value.split(LINE_SEPARATOR, MAX_LINES + 1);
  if (lines.length > MAX_LINES) return `${lines.slice(0, MAX_LINES).join(LINE_SEPARATOR)}\n...`;
  return value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}...` : value;
}

/** Copies an error without its stack, because the stacks of two errors always differ. */
function withoutStack(error: Error): object {
  const copy: object = Object.assign(Object.create(Object.getPrototypeOf(error)), error);
  Object.defineProperty(copy, 'message', { value: error.message, configurable: true });
  if (Object.hasOwn(error, 'cause')) {
    const { cause } = error;
    Object.defineProperty(copy, 'cause', { value: cause instanceof Error ? withoutStack(cause) : cause, configurable: true });
  }
  return copy;
}

export function createAssertionError(inspection: Inspection, describe: DescribeFailure) {
  return class AssertionError extends Error {
    declare generatedMessage: boolean;
    declare code: string;
    declare actual: unknown;
    declare expected: unknown;
    declare operator: string | undefined;
    declare diff: unknown;

    constructor(options: FailureOptions) {
      validateObject(options, 'options');
      const { message, operator, details, diff = 'simple' } = options;
      let { actual, expected } = options;
      const isGiven = message !== undefined && message !== null;
      if (!isGiven && actual instanceof Error && expected instanceof Error && 'stack' in actual && 'stack' in expected) {
        actual = withoutStack(actual);
        expected = withoutStack(expected);
      }
      super(isGiven && !WITH_DIFF.has(operator) ? String(message) : describe({ ...options, actual, expected, diff }));
      this.generatedMessage = !message;
      const name = { enumerable: false, writable: true, configurable: true };
      Object.defineProperty(this, 'name', { ...name, value: 'AssertionError [ERR_ASSERTION]' });
      this.code = 'ERR_ASSERTION';
      if (details !== undefined) {
        this.actual = undefined;
        this.expected = undefined;
        this.operator = undefined;
        for (const [at, detail] of details.entries())
          for (const key of ['message', 'actual', 'expected', 'operator', 'stack'])
            Reflect.set(this, `${key === 'stack' ? 'stack trace' : key} ${at}`, Reflect.get(detail, key));
      } else {
        this.actual = actual;
        this.expected = expected;
        this.operator = operator;
      }
      captureStack(this, options.stackStartFn || options.stackStartFunction);
      // V8 builds the stack when it is first read, with the error's name at that time.
      void this.stack;
      this.name = 'AssertionError';
      this.diff = diff;
    }

    override toString(): string {
      return `${this.name} [${this.code}]: ${this.message}`;
    }

    /** Shortens the compared values, which may be large, and does not expand them below the first level. */
    [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: object): string {
      const { actual, expected } = this;
      this.actual = shortened(actual);
      this.expected = shortened(expected);
      const text = inspection.inspect(this, { ...options, customInspect: false, depth: 0 });
      this.actual = actual;
      this.expected = expected;
      return text;
    }
  };
}
