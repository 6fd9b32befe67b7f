import { expect, test } from 'vitest';
import { type CommandRule, DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';
import { decide } from './decide.ts';

type Input = Extract<ToolIntent, { kind: 'input' }>;

function verdictOf(given: Partial<Input>, { auto = true, rules = [] }: { auto?: boolean; rules?: CommandRule[] } = {}) {
  const intent: Input = {
    kind: 'input',
    processId: 'p1',
    program: 'npm create vite',
    prompt: 'Project name:',
    isHidden: false,
    text: 'demo',
    ...given,
  };
  return decide(intent, {
    settings: { ...DEFAULT_APP_SETTINGS, rules, agent: { ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: auto } },
    chatId: 'chat-1',
    projectRoot: '/home/project',
    hasChangedScripts: false,
    hasFileWall: true,
    now: 0,
  }).verdict;
}

test('typing into a running program asks, as a command does; auto-approved commands free the answer to a question', () => {
  expect(verdictOf({}, { auto: false })).toBe('ask');
  expect(verdictOf({})).toBe('auto');
  expect(verdictOf({ prompt: null })).toBe('ask');
});

test.each(['bash', 'node', 'cd src && python3', '/usr/bin/env node', 'docker exec -it db psql', "sh -c 'read x'", 'node_modules/.bin/tsx'])(
  'what is typed into %j runs as code and always asks',
  (program) => {
    expect(verdictOf({ program })).toBe('ask');
  },
);

test.each(['npm create vite', 'npx create-next-app', 'npm init', 'git push', 'npm run finish'])('%j is no shell', (program) => {
  expect(verdictOf({ program })).toBe('auto');
});

test('a password always asks', () => {
  expect(verdictOf({ isHidden: true })).toBe('ask');
});

test('what no command may do may not be typed either, nor what a rule denies', () => {
  expect(verdictOf({ text: 'rm -rf /' })).toBe('block');
  const deny: CommandRule = { pattern: 'git push *', verdict: 'deny', scope: 'always', createdAt: 0 };
  expect(verdictOf({ program: 'bash', text: 'git push origin main' }, { rules: [deny] })).toBe('block');
});
