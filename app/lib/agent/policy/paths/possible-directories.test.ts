import { expect, test } from 'vitest';
import { eitherDirectories, resolveFrom, sameDirectories } from './possible-directories.ts';

const ROOT = '/home/project';

test('a command that may be in either of two places may be in both, each named once', () => {
  expect(eitherDirectories([''], ['src'])).toEqual(['', 'src']);
  expect(eitherDirectories(['src'], ['src'])).toEqual(['src']);
  expect(eitherDirectories(null, ['src'])).toBeNull();
  expect(eitherDirectories(['src'], null)).toBeNull();
});

test('more than eight folders are as good as any', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);
  expect(eitherDirectories(names(4), [...names(8).slice(4)])).toHaveLength(8);
  expect(eitherDirectories(names(8), ['other'])).toBeNull();
});

test('places are the same when they hold the same folders, and the unknown one is only like itself', () => {
  expect(sameDirectories(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(sameDirectories(['a', 'b'], ['a', 'c'])).toBe(false);
  expect(sameDirectories(['a'], ['a', 'b'])).toBe(false);
  expect(sameDirectories(['c', 'd'], ['a', 'b'])).toBe(false);
  expect(sameDirectories(null, null)).toBe(true);
  expect(sameDirectories(null, ['a'])).toBe(false);
  expect(sameDirectories(['a'], null)).toBe(false);
});

test.each([
  [[''], 'src/a.ts', ['src/a.ts']],
  [[''], './src//a/./b/', ['src/a/b']],
  [['src'], '../lib', ['lib']],
  [['src', 'src/a'], 'x', ['src/x', 'src/a/x']],
  [['src', ''], '../x', null],
  [[''], '..', null],
  [[''], 'src/../../x', null],
  [[''], '~/x', null],
  [[''], 'x~', ['x~']],
  [null, 'x', ['x']],
  [null, '../x', null],
  [['src'], '/home/project', ['']],
  [['src'], '/home/project/lib/a', ['lib/a']],
  [['src'], '/home/projects/a', null],
  [['src'], '/home', null],
  [['src'], '/', null],
  [['src'], '/..', null],
  [['src'], '/home/project/../x', null],
  [['src'], '/home/project/../project/x', ['x']],
])('from %j the path %s is %j', (place, path, found) => {
  expect(resolveFrom(place, path, ROOT)).toEqual(found);
});

test('where the root of the machine is the project, every absolute path is inside', () => {
  expect(resolveFrom([''], '/a/b', '/')).toEqual(['a/b']);
  expect(resolveFrom([''], '/', '/')).toEqual(['']);
});
