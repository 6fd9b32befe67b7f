import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeHash } from '../../../scripts/testing/code-hash.mjs';

const code = 'export const two = (a: number): number => a * 2;\n';
const hash = (text: string, file = 'app/lib/two.ts') => codeHash(file, text);

describe('the hash of a script of the product', () => {
  test('stays when only comments and whitespace change', () => {
    expect(hash(`/** Doubles. */\n// Once more.\n${code}`)).toBe(hash(code));
    expect(hash('export const two = (a: number): number =>\n  /* a */ a * 2;\n')).toBe(hash(code));
  });

  test('changes with the code, also by one character within a text or an expression', () => {
    expect(hash(code.replace('2', '3'))).not.toBe(hash(code));
    expect(hash("export const a = '/* b */';")).not.toBe(hash("export const a = '/* c */';"));
    expect(hash('export const a = `// ${1}`;')).not.toBe(hash('export const a = `// ${2}`;'));
    expect(hash('export const a = /\\/\\/ x/;')).not.toBe(hash('export const a = /\\/\\/ y/;'));
  });

  test('stays whatever is written into a comment, and changes with whatever is written into a text', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/\*\/|@/.test(text));
    fc.assert(fc.property(plain, (text) => hash(`/* ${text} */\n${code}`) === hash(code)));
    fc.assert(
      fc.property(plain, plain, (one, other) => {
        const same = hash(`f(${JSON.stringify(one)});`) === hash(`f(${JSON.stringify(other)});`);
        return same === (one === other);
      }),
    );
  });

  test.each(['// @vitest-environment happy-dom', '/* @__PURE__ */', '/** @jsxImportSource preact */', 'import(/* @vite-ignore */ x);'])(
    'changes with a comment that a tool obeys: %s',
    (comment) => expect(hash(`${comment}\n${code}`)).not.toBe(hash(`${comment} \n${code}`)),
  );
});

test.each(['templates/react/src/a.ts', 'app/server/demo/projects/bug/a.js', 'tests/fixtures/a.ts', 'app/lib/fixtures/a.ts', 'README.md'])(
  'a comment in %s, which is data, changes its hash',
  (file) => expect(hash(`// One.\n${code}`, file)).not.toBe(hash(code, file)),
);

test('what cannot be parsed is hashed unchanged', () => {
  expect(hash('const = // a')).not.toBe(hash('const = // b'));
});

test('files that are imported as texts are data', () => {
  const importer = 'app/server/demo/scripts/todo-list.server.ts';
  const imported = [...readFileSync(importer, 'utf8').matchAll(/'\.\.\/(projects\/[^']+\.js)\?raw'/g)].map(
    ([, path]) => `app/server/demo/${path}`,
  );
  expect(imported.length).toBeGreaterThan(0);
  for (const file of imported) expect(hash(`// One.\n${code}`, file)).not.toBe(hash(code, file));
});
