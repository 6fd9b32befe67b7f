import type { JqFilter, JqItem, JqStream } from '../jq-items.ts';
import { made, valuesOf } from '../jq-items.ts';
import type { JqValue } from '../jq-value.ts';
import { isTruthy, JqError } from '../jq-value.ts';

export function* range(from: JqValue, to: JqValue, by: JqValue, item: JqItem): JqStream {
  if (typeof from !== 'number' || typeof to !== 'number' || typeof by !== 'number') throw new JqError('Range bounds must be numeric');
  if (by > 0) for (let value = from; value < to; value += by) yield made(value, item);
  else if (by < 0) for (let value = from; value > to; value += by) yield made(value, item);
  else if (from < to) for (;;) yield made(from, item);
}

export function* nth(item: JqItem, [counts, filter]: readonly JqFilter[]): JqStream {
  for (const count of valuesOf(counts, item)) {
    if (typeof count !== 'number' || count < 0) throw new JqError('Out of bounds negative array index');
    let index = 0;
    if (filter !== undefined)
      for (const found of filter(item)) {
        if (index === count) {
          yield found;
          break;
        }
        index += 1;
      }
  }
}

export function* limit(item: JqItem, [counts, filter]: readonly JqFilter[]): JqStream {
  for (const count of valuesOf(counts, item)) {
    if (typeof count !== 'number' || count <= 0 || filter === undefined) continue;
    let left = count;
    for (const found of filter(item)) {
      left -= 1;
      yield found;
      if (left <= 0) break;
    }
  }
}

export function* skip(item: JqItem, [counts, filter]: readonly JqFilter[]): JqStream {
  for (const count of valuesOf(counts, item)) {
    let left = Number(count);
    if (filter !== undefined)
      for (const found of filter(item)) {
        if (left > 0) left -= 1;
        else yield found;
      }
  }
}

export function* until(item: JqItem, [condition, update]: readonly JqFilter[]): JqStream {
  // A loop instead of recursion: a million steps need no more stack than one.
  let current: JqItem | undefined = item;
  while (current !== undefined && !isTruthy(firstValue(condition, current))) current = update?.(current).next().value ?? undefined;
  if (current !== undefined) yield current;
}

export function* whileTrue(item: JqItem, [condition, update]: readonly JqFilter[]): JqStream {
  let current: JqItem | undefined = item;
  while (current !== undefined && isTruthy(firstValue(condition, current))) {
    yield current;
    current = update?.(current).next().value ?? undefined;
  }
}

export function* repeat(item: JqItem, [update]: readonly JqFilter[]): JqStream {
  const stack: JqStream[] = [];
  yield item;
  if (update !== undefined) stack.push(update(item));
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.next();
    if (next.done === true) {
      stack.pop();
      continue;
    }
    yield next.value;
    if (update !== undefined) stack.push(update(next.value));
  }
}

function firstValue(filter: JqFilter | undefined, item: JqItem): JqValue {
  for (const value of valuesOf(filter, item)) return value;
  return null;
}
