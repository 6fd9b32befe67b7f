import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { languageOf } from './language-of.ts';

const WORD = tagHighlighter([
  { tag: tags.keyword, class: 'keyword' },
  { tag: [tags.string, tags.attributeName, tags.propertyName, tags.tagName, tags.typeName], class: 'name' },
]);

async function coloured(path: string, text: string): Promise<string[]> {
  const support = await languageOf(path);
  const found: string[] = [];
  if (support !== null)
    highlightTree(support.language.parser.parse(text), WORD, (from, to, kind) => found.push(`${kind} ${text.slice(from, to)}`));
  return found;
}

test.each([
  ['a.tsx', 'const a: string = <b/>;', 'keyword const'],
  ['a.vue', '<script>const a = 1</script>', 'keyword const'],
  ['a.svelte', '{#if a}<p/>{/if}<script>let b</script>', 'keyword let'],
  ['a.scss', '.a { .b { color: red; } }', 'name color'],
  ['a.less', '.a { .b { color: red; } }', 'name color'],
  ['a.py', 'def f(): return 1', 'keyword def'],
  ['a.yml', 'name: x', 'name name'],
  ['a.sql', 'SELECT 1 FROM t', 'keyword SELECT'],
  ['run.sh', 'if true; then echo; fi', 'keyword if'],
  ['a.rs', 'fn main() {}', 'keyword fn'],
  ['a.go', 'func main() {}', 'keyword func'],
  ['a.php', '<?php function f() {}', 'keyword function'],
  ['a.toml', 'name = "x"', 'name "x"'],
  ['a.xml', '<a b="c"/>', 'name a'],
  ['a.java', 'class A {}', 'keyword class'],
  ['deep/Dockerfile', 'FROM node', 'keyword FROM'],
  ['Dockerfile.dev', 'FROM node', 'keyword FROM'],
  ['.prettierrc', '{"semi": true}', 'name "semi"'],
])('%s has the colours of its language', async (path, text, word) => {
  expect(await coloured(path, text)).toContain(word);
});

test('settings of the environment have a language whatever follows their name, and what nobody knows has none', async () => {
  expect([await languageOf('.env.local'), await languageOf('a.env')].every((language) => language !== null)).toBe(true);
  expect([await languageOf('a.unknown'), await languageOf('Makefile.am'), await languageOf('constructor')]).toEqual([null, null, null]);
});
