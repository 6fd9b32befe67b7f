import { toJson } from './jq-json.ts';
import type { JqValue } from './jq-value.ts';
import { compareValues, isArray, isObject, JqError, typeName } from './jq-value.ts';

/** Assigning to an index beyond this limit fails. */
const LONGEST_ARRAY = 536_870_911;

/** Represents `.[from:to]` as a key. */
export function sliceKey(from: JqValue, to: JqValue): JqValue {
  return new Map([
    ['start', from],
    ['end', to],
  ]);
}

/** Returns the value at a key. */
export function descend(target: JqValue, key: JqValue): JqValue {
  if (typeof key === 'string') {
    if (target === null) return null;
    if (isObject(target)) return target.get(key) ?? null;
    throw new JqError(`Cannot index ${typeName(target)} with ${isArray(target) || typeof target !== 'object' ? 'string ' : ''}"${key}"`);
  }
  if (typeof key === 'number') {
    if (target === null) return null;
    if (!isArray(target)) throw new JqError(`Cannot index ${typeName(target)} with number`);
    const index = Math.floor(key);
    return target[index < 0 ? index + target.length : index] ?? null;
  }
  if (isObject(key)) return sliced(target, key);
  if (isArray(key) && isArray(target)) return indexesOf(target, key);
  throw new JqError(`Cannot index ${typeName(target)} with ${typeName(key)}`);
}

function sliced(target: JqValue, key: ReadonlyMap<string, JqValue>): JqValue {
  if (target === null) return null;
  if (typeof target === 'string') {
    const characters = [...target];
    const [start, end] = sliceBounds(key, characters.length);
    return characters.slice(start, end).join('');
  }
  if (!isArray(target)) throw new JqError(`Cannot index ${typeName(target)} with object`);
  const [start, end] = sliceBounds(key, target.length);
  return target.slice(start, end);
}

function sliceBounds(key: ReadonlyMap<string, JqValue>, length: number): [number, number] {
  const from = key.get('start') ?? null;
  const to = key.get('end') ?? null;
  if ((from !== null && typeof from !== 'number') || (to !== null && typeof to !== 'number')) {
    throw new JqError('Start and end indices of an array slice must be numbers');
  }
  const place = (index: number) => Math.min(length, Math.max(0, index < 0 ? index + length : index));
  const start = from === null ? 0 : place(Math.floor(from));
  const end = to === null ? length : place(Math.ceil(to));
  return [start, Math.max(start, end)];
}

/** Returns the indexes where `pattern` occurs as a contiguous sequence. */
export function indexesOf(target: readonly JqValue[], pattern: readonly JqValue[]): JqValue[] {
  if (pattern.length === 0) return [];
  return target.flatMap((_item, index) =>
    pattern.every((item, offset) => index + offset < target.length && compareValues(target[index + offset] ?? null, item) === 0)
      ? [index]
      : [],
  );
}

export function* iterateEntries(value: JqValue): Generator<[JqValue, JqValue], void, undefined> {
  if (isArray(value)) yield* value.entries();
  else if (isObject(value)) yield* value;
  else throw new JqError(`Cannot iterate over ${typeName(value)} (${toJson(value)})`);
}

export function getPath(value: JqValue, path: readonly JqValue[]): JqValue {
  let current = value;
  for (const key of path) {
    if (current === null) return null;
    current = descend(current, key);
  }
  return current;
}

/** Returns a copy with a new value at the path, creating missing containers. */
export function setPath(target: JqValue, path: readonly JqValue[], value: JqValue, offset = 0): JqValue {
  if (offset === path.length) return value;
  const key = path[offset] ?? null;
  return withKey(target, key, setPath(descend(target, key), path, value, offset + 1));
}

function withKey(target: JqValue, key: JqValue, value: JqValue): JqValue {
  if (typeof key === 'string') {
    if (target !== null && !isObject(target)) throw new JqError(`Cannot index ${typeName(target)} with "${key}"`);
    return new Map(target ?? []).set(key, value);
  }
  if (typeof key === 'number') return withIndex(target, Math.floor(key), value);
  if (!isObject(key)) throw new JqError(`Invalid path component ${toJson(key)}`);
  if (target !== null && !isArray(target)) throw new JqError(`Cannot update field at object index of ${typeName(target)}`);
  if (!isArray(value)) throw new JqError('A slice of an array can only be assigned another array');
  const list = target ?? [];
  const [start, end] = sliceBounds(key, list.length);
  return [...list.slice(0, start), ...value, ...list.slice(end)];
}

function withIndex(target: JqValue, given: number, value: JqValue): JqValue {
  if (target !== null && !isArray(target)) throw new JqError(`Cannot index ${typeName(target)} with number`);
  const list = [...(target ?? [])];
  const index = given < 0 ? given + list.length : given;
  if (index < 0) throw new JqError('Out of bounds negative array index');
  if (index > LONGEST_ARRAY) throw new JqError('Array index too large');
  while (list.length < index) list.push(null);
  list[index] = value;
  return list;
}

/** Returns a copy without the values at the paths. */
export function deletePaths(target: JqValue, paths: readonly JqValue[]): JqValue {
  // The last path goes first, so that the other indexes stay valid.
  const ordered = [...paths].sort((left, right) => compareValues(right, left));
  let current = target;
  for (const path of ordered) {
    if (!isArray(path)) throw new JqError('Path must be specified as an array');
    current = deletePath(current, path, 0);
  }
  return current;
}

function deletePath(target: JqValue, path: readonly JqValue[], offset: number): JqValue {
  if (path.length === 0 || target === null) return null;
  const key = path[offset] ?? null;
  if (offset === path.length - 1) return withoutKey(target, key);
  const inner = descend(target, key);
  return inner === null ? target : withKey(target, key, deletePath(inner, path, offset + 1));
}

function withoutKey(target: JqValue, key: JqValue): JqValue {
  if (isObject(target) && typeof key === 'string') {
    const copy = new Map(target);
    copy.delete(key);
    return copy;
  }
  if (isArray(target) && typeof key === 'number') {
    const index = Math.floor(key) < 0 ? Math.floor(key) + target.length : Math.floor(key);
    return target.filter((_item, position) => position !== index);
  }
  if (isArray(target) && isObject(key)) {
    const [start, end] = sliceBounds(key, target.length);
    return [...target.slice(0, start), ...target.slice(end)];
  }
  throw new JqError(`Cannot delete field at ${isArray(target) ? 'array' : 'object'} index of ${typeName(target)}`);
}
