import type { JqFilter, JqItem, JqStream } from '../jq-items.ts';
import { made, valuesOf } from '../jq-items.ts';
import { toJson } from '../jq-json.ts';
import type { JqNative } from '../jq-machine.ts';
import type { JqValue } from '../jq-value.ts';
import { compareValues, described, isArray, JqError } from '../jq-value.ts';

interface KeyedValue {
  key: JqValue;
  value: JqValue;
}

/** Passes the values of an array to `finish`, sorted by the filter's result for each. */
export function byKeys(finish: (entries: readonly KeyedValue[]) => JqValue): JqNative {
  return function* (item: JqItem, [filter]: readonly JqFilter[]): JqStream {
    if (!isArray(item.value)) throw new JqError(`Cannot index ${described(item.value, toJson)} with number`);
    const entries = item.value.map((value) => ({ key: [...valuesOf(filter, { value, path: null })], value }));
    yield made(finish(entries.sort((left, right) => compareValues(left.key, right.key))), item);
  };
}

export function grouped(entries: readonly KeyedValue[]): KeyedValue[][] {
  const groups: KeyedValue[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && compareValues(group[0].key, entry.key) === 0) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

export function lastLargest(entries: readonly KeyedValue[]): JqValue {
  return entries.at(-1)?.value ?? null;
}
