import type { JqFilter, JqItem, JqStream } from '../jq-items.ts';
import { itemAt, made, recurseAll, valuesOf } from '../jq-items.ts';
import { toJson } from '../jq-json.ts';
import type { JqNative } from '../jq-machine.ts';
import { add } from '../jq-operators.ts';
import { deletePaths, setPath } from '../jq-paths.ts';
import type { JqValue } from '../jq-value.ts';
import { described, isArray, isObject, isTruthy, JqError } from '../jq-value.ts';
import { limit, nth, range, repeat, skip, until, whileTrue } from './jq-sequences.ts';
import { byKeys, grouped, lastLargest } from './jq-sorting.ts';

/** Thrown by `halt` and `halt_error`. */
export class JqHalt extends Error {
  override readonly name = 'JqHalt';
  constructor(
    readonly exitCode: number,
    readonly output: JqValue | undefined,
  ) {
    super('halt');
  }
}

/** Filters that run their arguments themselves: as streams, over paths, or more than once. */
export const streamNatives: ReadonlyMap<string, JqNative> = new Map<string, JqNative>([
  ['empty/0', nothing],
  [
    'error/0',
    ({ value }) => {
      throw new JqError(value);
    },
  ],
  [
    'error/1',
    (item, [message]) => {
      for (const value of valuesOf(message, item)) throw new JqError(value);
      return nothing();
    },
  ],
  [
    'not/0',
    function* (item) {
      yield made(!isTruthy(item.value), item);
    },
  ],
  [
    'select/1',
    function* (item, [condition]) {
      for (const value of valuesOf(condition, item)) if (isTruthy(value)) yield item;
    },
  ],
  ['recurse/0', recurseAll],
  [
    'recurse/1',
    function* (item, [next]) {
      yield* recurseBy(item, next);
    },
  ],
  [
    'path/1',
    function* (item, [filter], machine) {
      if (filter !== undefined) for (const path of machine.paths(filter, item.value)) yield made([...path], item);
    },
  ],
  [
    'getpath/1',
    function* (item, [filter]) {
      for (const path of valuesOf(filter, item)) {
        if (!isArray(path)) throw new JqError('Path must be specified as an array');
        yield itemAtOrNull(item, path);
      }
    },
  ],
  [
    'setpath/2',
    function* (item, [paths, values]) {
      for (const value of valuesOf(values, item)) {
        for (const path of valuesOf(paths, item)) {
          if (!isArray(path)) throw new JqError('Path must be specified as an array');
          yield made(setPath(item.value, path, value), item);
        }
      }
    },
  ],
  [
    'delpaths/1',
    function* (item, [filter]) {
      for (const paths of valuesOf(filter, item)) {
        if (!isArray(paths)) throw new JqError('Paths must be specified as an array');
        yield made(deletePaths(item.value, paths), item);
      }
    },
  ],
  [
    'range/1',
    function* (item, [to]) {
      for (const end of valuesOf(to, item)) yield* range(0, end, 1, item);
    },
  ],
  [
    'range/2',
    function* (item, [from, to]) {
      for (const start of valuesOf(from, item)) for (const end of valuesOf(to, item)) yield* range(start, end, 1, item);
    },
  ],
  [
    'range/3',
    function* (item, [from, to, by]) {
      for (const start of valuesOf(from, item)) {
        for (const end of valuesOf(to, item)) for (const width of valuesOf(by, item)) yield* range(start, end, width, item);
      }
    },
  ],
  [
    'first/1',
    function* (item, [filter]) {
      if (filter !== undefined)
        for (const found of filter(item)) {
          yield found;
          return;
        }
    },
  ],
  [
    'last/1',
    function* (item, [filter]) {
      let last: JqItem | null = null;
      if (filter !== undefined) for (const found of filter(item)) last = found;
      if (last !== null) yield last;
    },
  ],
  [
    'first/0',
    function* (item) {
      yield itemAt(item, [0]);
    },
  ],
  [
    'last/0',
    function* (item) {
      yield itemAt(item, [-1]);
    },
  ],
  [
    'nth/1',
    function* (item, [filter]) {
      for (const index of valuesOf(filter, item)) yield itemAt(item, [index]);
    },
  ],
  ['nth/2', nth],
  ['limit/2', limit],
  ['skip/2', skip],
  ['until/2', until],
  ['while/2', whileTrue],
  ['repeat/1', repeat],
  [
    'isempty/1',
    function* (item, [filter]) {
      let isEmpty = true;
      for (const _found of valuesOf(filter, item)) {
        isEmpty = false;
        break;
      }
      yield made(isEmpty, item);
    },
  ],
  [
    'any/2',
    function* (item, args) {
      yield made(someOf(item, args, true), item);
    },
  ],
  [
    'all/2',
    function* (item, args) {
      yield made(!someOf(item, args, false), item);
    },
  ],
  [
    'add/0',
    function* (item) {
      const values = isObject(item.value) ? [...item.value.values()] : item.value;
      if (values === null || !isArray(values)) throw new JqError(`Cannot iterate over ${described(item.value, toJson)}`);
      yield made(sum(values), item);
    },
  ],
  [
    'add/1',
    function* (item, [filter]) {
      yield made(sum(valuesOf(filter, item)), item);
    },
  ],
  [
    'input/0',
    function* (item, _args, { world }) {
      const value = world.nextInput();
      if (value === undefined) throw new JqError('No more inputs');
      yield made(value, item);
    },
  ],
  [
    'inputs/0',
    function* (item, _args, { world }) {
      for (let value = world.nextInput(); value !== undefined; value = world.nextInput()) yield made(value, item);
    },
  ],
  [
    'debug/0',
    function* (item, _args, { world }) {
      world.complain(`["DEBUG:",${toJson(item.value)}]\n`);
      yield item;
    },
  ],
  [
    'stderr/0',
    function* (item, _args, { world }) {
      world.complain(toJson(item.value));
      yield item;
    },
  ],
  [
    'input_filename/0',
    function* (item, _args, { world }) {
      yield made(world.inputName(), item);
    },
  ],
  [
    'input_line_number/0',
    function* (item, _args, { world }) {
      yield made(world.inputLine(), item);
    },
  ],
  [
    'builtins/0',
    function* (item, _args, machine) {
      yield made(machine.names(), item);
    },
  ],
  [
    'halt/0',
    () => {
      throw new JqHalt(0, undefined);
    },
  ],
  [
    'halt_error/1',
    (item, [filter]) => {
      for (const code of valuesOf(filter, item)) throw new JqHalt(typeof code === 'number' ? code : 5, item.value);
      return nothing();
    },
  ],
  ['sort_by/1', byKeys((entries) => entries.map(({ value }) => value))],
  ['group_by/1', byKeys((entries) => grouped(entries).map((group) => group.map(({ value }) => value)))],
  ['unique_by/1', byKeys((entries) => grouped(entries).map(([first]) => first?.value ?? null))],
  ['min_by/1', byKeys(([first]) => first?.value ?? null)],
  ['max_by/1', byKeys((entries) => lastLargest(entries))],
]);

