import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { decide } from './decide.ts';

/** Returns the verdict with auto-approved commands and file changes, on the product's engine or on a host without a file wall. */
function verdictOf(command: string, hasFileWall = false) {
  const agent = { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: true, autoApproveFileModification: true };
  const settings = { ...DEFAULT_APP_SETTINGS, agent };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, hasFileWall, now: 0 };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context).verdict;
}

test.each([
  'grep -rn "import React" .',
  'grep -rn AKIA .',
  'grep -R useState packages',
  'grep --directories=recurse useState .',
  'grep -rn useState',
  'rgrep useState',
  'rg -uuu useState',
  'rg --hidden useState',
  'rg -. useState',
  'rg --no-ignore useState',
  'cat *',
  'cat *.json',
  'grep useState *',
  'cat README*',
  'touch *',
  'sed -i s/a/b/ *.md',
  'cd * && touch x',
  'cat src/../*',
  'cd src && cat ../*',
  'diff -y src src',
  'rg --no-ignore-dot useState',
  // These print no file content, but reveal whether a key begins like that.
  'grep -rl useState .',
  'grep -rc useState',
  'grep -rL useState .',
  'grep -rq useState . && ls',
  'egrep -d recurse --files-with-matches useState .',
  'rgrep -l useState',
  'nice grep -rl useState .',
  'zgrep -rl useState .',
  'git grep useState',
  'git grep -c useState',
  'git grep -l useState HEAD',
  'git grep -q useState -- src/..',
  'git grep -L -e useState',
  'git log -S useState',
  'git log -G useState -- src/..',
])('%s is free where the host guards files itself, and asks elsewhere', (command) => {
  expect(verdictOf(command, true)).toBe('auto');
  expect(verdictOf(command, false)).toBe('ask');
  expect(verdictOf(command)).toBe('ask');
});

test.each([
  'grep -rn useState src',
  'grep -rn "import React" src tests',
  'grep -rn useState . --include=*.ts',
  'grep -rl useState src',
  'grep -rc useState . --include=*.ts',
  'rg useState',
  'ag useState',
  'git grep useState src',
  "git grep -l useState -- '*.ts'",
  'file *',
  "find . -name '*.ts'",
  'cat *.ts',
  'cat src/*',
  'cat src/**/*.css',
  'wc -l *',
  'ls -la *',
  'cat .env.example',
  'touch src/a.ts',
])('%s is free everywhere', (command) => {
  expect(verdictOf(command, true)).toBe('auto');
  expect(verdictOf(command)).toBe('auto');
});

test.each([
  'cat .dev*',
  'cat secr*',
  'rg x -g .e*',
  'touch AGENT?.md',
  'cd .devon? && touch x',
  "grep -r '' . --include=.env",
  'rg -uuu KEY',
  'git grep --no-index x',
  'rg . .git',
  'grep -r x .git',
  'cat **/../x',
  'file .env',
  'file -b .e*',
  "grep -rl '^SECRET=a' src --include=.env",
  'grep -rl useState ./ --include=.e*',
  'git grep -l -f .env',
])('%s asks everywhere', (command) => {
  expect(verdictOf(command, true)).toBe('ask');
  expect(verdictOf(command)).toBe('ask');
});
