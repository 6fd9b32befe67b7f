// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { loggedText } from './logged-text.ts';

test('what is logged is written on one line, as a console would', () => {
  const written: [unknown[], string][] = [
    [['todos loaded', 5], 'todos loaded 5'],
    [['%cstyled%c and %s of %d', 'color: red', '', 'two', 3, 'more'], 'styled and two of 3 more'],
    [['100 %', '5 %s'], '100 % 5 %s'],
    [[{ a: 1, b: { c: [1, { d: 2 }] } }], '{a: 1, b: {c: […]}}'],
    [[['x', null, undefined, 10n]], '["x", null, undefined, 10n]'],
    [[new Uint8Array(4)], '4 bytes'],
    [[() => 1, Symbol('s')], 'function Symbol(s)'],
    [[document.createElement('main')], '<main>'],
    [[new Map<unknown, unknown>([['a', { b: 1 }]]), new Set([1, 'x'])], 'Map(1) {"a" => {b: 1}} Set(2) {1, "x"}'],
    [[{ when: new Date(0), pattern: /a+/g }], '{when: 1970-01-01T00:00:00.000Z, pattern: /a+/g}'],
    [
      [
        new (class Todo {
          title = 'one';
        })(),
      ],
      'Todo {title: "one"}',
    ],
    [[Object.create(null)], '{}'],
  ];
  for (const [values, text] of written) expect(loggedText(values)).toBe(text);
});

test('what is long, wide or a circle is cut', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(loggedText([circle])).toBe('{self: {self: {…}}}');
  expect(loggedText([new Set(Array.from({ length: 1_000 }, (_, index) => index))])).toMatch(/^Set\(1000\) \{0, 1, .*19, …\}$/);
  expect(loggedText([Array.from({ length: 1_000_000 }, () => 1)])).toBe(`[${'1, '.repeat(20)}…]`);
  expect(loggedText(['x'.repeat(1e6), 'y'.repeat(1e6)]).length).toBeLessThan(2_100);
});

test('a getter and a proxy of the page do not run, or do no harm', () => {
  const trap = Object.defineProperty({}, 'key', {
    enumerable: true,
    get() {
      throw new Error('the getter ran');
    },
  });
  const proxy = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error('refused');
      },
    },
  );
  expect(loggedText([trap, proxy])).toBe('{key: undefined} object');
});
