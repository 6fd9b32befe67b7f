import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../protocol/settings.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { decide } from '../decide.ts';

function decided(command: string, deny: readonly string[] = [], cwd = '') {
  const rules = deny.map((pattern) => ({ pattern, verdict: 'deny' as const, scope: 'always' as const, createdAt: 0 }));
  const settings = { ...DEFAULT_APP_SETTINGS, rules, agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: true } };
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, hasFileWall: true, now: 0 };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(cwd), script: null }, context);
}

const denies = (command: string, ...rules: string[]) => decided(command, rules).verdict === 'block';

test.each([
  'git push',
  'git push origin',
  'git --no-pager push',
  'git -C x push',
  'git -c a=b push',
  'git --git-dir x push',
  '/usr/bin/git push',
  '\\git push',
  '"git" push',
  "g'i't push",
  'env git push',
  'sudo git push',
  'bash -c "git push"',
  'bash -c "ls; git push"',
  'eval git push',
  'xargs git push',
  'ls | xargs git push',
  'echo $(git push)',
  'echo `git push`',
  'if git push; then ls; fi',
  'ls && git push',
  'f() { git push; }',
  'git push "unfinished',
  'git push (',
  'nohup git push &',
  'time git push',
  'find . -exec git push ;',
  'unknown git push',
  "unknown 'git push'",
  "unknown 'a; git push'",
  'parallel git push ::: a',
  'ssh x git push',
  'echo $((a[$(git push)]))',
  'npx git push',
  'timeout 5 git push',
  'A=1 git push',
  'git push > /dev/null',
  '{ git push; }',
  'cat <<EOF\n$(git push)\nEOF',
])('a rule that denies git push sees %j', (command) => {
  expect(denies(command, 'git push *')).toBe(true);
});

test.each([
  'git pull',
  'git pushx',
  'echo git push',
  'grep "git push" a',
  'git log --grep push',
  'git commit -m "git push"',
  'ls push',
  'cat git push',
])('and leaves %j alone', (command) => {
  expect(denies(command, 'git push *')).toBe(false);
});

test('an exact rule denies exactly that', () => {
  expect(denies('npm publish', 'npm publish')).toBe(true);
  expect(denies('npm publish --dry-run', 'npm publish')).toBe(false);
  expect(denies('yarn test', 'yarn *')).toBe(true);
  expect(denies('yarnx test', 'yarn *')).toBe(false);
});
