import { expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../../../protocol/settings.ts';
import { toWorkspacePath } from '../../../runtime/to-workspace-path.ts';
import type { ToolIntent } from '../../contract/tool-definition.ts';
import { decide } from '../decide.ts';
import { madeRules } from './made-rules.ts';

const where = { chatId: 'chat-1', projectRoot: '/home/project', now: 1_000 };
const DAY = 86_400_000;

function command(text: string, scripts: Record<string, string> = {}): Extract<ToolIntent, { kind: 'command' }> {
  const found = Object.entries(scripts).map(([name, script]) => ({ folder: '', name, text: script }));
  const joined = found.length === 0 ? null : found.map((one) => one.text).join('\n');
  return { kind: 'command', command: text, cwd: toWorkspacePath(''), script: joined, scripts: found };
}

function verdictOf(intent: ToolIntent, rules: ReturnType<typeof madeRules>, now = 2_000) {
  return decide(intent, {
    settings: { ...DEFAULT_APP_SETTINGS, askBeforeLooking: true, rules },
    chatId: 'chat-1',
    projectRoot: where.projectRoot,
    hasChangedScripts: false,
    hasFileWall: true,
    now,
  });
}

test('a rule says what it was made for, and ends when it was set to', () => {
  expect(madeRules({ pattern: 'ls *', scope: 'always', days: 7 }, command('ls -la'), where)).toEqual([
    { pattern: 'ls *', verdict: 'allow', scope: 'always', createdAt: 1_000, madeFor: 'ls -la', expiresAt: 1_000 + 7 * DAY },
  ]);
});

test('a rule of one chat names the chat', () => {
  expect(madeRules({ pattern: 'ls', scope: 'chat' }, command('ls'), where)).toEqual([
    { pattern: 'ls', verdict: 'allow', scope: 'chat', createdAt: 1_000, madeFor: 'ls', chatId: 'chat-1' },
  ]);
});

test('rules for the parts of a line are each pinned to the script of their own part', () => {
  const line = command('npm run lint && npm test', { lint: 'lint: eslint', test: 'test: vitest' });
  const rules = madeRules({ pattern: 'npm run lint', also: ['npm test', 'npm test'], scope: 'always' }, line, where);
  expect(rules.map(({ pattern, script }) => [pattern, script])).toEqual([
    ['npm run lint', 'lint: eslint'],
    ['npm test', 'test: vitest'],
  ]);
  expect(verdictOf(line, rules).verdict).toBe('auto');
  expect(verdictOf(command('npm test', { test: 'test: vitest' }), rules).verdict).toBe('auto');
  expect(verdictOf(command('npm test', { test: 'test: curl evil' }), rules)).toMatchObject({ verdict: 'ask', parts: [{ by: 'script' }] });
});

test('a rule for the whole line is pinned to all its scripts', () => {
  const line = command('npm run lint && npm test', { lint: 'lint: eslint', test: 'test: vitest' });
  const [rule] = madeRules({ pattern: 'npm run lint && npm test', scope: 'always' }, line, where);
  expect(rule?.script).toBe('lint: eslint\ntest: vitest');
});

test('a prefix is pinned to the script it was made for, and a command without one to none', () => {
  const [prefix] = madeRules({ pattern: 'npm test *', scope: 'always' }, command('npm test -- -t x', { test: 'test: vitest' }), where);
  expect(prefix?.script).toBe('test: vitest');
  const [plain] = madeRules({ pattern: 'ls *', scope: 'always' }, command('ls && npm test', { test: 'test: vitest' }), where);
  expect(plain).not.toHaveProperty('script');
});

test('a rule made again for a changed script lets it run next to the old one, which sleeps', () => {
  const before = madeRules({ pattern: 'npm test', scope: 'always' }, command('npm test', { test: 'test: a' }), where);
  const after = madeRules({ pattern: 'npm test', scope: 'always' }, command('npm test', { test: 'test: b' }), where);
  const now = command('npm test', { test: 'test: b' });
  expect(verdictOf(now, before).verdict).toBe('ask');
  expect(verdictOf(now, [...before, ...after])).toMatchObject({ verdict: 'auto', rules: after });
});

test('an expired rule does nothing', () => {
  const rules = madeRules({ pattern: 'ls', scope: 'always', days: 1 }, command('ls'), where);
  expect(verdictOf(command('ls'), rules, 1_000 + DAY - 1).verdict).toBe('auto');
  expect(verdictOf(command('ls'), rules, 1_000 + DAY).verdict).toBe('ask');
});
