import type { SqliteLibrary } from '../../../../sqlite/sqlite-library.ts';

/** Creates an error as Node's C++ does: the code is only a property. */
export function codedError(Base: new (message: string) => Error, code: string, message: string): Error {
  return Object.assign(new Base(message), { code });
}

export const invalidState = (message: string) => codedError(Error, 'ERR_INVALID_STATE', message);
export const invalidType = (name: string, expected: string) =>
  codedError(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" argument must be ${expected}.`);

export function sqliteError(library: SqliteLibrary, code: number, message: string): Error {
  const errstr = library.readText(library.exports.sqlite3_errstr(code)) ?? '';
  return Object.assign(codedError(Error, 'ERR_SQLITE_ERROR', message), { errcode: code, errstr });
}

export function requireBoolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw invalidType(name, 'a boolean');
  return value;
}

type Options = Record<string, unknown>;

/** Returns the options object, or an empty one if it is undefined. */
export function readOptions(value: unknown): Options {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) throw invalidType('options', 'an object');
  // Its members are checked one by one.
  return value as Options;
}

export function booleanOption(options: Options, name: string, otherwise: boolean): boolean {
  return options[name] === undefined ? otherwise : requireBoolean(options[name], `options.${name}`);
}

export function stringOption(options: Options, name: string, otherwise: string): string {
  const value = options[name];
  if (value === undefined) return otherwise;
  if (typeof value !== 'string') throw invalidType(`options.${name}`, 'a string');
  return value;
}

export function functionOption<Value>(options: Options, name: string): ((...args: unknown[]) => Value) | null {
  const value = options[name];
  if (value === undefined) return null;
  if (typeof value !== 'function') throw invalidType(`options.${name}`, 'a function');
  // Its result is checked where it is used.
  return value as (...args: unknown[]) => Value;
}

/** Reads a path as Node's databases accept it. */
export function readPath(value: unknown, name: string): string {
  const problem = () => invalidType(name, 'a string, Uint8Array, or URL without null bytes');
  let path: string;
  if (typeof value === 'string') path = value;
  else if (value instanceof Uint8Array) path = new TextDecoder().decode(value);
  else if (typeof value === 'object' && value !== null && 'href' in value && typeof value.href === 'string') {
    path = value.href;
    if (!path.startsWith('file:')) throw codedError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file:');
  } else throw problem();
  if (path.includes('\0')) throw problem();
  return path;
}
