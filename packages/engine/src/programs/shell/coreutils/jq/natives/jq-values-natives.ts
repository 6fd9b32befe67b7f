import { errorMessage } from '../../../../../text/error-message.ts';
import { textOf } from '../jq-format.ts';
import type { JqFilter, JqItem } from '../jq-items.ts';
import { made, valuesOf } from '../jq-items.ts';
import { JsonReader, toJson } from '../jq-json.ts';
import type { JqNative } from '../jq-machine.ts';
import { split } from '../jq-operators.ts';
import { indexesOf } from '../jq-paths.ts';
import type { JqValue } from '../jq-value.ts';
import { compareValues, described, isArray, isObject, JqError, sortedKeys, typeName } from '../jq-value.ts';
import { dateFunctions } from './jq-dates.ts';
import type { JqFunction } from './jq-function.ts';
import { mathFunctions } from './jq-math.ts';
import { grouped } from './jq-sorting.ts';

/** Plain functions of values; each combination of the arguments' values is one call. */
export const valueNatives: ReadonlyMap<string, JqNative> = new Map<string, JqNative>(
  (
    [
      ['length/0', length],
      ['utf8bytelength/0', (value) => new TextEncoder().encode(text(value, 'only strings have UTF-8 byte length')).length],
      ['type/0', typeName],
      ['keys/0', keys],
      ['keys_unsorted/0', (value) => (isObject(value) ? [...value.keys()] : keys(value))],
      ['has/1', has],
      ['contains/1', contains],
      ['tojson/0', (value) => toJson(value)],
      ['fromjson/0', fromJson],
      ['tostring/0', textOf],
      ['tonumber/0', toNumber],
      ['sort/0', (value) => [...list(value, 'cannot be sorted, as it is not an array')].sort(compareValues)],
      [
        'unique/0',
        (value) =>
          grouped(
            [...list(value, 'cannot be sorted, as it is not an array')].sort(compareValues).map((item) => ({ key: item, value: item })),
          ).map(([first]) => first?.value ?? null),
      ],
      [
        'min/0',
        (value) =>
          list(value, 'cannot be iterated over').reduce<JqValue>(
            (least, item, index) => (index === 0 || compareValues(item, least) < 0 ? item : least),
            null,
          ),
      ],
      [
        'max/0',
        (value) =>
          list(value, 'cannot be iterated over').reduce<JqValue>(
            (most, item, index) => (index === 0 || compareValues(item, most) >= 0 ? item : most),
            null,
          ),
      ],
      ['reverse/0', reverse],
      ['flatten/1', (value, depth) => flatten(list(value, 'cannot be flattened'), depth)],
      ['join/1', join],
      ['split/1', (value, separator) => split(text(value, 'and cannot be split'), text(separator, 'is no separator'))],
      [
        'ascii_downcase/0',
        (value) => text(value, 'cannot be lowercased', 'ascii_downcase').replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
      ],
      [
        'ascii_upcase/0',
        (value) => text(value, 'cannot be uppercased', 'ascii_upcase').replace(/[a-z]/g, (letter) => letter.toUpperCase()),
      ],
      [
        'ltrimstr/1',
        (value, prefix) =>
          typeof value === 'string' && typeof prefix === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : value,
      ],
      [
        'rtrimstr/1',
        (value, suffix) =>
          typeof value === 'string' && typeof suffix === 'string' && suffix !== '' && value.endsWith(suffix)
            ? value.slice(0, -suffix.length)
            : value,
      ],
      ['trimstr/1', trimEdges],
      ['trim/0', (value) => text(value, 'trim input must be a string').trim()],
      ['ltrim/0', (value) => text(value, 'trim input must be a string').trimStart()],
      ['rtrim/0', (value) => text(value, 'trim input must be a string').trimEnd()],
      ['startswith/1', (value, prefix) => bothTexts(value, prefix, 'startswith').startsWith(String(prefix))],
      ['endswith/1', (value, suffix) => bothTexts(value, suffix, 'endswith').endsWith(String(suffix))],
      ['explode/0', (value) => [...text(value, 'cannot be exploded')].map((character) => character.codePointAt(0) ?? 0)],
      ['implode/0', implode],
      ['indices/1', indices],
      ['index/1', (value, pattern) => firstOf(indices(value, pattern))],
      ['rindex/1', (value, pattern) => lastOf(indices(value, pattern))],
      ['transpose/0', transpose],
      ...mathFunctions,
      ...dateFunctions,
    ] satisfies [string, JqFunction][]
  ).map(([name, apply]) => [name, called(apply)]),
);

function called(apply: JqFunction): JqNative {
  return function* (item, args) {
    for (const values of combinations(args, args.length - 1, item)) yield made(apply(item.value, ...values), item);
  };
}

/** The last argument varies slowest. */
function* combinations(args: readonly JqFilter[], index: number, item: JqItem): Generator<JqValue[]> {
  if (index < 0) {
    yield [];
    return;
  }
  for (const value of valuesOf(args[index], item)) for (const before of combinations(args, index - 1, item)) yield [...before, value];
}

function text(value: JqValue, complaint: string, name = ''): string {
  if (typeof value === 'string') return value;
  throw new JqError(name === '' ? `${described(value, toJson)} ${complaint}` : `${name} input must be a string`);
}

function bothTexts(value: JqValue, other: JqValue, name: string): string {
  if (typeof value === 'string' && typeof other === 'string') return value;
  throw new JqError(`${name}() requires string inputs`);
}

