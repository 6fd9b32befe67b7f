import { expect, test } from 'vitest';
import { allowRule } from '../../testing/allow-rule.ts';
import { activeRules, matchesRule, withUse } from './rules.ts';

test('a rule is in force until its end, and not from then on', () => {
  const rules = [allowRule('ls', { expiresAt: 10 }), allowRule('pwd')];
  expect(activeRules(rules, 'allow', '', 9).map(({ pattern }) => pattern)).toEqual(['ls', 'pwd']);
  expect(activeRules(rules, 'allow', '', 10).map(({ pattern }) => pattern)).toEqual(['pwd']);
});

test('the uses of a rule are counted, and when it was last of use', () => {
  const rules = [allowRule('ls', { uses: 2 }), allowRule('pwd')];
  const once = withUse(rules, rules.slice(0, 1), 7);
  expect(once).toEqual([allowRule('ls', { uses: 3, lastUsedAt: 7 }), allowRule('pwd')]);
  expect(withUse(once, once.slice(1), 8)[1]).toEqual(allowRule('pwd', { uses: 1, lastUsedAt: 8 }));
});

test('a rule is exact unless it ends in " *", and then it is a prefix of whole words', () => {
  const matches = (pattern: string, command: string) => matchesRule(pattern, command.split(' '));
  expect(matches('git status', 'git status')).toBe(true);
  expect(matches('git status', 'git status -s')).toBe(false);
  expect(matches('git status', 'git')).toBe(false);
  expect(matches('git status', 'git stash')).toBe(false);
  expect(matches('git status *', 'git status')).toBe(true);
  expect(matches('git status *', 'git status -s -b')).toBe(true);
  expect(matches('git status *', 'git statusx')).toBe(false);
  expect(matches('git status *', 'git')).toBe(false);
  expect(matches('git status*', 'git status')).toBe(false);
  expect(matches(' git   status ', 'git status')).toBe(true);
  expect(matches(' git  status *', 'git status -s')).toBe(true);
});

test('a rule of one chat holds in that chat, and one verdict never for another', () => {
  const rules = [
    allowRule('a', { scope: 'chat', chatId: 'x' }),
    allowRule('b', { verdict: 'deny' }),
    allowRule('c', { scope: 'chat', chatId: 'y' }),
  ];
  expect(activeRules(rules, 'allow', 'x', 0).map(({ pattern }) => pattern)).toEqual(['a']);
  expect(activeRules(rules, 'allow', 'z', 0)).toEqual([]);
  expect(activeRules(rules, 'deny', 'x', 0).map(({ pattern }) => pattern)).toEqual(['b']);
});
