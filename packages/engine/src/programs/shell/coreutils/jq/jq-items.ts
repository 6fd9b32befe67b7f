import { toJson } from './jq-json.ts';
import { getPath, iterateEntries } from './jq-paths.ts';
import type { JqValue } from './jq-value.ts';
import { JqError } from './jq-value.ts';

/** A value on its way through the filters, and where in the input it is when someone asks for paths. */
export interface JqItem {
  value: JqValue;
  /** null: nobody asks. 'lost': it is no part of the input (`path(1)`). */
  path: readonly JqValue[] | 'lost' | null;
}

export type JqStream = Generator<JqItem, void, undefined>;

/** Arguments are filters, to be run as often as wanted on whatever is wanted. */
export type JqFilter = (item: JqItem) => JqStream;
/** A new value, which is nowhere in the input. */
export function made(value: JqValue, { path }: JqItem): JqItem {
  return { value, path: path === null ? null : 'lost' };
}

/** The same value, and nobody asks where it is. */
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

/** The item found by a path below another. */
export function itemAt(item: JqItem, path: readonly JqValue[]): JqItem {
  const value = getPath(item.value, path);
  return { value, path: Array.isArray(item.path) ? [...item.path, ...path] : item.path };
}

/** The values a filter gives for the item, where paths do not matter. */
export function* valuesOf(filter: JqFilter | undefined, item: JqItem): Generator<JqValue, void, undefined> {
  if (filter !== undefined) for (const { value } of filter(plain(item))) yield value;
}

export function shortened(value: JqValue): string {
  const text = toJson(value);
  return text.length > 30 ? `${text.slice(0, 27)}...` : text;
}
