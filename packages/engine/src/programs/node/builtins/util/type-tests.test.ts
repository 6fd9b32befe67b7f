import { types } from 'node:util';
import { expect, it } from 'vitest';
import { createTypeTests } from './type-tests.ts';

const NAMES = ['isDate', 'isRegExp', 'isMap', 'isSet', 'isWeakMap', 'isWeakSet', 'isPromise'] as const;

/** Values created by the class, by a subclass, with only its prototype, without its prototype, and the prototype itself. */
const VALUES: readonly unknown[] = [
  ...[new Date(0), /x/, new Map(), new Set(), new WeakMap(), new WeakSet(), Promise.resolve()],
  ...[new (class extends Date {})(), new (class extends Map {})(), Object.create(Date.prototype), Object.create(Map.prototype)],
  ...[Object.create(RegExp.prototype), Object.setPrototypeOf(new Date(0), null), Object.setPrototypeOf(new Map(), null)],
  ...[RegExp.prototype, Date.prototype, Map.prototype, null, undefined, 1, 'text', {}, []],
];

it.each(NAMES)('util.types.%s knows what the class made from what only looks like it', (name) => {
  const test = createTypeTests()[name] as (value: unknown) => boolean;
  expect(VALUES.map((value) => test(value))).toEqual(VALUES.map((value) => types[name](value)));
});
