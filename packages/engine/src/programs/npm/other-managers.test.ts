import { expect, test } from 'vitest';
import { translateForeignCommand } from './other-managers.ts';

test.each([
  ['pnpm', ['i'], ['i']],
  ['pnpm', ['add', '-D', 'x'], ['add', '-D', 'x']],
  ['pnpm', ['install', '--frozen-lockfile'], ['ci']],
  ['pnpm', ['dlx', 'create-vite'], ['exec', '--yes', 'create-vite']],
  ['pnpm', ['dev', '--host'], ['run-or-exec', '--', 'dev', '--host']],
  ['pnpm', ['-r', 'run', 'build'], ['run', '--workspaces', 'build']],
  ['pnpm', ['--filter', 'app', 'dev'], ['run-or-exec', '--workspace', 'app', '--', 'dev']],
  ['pnpm', ['run', 'dev', '--host'], ['run', 'dev', '--', '--host']],
  ['pnpm', ['test', '--watch'], ['test', '--', '--watch']],
  ['bun', ['add', '-d', 'x'], ['add', '--save-dev', 'x']],
  ['bun', ['server.ts'], ['run-or-exec', '--', 'node', 'server.ts']],
  ['bun', ['run', '--bun', 'dev'], ['run', 'dev']],
  ['yarn', ['workspace', 'app', 'build'], ['run-or-exec', '-w', 'app', '--', 'build']],
  ['yarn', [], ['install']],
  ['yarn', ['build'], ['run-or-exec', '--', 'build']],
  ['yarn', ['global', 'add', 'x'], ['add', '--global', 'x']],
])('%s %j is done by npm, and said', (manager, args, expected) => {
  const translated = translateForeignCommand(manager, args);
  expect(translated.args).toEqual(expected);
  expect(translated.notice).toContain(manager);
});

test('npm’s own arguments are left alone', () => {
  expect(translateForeignCommand('npm', ['dev'])).toEqual({ program: 'npm', args: ['dev'], notice: null });
});

test('what only runs a package’s command goes to npx', () => {
  expect(translateForeignCommand('bunx', ['cowsay', 'hi'])).toMatchObject({ program: 'npx', args: ['--yes', 'cowsay', 'hi'] });
});
