import { expect, test } from 'vitest';
import { translateForeignCommand } from './other-managers.ts';

test.each([
  ['pnpm', ['i'], ['i']],
  ['pnpm', ['add', '-D', 'x'], ['add', '-D', 'x']],
  ['pnpm', ['install', '--frozen-lockfile'], ['ci']],
  ['pnpm', ['dlx', 'create-vite'], ['exec', '--yes', 'create-vite']],
  ['pnpm', ['dev', '--host'], ['run-or-exec', '--', 'dev', '--host']],
  ['yarn', [], ['install']],
  ['yarn', ['build'], ['run-or-exec', '--', 'build']],
  ['yarn', ['global', 'add', 'x'], ['add', '--global', 'x']],
])('%s %j is done by npm, and said', (manager, args, expected) => {
  const translated = translateForeignCommand(manager, args);
  expect(translated.args).toEqual(expected);
  expect(translated.notice).toContain(manager);
});

test('npm’s own arguments are left alone', () => {
  expect(translateForeignCommand('npm', ['dev'])).toEqual({ args: ['dev'], notice: null });
});
