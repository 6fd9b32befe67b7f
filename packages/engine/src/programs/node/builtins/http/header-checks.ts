import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';

export type HeaderValue = string | number | readonly string[];

const TOKEN = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
// Control characters other than tab, and characters outside Latin-1.
const INVALID_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

export function hasInvalidCharacter(value: unknown): boolean {
  return INVALID_VALUE.test(String(value));
}

export function isToken(value: unknown): boolean {
  return typeof value === 'string' && TOKEN.test(value);
}

export function checkHeaderName(name: unknown, label = 'Header name'): asserts name is string {
  if (!isToken(name)) throw nodeError(TypeError, 'ERR_INVALID_HTTP_TOKEN', `${label} must be a valid HTTP token ["${String(name)}"]`);
}

export function checkHeaderValue(name: string, value: unknown): void {
  if (value === undefined) throw nodeError(TypeError, 'ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "undefined" for header "${name}"`);
  if (hasInvalidCharacter(value)) throw invalidCharacter('header content', name);
}

export function invalidCharacter(place: string, name?: string): Error {
  return nodeError(TypeError, 'ERR_INVALID_CHAR', `Invalid character in ${place}${name === undefined ? '' : ` ["${name}"]`}`);
}

export function headersSent(action: string): Error {
  return nodeError(Error, 'ERR_HTTP_HEADERS_SENT', `Cannot ${action} headers after they are sent to the client`);
}

/** Returns the key under which a header is stored. */
export function headerKey(name: unknown): string {
  if (typeof name !== 'string') throw invalidArgumentType('name', 'of type string', name);
  return name.toLowerCase();
}

/** Returns `[name, value, …]` or `[[name, value], …]` as pairs. */
export function headerPairs(list: readonly unknown[]): [string, HeaderValue][] {
  if (Array.isArray(list[0])) return list as [string, HeaderValue][]; // Each item is a pair; like Node, this is not checked.
  if (list.length % 2 !== 0)
    throw nodeError(
      TypeError,
      'ERR_INVALID_ARG_VALUE',
      `The argument 'headers' is invalid. Received [ ${list.map((item) => `'${String(item)}'`).join(', ')} ]`,
    );
  const pairs: [string, HeaderValue][] = [];
  // Not validated here: invalid values throw when they are written.
  for (let index = 0; index < list.length; index += 2) pairs.push([list[index] as string, list[index + 1] as HeaderValue]);
  return pairs;
}

/** Reads `uniqueHeaders`: names, or lists of names, whose values are joined into one line. */
export function readUniqueHeaders(given: unknown): Set<string> | null {
  if (!Array.isArray(given)) return null;
  return new Set(
    given.map((item: unknown) =>
      Array.isArray(item) ? item.map((part) => String(part).toLowerCase()).join(';') : String(item).toLowerCase(),
    ),
  );
}
