import { expect, test } from 'vitest';
import { eitherPlace, resolveFrom, samePlace } from './possible-directories.ts';

const ROOT = '/home/project';

test('a command that may be in either of two places may be in both, each named once', () => {
  expect(eitherPlace([''], ['src'])).toEqual(['', 'src']);
  expect(eitherPlace(['src'], ['src'])).toEqual(['src']);
  expect(eitherPlace(null, ['src'])).toBeNull();
  expect(eitherPlace(['src'], null)).toBeNull();
});

test('more than eight folders are as good as any', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);
  expect(eitherPlace(names(4), [...names(8).slice(4)])).toHaveLength(8);
  expect(eitherPlace(names(8), ['other'])).toBeNull();
});

test('places are the same when they hold the same folders, and the unknown one is only like itself', () => {
  expect(samePlace(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(samePlace(['a', 'b'], ['a', 'c'])).toBe(false);
  expect(samePlace(['a'], ['a', 'b'])).toBe(false);
  expect(samePlace(['c', 'd'], ['a', 'b'])).toBe(false);
  expect(samePlace(null, null)).toBe(true);
  expect(samePlace(null, ['a'])).toBe(false);
  expect(samePlace(['a'], null)).toBe(false);
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