function* nothing(): JqStream {
  yield* [];
}

function itemAtOrNull(item: JqItem, path: readonly JqValue[]): JqItem {
  try {
    return itemAt(item, path);
  } catch (error) {
    // A missing value reads as null; an impossible path is an error only outside path expressions.
    if (item.path === null || !(error instanceof JqError)) throw error;
    return { value: null, path: Array.isArray(item.path) ? [...item.path, ...path] : item.path };
  }
}

function* recurseBy(item: JqItem, next: JqFilter | undefined): JqStream {
  yield item;
  if (next !== undefined) for (const inner of next(item)) yield* recurseBy(inner, next);
}

function someOf(item: JqItem, [source, condition]: readonly JqFilter[], wanted: boolean): boolean {
  for (const value of valuesOf(source, item)) {
    for (const result of valuesOf(condition, { value, path: null })) if (isTruthy(result) === wanted) return true;
  }
  return false;
}

function sum(values: Iterable<JqValue>): JqValue {
  let total: JqValue = null;
  let texts: string[] | null = null;
  for (const value of values) {
    // Strings are joined once at the end; adding them one by one would copy all previous ones each time.
    if (typeof value === 'string' && (texts !== null || total === null)) {
      texts ??= [];
      texts.push(value);
    } else {
      if (texts !== null) total = texts.join('');
      texts = null;
      total = add(total, value);
    }
  }
  return texts === null ? total : texts.join('');
}
