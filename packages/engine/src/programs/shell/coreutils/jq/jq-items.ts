import { toJson } from './jq-json.ts';
import { getPath, iterateEntries } from './jq-paths.ts';
import type { JqValue } from './jq-value.ts';
import { JqError } from './jq-value.ts';

/** A value passing through the filters, with its path in the input when paths are tracked. */
export interface JqItem {
  value: JqValue;
  /** `null` when paths are not tracked, 'lost' when the value is not part of the input (`path(1)`). */
  path: readonly JqValue[] | 'lost' | null;
}

export type JqStream = Generator<JqItem, void, undefined>;

/** An argument: a filter that may be run any number of times on any item. */
export type JqFilter = (item: JqItem) => JqStream;
/** Wraps a new value, which has no path in the input. */
export function made(value: JqValue, { path }: JqItem): JqItem {
  return { value, path: path === null ? null : 'lost' };
}

/** Returns the same value without path tracking. */
export function plain({ value }: JqItem): JqItem {
  return { value, path: null };
}

export function step(target: JqItem, key: JqValue, value: JqValue, action: string): JqItem {
  if (target.path === 'lost') {
    throw new JqError(
      `Invalid path expression with result ${shortened(target.value)} (trying to ${action}${action === 'iterate' ? '' : ` ${toJson(key)}`})`,
    );
  }
  return { value, path: target.path === null ? null : [...target.path, key] };
}

export function* recurseAll(item: JqItem): JqStream {
  yield item;
  if (!Array.isArray(item.value) && !(item.value instanceof Map)) return;
  for (const [key, value] of iterateEntries(item.value)) yield* recurseAll(step(item, key, value, 'iterate'));
}

/** Returns the item at a path below another item. */
export function itemAt(item: JqItem, path: readonly JqValue[]): JqItem {
  const value = getPath(item.value, path);
  return { value, path: Array.isArray(item.path) ? [...item.path, ...path] : item.path };
}

/** Yields the values of a filter for an item, without path tracking. */
export function* valuesOf(filter: JqFilter | undefined, item: JqItem): Generator<JqValue, void, undefined> {
  if (filter !== undefined) for (const { value } of filter(plain(item))) yield value;
}

export function shortened(value: JqValue): string {
  const text = toJson(value);
  return text.length > 30 ? `${text.slice(0, 27)}...` : text;
}
