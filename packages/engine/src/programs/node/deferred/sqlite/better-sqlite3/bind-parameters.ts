import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import type { SqliteConnection } from '../../../../sqlite/sqlite-connection.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';

/** Named parameters: the name without `:`, `@` or `$`, and the index. */
export type ParameterNames = ReadonlyMap<string, number>;

export function readParameterNames(connection: SqliteConnection, statement: Pointer): ParameterNames {
  const count = connection.library.exports.sqlite3_bind_parameter_count(statement);
  const names = new Map<string, number>();
  for (let index = 1; index <= count; index += 1) {
    const name = connection.parameterName(statement, index);
    if (name !== null) names.set(name.slice(1), index);
  }
  return names;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm (vm) is plain, too, if its prototype has no prototype.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function bindValue(connection: SqliteConnection, statement: Pointer, index: number, value: unknown): void {
  switch (connection.bind(statement, index, value)) {
    case SqliteCode.OK:
      return;
    case null:
      throw new TypeError('SQLite3 can only bind numbers, strings, bigints, buffers, and null');
    case SqliteCode.TOOBIG:
      throw new RangeError('The bound string, buffer, or bigint is too big');
    case SqliteCode.RANGE:
      throw new RangeError('Too many parameter values were provided');
    default:
      throw new Error('An unexpected error occured while trying to bind parameters');
  }
}

/** Binds the arguments of a call to a statement: values and arrays of them in order, and one object for named parameters. */
export function bindParameters(
  connection: SqliteConnection,
  statement: Pointer,
  names: () => ParameterNames,
  args: readonly unknown[],
): void {
  let place = 0;
  let bound = 0;
  let isObjectSeen = false;
  const bindNext = (value: unknown) => {
    do place += 1;
    while (connection.parameterName(statement, place) !== null);
    bindValue(connection, statement, place, value);
    bound += 1;
  };
  const bindNamed = (given: object) => {
    if (isObjectSeen) throw new TypeError('You cannot specify named parameters in two different objects');
    isObjectSeen = true;
    for (const [name, index] of names()) {
      if (!Object.hasOwn(given, name)) throw new RangeError(`Missing named parameter "${name}"`);
      bindValue(connection, statement, index, Reflect.get(given, name));
      bound += 1;
    }
  };
  for (const arg of args) {
    if (Array.isArray(arg)) {
      for (let index = 0; index < arg.length; index += 1) bindNext(arg[index]);
    } else if (typeof arg === 'object' && arg !== null && !ArrayBuffer.isView(arg) && isPlain(arg)) bindNamed(arg);
    else if (typeof arg === 'object' && arg !== null && !ArrayBuffer.isView(arg) && names().size > 0)
      throw new TypeError('Named parameters can only be passed within plain objects');
    else bindNext(arg);
  }
  const wanted = connection.library.exports.sqlite3_bind_parameter_count(statement);
  if (bound > wanted) throw new RangeError('Too many parameter values were provided');
  if (bound === wanted) return;
  if (!isObjectSeen && names().size > 0) throw new TypeError('Missing named parameters');
  throw new RangeError('Too few parameter values were provided');
}
