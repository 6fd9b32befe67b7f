import { expect, test } from 'vitest';
import { isPackageName, parseRequestedPackage, parseSpec } from './package-spec.ts';

test.each<readonly [text: string, expected: object]>([
  ['', { type: 'range', range: '*' }],
  ['^1.2.3', { type: 'range', range: '^1.2.3' }],
  ['=1.2.3', { type: 'range', range: '=1.2.3' }],
  ['1.x || >=2 <3', { type: 'range', range: '1.x || >=2 <3' }],
  ['latest', { type: 'tag', tag: 'latest' }],
  ['npm:@scope/real@^2', { type: 'alias', name: '@scope/real', target: { type: 'range', range: '^2' } }],
  ['npm:real', { type: 'alias', name: 'real', target: { type: 'range', range: '*' } }],
  ['file:../lib', { type: 'folder', path: '../lib' }],
  ['./a.tgz', { type: 'archive', path: './a.tgz' }],
  ['npm:^1.2.0', { type: 'range', range: '^1.2.0' }],
  ['portal:../lib', { type: 'folder', path: '../lib' }],
  ...[
    'user/repo#v1',
    'github:user/repo#v1',
    'git+https://github.com/user/repo.git#v1',
    'git+ssh://git@github.com/user/repo.git#v1',
    'git://github.com/user/repo.git#v1',
    'git@github.com:user/repo.git#v1',
    'https://github.com/user/repo.git#v1',
  ].map((text): [string, object] => [text, { type: 'remote', url: 'https://codeload.github.com/user/repo/tar.gz/v1' }]),
  ['user/repo', { type: 'remote', url: 'https://codeload.github.com/user/repo/tar.gz/HEAD' }],
  ['gitlab:group/repo#v1', { type: 'remote', url: 'https://gitlab.com/group/repo/-/archive/v1/repo.tar.gz' }],
  ['bitbucket:user/repo', { type: 'remote', url: 'https://bitbucket.org/user/repo/get/HEAD.tar.gz' }],
  ['user/repo#semver:^1', { type: 'unsupported', kind: 'git', text: 'user/repo#semver:^1' }],
  ['git+https://git.example.com/user/repo.git', { type: 'unsupported', kind: 'git', text: 'git+https://git.example.com/user/repo.git' }],
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
