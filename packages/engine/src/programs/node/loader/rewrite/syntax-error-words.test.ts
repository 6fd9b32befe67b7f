import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { syntaxErrorWords } from './syntax-error-words.ts';

const MODULES = [
  ...['this is wrong', 'function a( {', 'if (', 'import', 'const a = ;', 'let 5', "let 'x'", 'a b', 'a 5', "a 'x'", '}', ')', 'const x'],
  ...[
    'let a; let a;',
    'return 1',
    'await x y',
    'for (;;',
    '"abc',
    '`abc',
    '/abc',
    'a = 1 = 2',
    '1 = 2',
    'export { nope }',
    'var yield = 1',
  ],
  ...[
    'class { }',
    'class A { constructor(){} constructor(){} }',
    'break',
    'continue',
    'new.target',
    'super()',
    'import x from',
    '@@',
    '#a',
  ],
  ...['import {a b} from "x"', 'a?.b = 1', 'const {a, b = 1', 'async () => { await }', 'delete x', 'with (a) {}', '01', 'x = { a: 1, a }}'],
  ...[
    '\\u{',
    'let let = 1',
    'enum A {}',
    'export default',
    'export const',
    'label: label: 1',
    'try {}',
    'switch (1) { default: default: }',
  ],
  ...['x => {} ()', '({a}) = 1', 'function f(a, a) {}', 'eval = 1', 'import.meta = 1', 'yield 1', "'\\x'", 'interface A {}', 'type A = 1'],
  ...['const a: number = 1', 'x = [1, 2', 'a ??= ', 'if (a) else b', 'const = 1', 'class A extends { }', 'a => ', '}}}', 'else {}'],
  ...[
    'export default function (',
    'return',
    'a ... b',
    'x = a ? b',
    'import * from "a"',
    'function () {}',
    'for (const a of) {}',
    '{',
    '(',
    '[',
  ],
];

test.each(MODULES)('%j is refused in the words of the compiler', async (source) => {
  const native = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`).catch(
    (error: Error) => error.message,
  );
  let words = 'parsed';
  try {
    parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
  } catch (error) {
    // acorn's own error.
    const { message, pos } = error as SyntaxError & { pos: number };
    words = syntaxErrorWords(message.replace(/ \(\d+:\d+\)$/, ''), source, pos);
  }
  expect(words).toBe(native);
});