function list(value: JqValue, complaint: string): readonly JqValue[] {
  if (isArray(value)) return value;
  throw new JqError(`${described(value, toJson)} ${complaint}`);
}

function length(value: JqValue): JqValue {
  if (value === null) return 0;
  if (typeof value === 'string') return [...value].length;
  if (typeof value === 'number') return Math.abs(value);
  if (isArray(value)) return value.length;
  if (isObject(value)) return value.size;
  throw new JqError(`${described(value, toJson)} has no length`);
}

function keys(value: JqValue): JqValue {
  if (isArray(value)) return value.map((_item, index) => index);
  if (isObject(value)) return sortedKeys(value);
  throw new JqError(`${described(value, toJson)} has no keys`);
}

function has(value: JqValue, key: JqValue = null): JqValue {
  if (isObject(value) && typeof key === 'string') return value.has(key);
  if (isArray(value) && typeof key === 'number') return key >= 0 && key < value.length;
  throw new JqError(
    `Cannot check whether ${typeName(value)} has a ${typeof key === 'string' ? 'string ' : ''}key${typeof key === 'string' ? '' : ` of type ${typeName(key)}`}`,
  );
}

function contains(value: JqValue, part: JqValue = null): boolean {
  if (isObject(value) && isObject(part))
    return [...part].every(([key, inner]) => value.has(key) && contains(value.get(key) ?? null, inner));
  if (isArray(value) && isArray(part))
    return part.every((inner) => value.some((item) => typeName(item) === typeName(inner) && contains(item, inner)));
  if (typeof value === 'string' && typeof part === 'string') return value.includes(part);
  if (typeName(value) === typeName(part)) return compareValues(value, part) === 0;
  throw new JqError(`${described(value, toJson)} and ${described(part, toJson)} cannot have their containment checked`);
}

function fromJson(value: JqValue): JqValue {
  const source = text(value, 'cannot be parsed as JSON');
  try {
    const reader = new JsonReader(source);
    const first = reader.next();
    if (reader.next() !== undefined) throw new Error('Unexpected extra JSON values');
    return first ?? null;
  } catch (error) {
    throw new JqError(`${errorMessage(error)} (while parsing '${source}')`);
  }
}

function toNumber(value: JqValue): JqValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^\s*-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value)) return Number(value);
  if (value === 'nan') return Number.NaN;
  if (typeof value === 'string')
    throw new JqError(`Invalid numeric literal at EOF at line 1, column ${value.length} (while parsing '${value}')`);
  throw new JqError(`${described(value, toJson)} cannot be parsed as a number`);
}

function reverse(value: JqValue): JqValue {
  if (value === null) return [];
  if (typeof value === 'string') return [...value].reverse().join('');
  return [...list(value, 'cannot be reversed, as it is not an array')].reverse();
}

function flatten(items: readonly JqValue[], depth: JqValue = null): JqValue[] {
  if (typeof depth !== 'number' || depth < 0) throw new JqError('flatten depth must not be negative');
  return items.flatMap((item) => (isArray(item) ? (depth > 0 ? flatten(item, depth - 1) : [item]) : [item]));
}

function join(value: JqValue, separator: JqValue = null): JqValue {
  const items = isObject(value) ? [...value.values()] : list(value, 'cannot be iterated over');
  if (items.length === 0) return '';
  const glue = text(separator, 'cannot join');
  return items
    .map((item) => {
      if (item === null) return '';
      if (typeof item === 'object') throw new JqError(`${described(glue, toJson)} and ${described(item, toJson)} cannot be added`);
      return textOf(item);
    })
    .join(glue);
}

function implode(value: JqValue): JqValue {
  return list(value, 'cannot be imploded')
    .map((point) => {
      if (typeof point !== 'number') throw new JqError('Unicode codepoint must be numeric');
      return String.fromCodePoint(point > 0x10ffff || point < 0 ? 0xfffd : point);
    })
    .join('');
}

function indices(value: JqValue, pattern: JqValue = null): JqValue {
  if (value === null) return null;
  if (typeof value === 'string' && typeof pattern === 'string') return textIndices(value, pattern);
  if (isArray(value)) return indexesOf(value, isArray(pattern) ? pattern : [pattern]);
  throw new JqError(`Cannot determine indices of ${typeName(pattern)} in ${typeName(value)}`);
}

function textIndices(value: string, pattern: string): JqValue {
  if (pattern === '') return null;
  const found: number[] = [];
  for (let index = value.indexOf(pattern); index !== -1; index = value.indexOf(pattern, index + 1)) found.push(index);
  return found;
}

function firstOf(value: JqValue): JqValue {
  return isArray(value) ? (value[0] ?? null) : null;
}

function lastOf(value: JqValue): JqValue {
  return isArray(value) ? (value.at(-1) ?? null) : null;
}

function transpose(value: JqValue): JqValue {
  const rows = list(value, 'cannot be transposed');
  const width = Math.max(0, ...rows.map((row) => (isArray(row) ? row.length : 0)));
  return Array.from({ length: width }, (_unused, column) => rows.map((row) => (isArray(row) ? (row[column] ?? null) : null)));
}

function trimEdges(value: JqValue, edge: JqValue = null): JqValue {
  if (typeof value !== 'string' || typeof edge !== 'string' || edge === '') return value;
  const rest = value.startsWith(edge) ? value.slice(edge.length) : value;
  return rest.endsWith(edge) ? rest.slice(0, -edge.length) : rest;
}
