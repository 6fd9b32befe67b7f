export type ErrorConstructorLike = new (message: string) => Error;

/** An error with a Node code, shown as Node shows it: `TypeError [ERR_X]: message`. */
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
  return Object.assign(error, { code });
}

export function describeReceived(value: unknown): string {
  if (value === null || value === undefined) return `Received ${String(value)}`;
  if (typeof value === 'function') return `Received function ${value.name}`;
  if (typeof value === 'object') {
    const name = value.constructor?.name;
    return name ? `Received an instance of ${name}` : 'Received [Object: null prototype] {}';
  }
  const text = typeof value === 'string' ? `'${value.length > 28 ? `${value.slice(0, 25)}...` : value}'` : String(value);
  return `Received type ${typeof value} (${text}${typeof value === 'bigint' ? 'n' : ''})`;
}

/** `expected` as Node words it: `of type string`, `one of type …`, `an instance of Buffer`. */
export function invalidArgumentType(name: string, expected: string, value: unknown): Error {
  const subject = name.includes('.') ? 'property' : 'argument';
  return nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" ${subject} must be ${expected}. ${describeReceived(value)}`);
}

export function outOfRange(name: string, range: string, value: unknown): Error {
  return nodeError(
    RangeError,
    'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${String(value)}`,
  );
}

/** For what cannot exist in a browser: says so instead of pretending. */
export function notSupported(feature: string, reason: string): Error {
  return nodeError(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${feature} is not available in the in-browser engine: ${reason}`);
}
