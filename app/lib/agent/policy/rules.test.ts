import { expect, test } from 'vitest';
import type { CommandRule } from '../../protocol/settings.ts';
import { activeRules, withUse } from './rules.ts';

const rule = (pattern: string, rest: Partial<CommandRule> = {}): CommandRule => ({
  pattern,
  verdict: 'allow',
  scope: 'always',
  createdAt: 0,
  ...rest,
});

test('a rule is in force until its end, and not from then on [pain-22]', () => {
  const rules = [rule('ls', { expiresAt: 10 }), rule('pwd')];
  expect(activeRules(rules, 'allow', '', 9).map(({ pattern }) => pattern)).toEqual(['ls', 'pwd']);
  expect(activeRules(rules, 'allow', '', 10).map(({ pattern }) => pattern)).toEqual(['pwd']);
});

test('the uses of a rule are counted, and when it was last of use [pain-22]', () => {
  const rules = [rule('ls', { uses: 2 }), rule('pwd')];
  const once = withUse(rules, rules.slice(0, 1), 7);
  expect(once).toEqual([rule('ls', { uses: 3, lastUsedAt: 7 }), rule('pwd')]);
  expect(withUse(once, once.slice(1), 8)[1]).toEqual(rule('pwd', { uses: 1, lastUsedAt: 8 }));
});
