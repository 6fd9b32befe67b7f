import { expect, test } from 'vitest';
import { symbolsInText } from './symbols-in-text.ts';

async function outline(path: string, text: string): Promise<string[] | null> {
  const symbols = await symbolsInText(path, text);
  return symbols && symbols.map(({ name, kind, level }) => `${'  '.repeat(level)}${name} (${kind})`);
}

test.each([
  ['a.md', '# One\n\n## Two ##\ntext\n\nThree\n=====\n', ['One (heading)', '  Two (heading)', 'Three (heading)']],
  [
    'a.css',
    ':root { --a: 1 }\n@media (min-width: 1px) {\n  .b,\n  .c { d: e }\n}\n',
    [':root (rule)', '@media (min-width: 1px) (rule)', '  .b, .c (rule)'],
  ],
  ['a.scss', '.a { .b { c: d } }\n@mixin m { e: f }\n', ['.a (rule)', '  .b (rule)', '@mixin m (rule)']],
  ['a.html', '<main id="app"><h1>Hello <b>you</b></h1><p>x</p></main>', ['main#app (element)', '  h1 Hello you (element)']],
  ['a.py', 'class A:\n    def b(self):\n        pass\ndef c():\n    pass\n', ['A (class)', '  b (function)', 'c (function)']],
  ['a.rs', 'struct A { b: u8 }\nimpl A {\n  fn c() {}\n}\n', ['A (type)', 'impl A (class)', '  c (function)']],
  ['a.go', 'package m\nfunc (a A) b() {}\nfunc c() {}\ntype D struct{}\n', ['b (method)', 'c (function)', 'D (type)']],
  ['a.php', '<?php class A { function b() {} } function c() {}', ['A (class)', '  b (method)', 'c (function)']],
  ['a.json', '{"a":{"b":1}}', ['"a" (key)', '  "b" (key)']],
  ['a.yaml', 'a:\n  b: 1\n', ['a (key)', '  b (key)']],
  ['a.ts', 'class A { b() {} }\nconst c = 1;\ninterface D {}\n', ['A (class)', '  b (method)', 'c (variable)', 'D (interface)']],
  [
    'a.vue',
    '<script setup lang="ts">\nfunction a() {}\n</script>\n<template><main/></template>\n',
    ['script (element)', '  a (function)', 'template (element)', '  main (element)'],
  ],
])('%s has an outline', async (path, text, wanted) => {
  expect(await outline(path, text)).toEqual(wanted);
});

test('a symbol is where its name is', async () => {
  const text = 'def first():\n    pass\n';
  const [symbol] = (await symbolsInText('a.py', text)) ?? [];
  expect(text.slice(symbol?.from, symbol?.to)).toBe('first');
});

test('a language without a grammar, an unknown one and a text that is too long have none', async () => {
  expect([await outline('a.toml', '[a]\n'), await outline('a.xyz', 'a'), await outline('a.md', '# a\n'.repeat(300_000))]).toEqual([
    null,
    null,
    null,
  ]);
});
