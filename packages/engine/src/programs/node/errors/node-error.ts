import { shownValue } from './shown-value.ts';

export type ErrorConstructorLike = new (message: string) => Error;

/** Creates an error with a Node code, displayed as in Node: `TypeError [ERR_X]: message`. */
export function nodeError(base: ErrorConstructorLike, code: string, message: string): Error & { code: string } {
  const error = new base(message);
  const stack = error.stack ?? '';
  const name = error.name;
  if (stack.startsWith(name)) {
    Object.defineProperty(error, 'stack', {
      value: `${name} [${code}]${stack.slice(name.length)}`,
      configurable: true,
      writable: true,
    });
  }
  Object.defineProperty(error, 'toString', { value: textWithCode, configurable: true, writable: true });
  return Object.assign(error, { code });
}

function textWithCode(this: Error & { code?: unknown }): string {
  return `${this.name} [${String(this.code)}]: ${this.message}`;
}

export function describeReceived(value: unknown): string {
  if (value === null || value === undefined) return `Received ${String(value)}`;
  if (typeof value === 'function') return `Received function ${value.name}`;
  if (typeof value === 'object') {
    const name: unknown = value.constructor?.name;
    return name ? `Received an instance of ${String(name)}` : `Received ${shownValue(value, { depth: -1 })}`;
  }
  if (typeof value !== 'string') return `Received type ${typeof value} (${shownValue(value)})`;
  const text = value.length > 28 ? `${value.slice(0, 25)}...` : value;
  return `Received type string (${text.includes("'") ? JSON.stringify(text) : `'${text}'`})`;
}

/** `expected` is in Node's wording: `of type string`, `one of type …`, `an instance of Buffer`. */
export function invalidArgumentType(name: string, expected: string, value: unknown): Error {
  // Names such as "first argument" are not quoted.
  const subject = name.endsWith(' argument') ? name : `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
  return nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', `The ${subject} must be ${expected}. ${describeReceived(value)}`);
}

/** `reason` is in Node's wording: `is invalid`, `must be one of: …`. */
export function invalidArgumentValue(name: string, value: unknown, reason = 'is invalid', base: ErrorConstructorLike = TypeError): Error {
  const shown = shownValue(value);
  const kind = name.includes('.') ? 'property' : 'argument';
  const text = shown.length > 128 ? `${shown.slice(0, 128)}...` : shown;
  return nodeError(base, 'ERR_INVALID_ARG_VALUE', `The ${kind} '${name}' ${reason}. Received ${text}`);
}

/** Formats digits in groups of three: `4_294_967_297`. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, '_');
}

function shownNumber(value: unknown): string {
  if (typeof value === 'bigint') return `${value > 2n ** 32n || value < -(2n ** 32n) ? grouped(String(value)) : value}n`;
  if (Number.isInteger(value) && Math.abs(value as number) > 2 ** 32) return grouped(String(value));
  return shownValue(value);
}

export function outOfRange(name: string, range: string, value: unknown): Error {
  return nodeError(
    RangeError,
    'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${shownNumber(value)}`,
  );
}

/** Creates the error for a feature that cannot exist in a browser. */
export function notSupported(feature: string, reason: string): Error {
  return nodeError(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${feature} is not available in the in-browser engine: ${reason}`);
}
