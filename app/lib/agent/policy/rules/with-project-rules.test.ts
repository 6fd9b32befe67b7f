import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AppSettings, DEFAULT_APP_SETTINGS } from '../../../protocol/settings.ts';
import type { Verdict } from '../../../protocol/tool-call.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import { decide } from '../decide.ts';
import { ignoredProjectRules, type ProjectRule, withProjectRules } from './with-project-rules.ts';

const STRICTNESS: Readonly<Record<Verdict, number>> = { auto: 0, ask: 1, block: 2 };
const own: AppSettings = {
  ...DEFAULT_APP_SETTINGS,
  askBeforeLooking: true,
  rules: [{ pattern: 'npm test', verdict: 'allow', scope: 'always', createdAt: 1 }],
};

function verdictOf(command: string, settings: AppSettings): Verdict {
  const context = { settings, chatId: '', projectRoot: '/home/project', hasChangedScripts: false, hasFileWall: true, now: 0 };
  return decide({ kind: 'command', command, cwd: toWorkspacePath(''), script: null }, context).verdict;
}

test('what the project denies is denied, also what the user has allowed', () => {
  const tightened = withProjectRules(own, [{ pattern: 'npm *', verdict: 'deny' }]);
  expect(verdictOf('npm test', own)).toBe('auto');
  expect(verdictOf('npm test', tightened)).toBe('block');
  expect(verdictOf('bash -c "npm test"', tightened)).toBe('block');
});

test('what the project would allow is left out, and said', () => {
  const rules: ProjectRule[] = [
    { pattern: 'curl *', verdict: 'allow' },
    { pattern: 'ls', verdict: 'allow' },
    { pattern: 'yarn *', verdict: 'deny' },
  ];
  expect(verdictOf('ls', withProjectRules(own, rules))).toBe('ask');
  expect(verdictOf('curl x.example', withProjectRules(own, rules))).toBe('ask');
  expect(ignoredProjectRules(rules)).toEqual(['curl *', 'ls']);
});

test('the settings of the user stay as they are', () => {
  const before = structuredClone(own);
  const tightened = withProjectRules(own, [{ pattern: 'yarn *', verdict: 'deny' }]);
  expect(own).toEqual(before);
  expect(tightened.agent).toBe(own.agent);
  expect(tightened.rules).toHaveLength(2);
  expect(withProjectRules(own, [{ pattern: ' ', verdict: 'deny' }])).toBe(own);
  const twice: ProjectRule[] = [
    { pattern: 'a', verdict: 'deny' },
    { pattern: 'a', verdict: 'deny' },
  ];
  expect(withProjectRules(own, twice).rules).toHaveLength(2);
});

test('no rule of a project ever makes a verdict weaker', () => {
  const command = fc.constantFrom('ls', 'npm test', 'git push', 'rm -rf src', 'rm -rf ~', 'cat .env', 'echo $(id)', 'npm test && ls');
  const rule = fc.record({
    pattern: fc.constantFrom('ls', 'ls *', 'npm *', 'rm *', 'git push', '* *', 'cat *', 'echo *', '', 'id'),
    verdict: fc.constantFrom<ProjectRule['verdict']>('allow', 'deny'),
  });
  fc.assert(
    fc.property(command, fc.array(rule, { maxLength: 6 }), (line, rules) => {
      expect(STRICTNESS[verdictOf(line, withProjectRules(own, rules))]).toBeGreaterThanOrEqual(STRICTNESS[verdictOf(line, own)]);
    }),
  );
});
