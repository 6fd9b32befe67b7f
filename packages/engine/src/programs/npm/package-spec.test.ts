import { expect, test } from 'vitest';
import { isPackageName, parseRequestedPackage, parseSpec } from './package-spec.ts';

test.each([
  ['', { type: 'range', range: '*' }],
  ['^1.2.3', { type: 'range', range: '^1.2.3' }],
  ['=1.2.3', { type: 'range', range: '=1.2.3' }],
  ['1.x || >=2 <3', { type: 'range', range: '1.x || >=2 <3' }],
  ['latest', { type: 'tag', tag: 'latest' }],
  ['npm:@scope/real@^2', { type: 'alias', name: '@scope/real', target: { type: 'range', range: '^2' } }],
  ['npm:real', { type: 'alias', name: 'real', target: { type: 'range', range: '*' } }],
  ['file:../lib', { type: 'folder', path: '../lib' }],
  ['./a.tgz', { type: 'archive', path: './a.tgz' }],
  ['user/repository#main', { type: 'unsupported', kind: 'git', text: 'user/repository#main' }],
  ['git+ssh://git@host/x.git', { type: 'unsupported', kind: 'git', text: 'git+ssh://git@host/x.git' }],
  ['https://host/x.tgz', { type: 'remote', url: 'https://host/x.tgz' }],
])('%s is understood', (text, expected) => {
  expect(parseSpec(text)).toEqual(expected);
});

test.each([
  ['a', 'a', ''],
  ['@s/a', '@s/a', ''],
  ['@s/a@^1', '@s/a', '^1'],
  ['alias@npm:b@2', 'alias', 'npm:b@2'],
])('the argument %s names a package', (text, name, specText) => {
  expect(parseRequestedPackage(text)).toMatchObject({ name, specText });
});

test('a name cannot lead out of node_modules', () => {
  expect(['a', '@s/a', 'a.b-c_d'].map(isPackageName)).toEqual([true, true, true]);
  expect(['..', '.bin', '../x', 'a/b', '@s/..', 'node_modules', '', '@/a', 'a\\b'].map(isPackageName)).toEqual(Array(9).fill(false));
});
