import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { release } from '../../../scripts/release.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.invalid');
  write('package.json', { name: 'app', version: '0.1.0', dependencies: { 'app-core': '0.1.0', other: '1.0.0' } });
  write('packages/core/package.json', { name: 'app-core', version: '0.1.0' });
  write('package-lock.json', {
    version: '0.1.0',
    packages: { '': { version: '0.1.0', dependencies: { 'app-core': '0.1.0' } }, 'packages/core': { version: '0.1.0' } },
  });
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0 (2026-01-01)\n\n- the first\n');
  commit('repository: begin');
  git('tag', 'v0.1.0');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Ignores this machine's own git configuration. */
const ENVIRONMENT = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', env: ENVIRONMENT }).trim();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
function write(path: string, content: object) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${JSON.stringify(content, null, 2)}\n`);
}
function commit(subject: string) {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', subject);
}
const next = { version: '0.2.0', date: '2026-02-03' };

test('a release bumps every package and writes what was committed since the last one, by area', () => {
  commit('engine/shell: answer `seq`');
  commit('agent: ask once');
  commit('engine: start faster');
  commit('Words without an area');
  release({ root, ...next });

  expect(read('CHANGELOG.md')).toBe(
    [
      '# Changelog',
      '## 0.2.0 (2026-02-03)',
      '### agent',
      '- ask once',
      '### engine',
      '- answer `seq`\n- start faster',
      '### other',
      '- Words without an area',
      '## 0.1.0 (2026-01-01)',
      '- the first\n',
    ].join('\n\n'),
  );
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0', dependencies: { 'app-core': '0.2.0', other: '1.0.0' } });
  expect(JSON.parse(read('packages/core/package.json')).version).toBe('0.2.0');
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0', dependencies: { 'app-core': '0.2.0' } }, 'packages/core': { version: '0.2.0' } },
  });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('release: 0.2.0');
  expect(git('describe', '--tags')).toBe('v0.2.0');
});

test('a dry run says what it would write and touches nothing', () => {
  commit('agent: ask once');
  const section = release({ root, ...next, isDryRun: true });
  expect(section).toContain('## 0.2.0 (2026-02-03)\n\n### agent\n\n- ask once');
  expect(git('log', '-1', '--format=%s')).toBe('agent: ask once');
  expect(read('CHANGELOG.md')).not.toContain('0.2.0');
});

test.each([
  ['a dirty tree', () => writeFileSync(join(root, 'new.txt'), ''), next.version, /not committed/],
  ['another branch', () => git('switch', '--quiet', '--create', 'feature'), next.version, /on main; this is feature/],
  ['a version that is not newer', () => undefined, '0.1.0', /not newer than 0\.1\.0/],
  ['a version that is no version', () => undefined, 'next', /three numbers/],
  ['a release of nothing', () => undefined, next.version, /Nothing was committed since v0\.1\.0/],
])('refuses %s', (name, prepare, version, message) => {
  if (name !== 'a release of nothing') commit('agent: ask once');
  prepare();
  expect(() => release({ root, ...next, version })).toThrow(message);
  expect(git('tag')).toBe('v0.1.0');
});
