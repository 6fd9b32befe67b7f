import { expect, test } from 'vitest';
import { resolveFolderLinks, resolveLinks } from './resolve-links.ts';

const LINKS = new Map([
  ['to-file', 'src/a.ts'],
  ['src/up', '..'],
  ['folder', './src'],
  ['packages/web/shared', '../../src/./deep'],
  ['chain', 'folder/up/to-file'],
  ['root', '/'],
  ['absolute', '/etc/passwd'],
  ['out', '../elsewhere'],
  ['self', 'self'],
  ['one', 'two'],
  ['two', 'one/x'],
]);
const linkAt = (path: string) => LINKS.get(path) ?? null;

test.each([
  ['plain/path.ts', 'plain/path.ts'],
  ['', ''],
  ['to-file', 'src/a.ts'],
  ['folder/a.ts', 'src/a.ts'],
  ['src/up', ''],
  ['src/up/src/up/src/a.ts', 'src/a.ts'],
  ['packages/web/shared/x', 'src/deep/x'],
  ['chain', 'src/a.ts'],
  ['root', null],
  ['root/etc', null],
  ['absolute', null],
  ['out/x', null],
  ['self', null],
  ['one', null],
])('%j leads to %j', (path, target) => {
  expect(resolveLinks(path, linkAt)).toBe(target);
});

test.each([
  ['self', 'self'],
  ['folder/up', 'src/up'],
  ['src/up/one', 'one'],
  ['out/x', null],
])('what stands at %j stands at %j, wherever that leads', (path, place) => {
  expect(resolveFolderLinks(path, linkAt)).toBe(place);
});
