import { expect, test } from 'vitest';
import { approvalRequestSchema } from '../protocol/tool-call.ts';
import { suggestRules } from './suggest-rules.ts';

type Part = readonly [text: string, verdict: 'auto' | 'ask' | 'block', by?: 'guard' | 'rule' | 'none'];

function suggested(command: string, parts: readonly Part[] = [[command, 'ask', 'none']]) {
  const request = approvalRequestSchema.parse({
    approvalId: 'approval-1',
    toolCallId: 'call-1',
    toolName: 'devonz_run_command',
    action: 'run',
    subject: { kind: 'command', command, cwd: '/' },
    why: 'commands ask first',
    parts: parts.map(([text, verdict, by]) => ({ text, verdict, why: `${text} asks`, by })),
    argumentsHash: 'a'.repeat(64),
    requestedAt: 1,
  });
  const offer = suggestRules(request);
  return offer.status === 'none' ? offer.why : offer.suggestions.map(({ patterns }) => patterns.join(' + '));
}

test.each([
  ['git log --oneline', ['git log --oneline', 'git log *']],
  ['npm run build', ['npm run build', 'npm run build *']],
  ['npm test', ['npm test', 'npm test *']],
  ['node scripts/seed.js --dry', ['node scripts/seed.js --dry', 'node scripts/seed.js *']],
  ['ls -la', ['ls -la', 'ls *']],
  ['git', ['git']],
  ['npm -s', ['npm -s']],
  ['echo "a b"', ['echo "a b"']],
])('for %s the narrowest rules come first, as wide as its program names what it does', (command, rules) => {
  expect(suggested(command)).toEqual(rules);
});

test('a line of several commands is offered whole and part by part, without those that need no rule', () => {
  const parts: Part[] = [
    ['npm run lint', 'ask', 'none'],
    ['ls', 'auto', 'rule'],
    ['npm test', 'ask', 'none'],
    ['npm test', 'ask', 'none'],
  ];
  expect(suggested('npm run lint && ls && npm test && npm test', parts)).toEqual([
    'npm run lint && ls && npm test && npm test',
    'npm run lint + npm test',
  ]);
});

test('one part that asks among others that do not is offered by itself', () => {
  const parts: Part[] = [
    ['cd app', 'auto', 'rule'],
    ['npm test', 'ask', 'none'],
  ];
  expect(suggested('cd app && npm test', parts)).toEqual(['cd app && npm test', 'npm test', 'npm test *']);
});

test('where a guard asks no rule is offered, since none would help', () => {
  expect(suggested('cat .env', [['cat .env', 'ask', 'guard']])).toBe('cat .env asks');
});

test('parts of requests made before it was said what decides are offered as ever', () => {
  expect(suggested('npm ci', [['npm ci', 'ask']])).toEqual(['npm ci', 'npm ci *']);
});
