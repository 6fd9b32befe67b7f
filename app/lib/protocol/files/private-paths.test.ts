import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { describe, expect, test } from 'vitest';
import { isPrivatePath, mayHoldPrivate, PRIVATE_PATHS } from './private-paths.ts';

const HOME = '/home/ada';

/** A path that fits the row. */
const exampleOf = (segments: readonly string[]) => segments.map((segment) => segment.replace('[!a-z]', '.').replaceAll('*', 'x')).join('/');

test.each(PRIVATE_PATHS.map(({ segments, where }) => [where, exampleOf(segments)] as const))(
  '%s: %s is private with all below it, and a tool that gets its path asks',
  (where, path) => {
    const whole = where === 'root' ? `/${path}` : `${HOME}/${path}`;
    expect([isPrivatePath(whole, HOME), isPrivatePath(`${whole}/deep/file`, HOME)]).toEqual([true, true]);
    expect([isSecretPath(whole), isSecretPath(path)]).toEqual([true, true]);
    if (where !== 'root') expect(isPrivatePath(['', 'root', path.toUpperCase()].join('/'), HOME)).toBe(true);
    expect(isPrivatePath(`${HOME}/dotfiles/${path}`, HOME)).toBe(where === 'anywhere');
  },
);

describe('what is not private', () => {
  test.each([
    '/home/ada/app/.env',
    '/home/ada/app/.npmrc',
    '/home/ada/.env.example',
    '/home/ada/.config',
    '/home/ada/.config/nvim',
    '/home/ada/.bashrc',
    '/proc/1/status',
  ])('%s', (path) => expect(isPrivatePath(path, HOME)).toBe(false));
});

test.each([
  ['/home/ada', true],
  ['/home', true],
  ['/', true],
  ['/home/ada/.config', true],
  ['/home/ada/.local/share', true],
  ['/home/ada/.ssh', true],
  ['/home/ada/app', false],
  ['/home/ada/.config/nvim', false],
])('%s may hold what is private: %s', (path, holds) => expect(mayHoldPrivate(path, HOME)).toBe(holds));
