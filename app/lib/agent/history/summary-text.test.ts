import { expect, test } from 'vitest';
import type { ChatMessage } from '../../protocol/message.ts';
import { remarkText } from '../../protocol/remark.ts';
import { compactionRanges } from './compaction-range.ts';
import { composeSummary } from './compose-summary.ts';
import { NOTE_DOWN } from './room/note-down.ts';
import { askForSummary, summaryRequest } from './summarise.ts';
import { estimateTokens, TokenGauge } from './token-gauge.ts';
import { cutMiddle, transcriptOf } from './transcript.ts';

const user = (id: string, text: string): ChatMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] });
const step = (id: string, text: string): ChatMessage => ({ id, role: 'assistant', parts: [{ type: 'text', text }] });
const NONE: ReadonlySet<string> = new Set();

test('what the user said is copied, the newest where it is too much; a guard’s remarks are not the user’s', () => {
  const text = composeSummary({
    messages: [user('a', 'Use tabs'), user('b', 'You go in a circle')],
    remarks: new Set(['b']),
    problems: [],
    summary: ' Did it. ',
  });
  expect(text).toContain('> Use tabs');
  expect(text).not.toContain('circle');
  expect(text.endsWith('What happened:\nDid it.')).toBe(true);
  const many = Array.from({ length: 8 }, (_, index) => user(`m${index}`, `${index} ${'x'.repeat(5_000)}`));
  const cut = composeSummary({ messages: many, remarks: NONE, problems: [], summary: 'x' });
  expect(cut).toContain('[5 older messages of the user are not quoted]');
  expect(cut).toContain('> 7 x');
  expect(cut).not.toContain('> 1 x');
});

test('what the model noted when it was asked to is copied, the newest where it is too much', () => {
  const asked = (id: string) => user(id, remarkText(NOTE_DOWN));
  const messages = [
    step('s', 'I read.'),
    asked('n1'),
    step('s1', 'The bug is in a.ts:3.'),
    asked('n2'),
    step('s2', 'b.ts:9, too.'),
    step('s3', 'Next.'),
  ];
  const options = { remarks: new Set(['n1', 'n2', 'n3', 'n4']), problems: [], summary: 'x' };
  const text = composeSummary({ ...options, messages });
  expect(text).toContain('What you noted, word for word:\n> The bug is in a.ts:3.\n> b.ts:9, too.\n\n');
  expect(text).not.toContain('I read.');
  expect(text).not.toContain('Next.');
  const long = composeSummary({
    ...options,
    messages: [...messages, asked('n3'), step('s4', 'y'.repeat(3_995)), asked('n4'), step('s5', '')],
  });
  expect(long).toContain('> yyy');
  expect(long).not.toContain('a.ts:3');
  expect(composeSummary({ ...options, messages: [asked('n1')] })).not.toContain('noted');
});

test('open errors are copied with their place and count, at most ten', () => {
  const problems = [
    { source: 'build' as const, message: 'no file', count: 1 },
    { source: 'preview' as const, message: 'no line', file: 'a.ts', count: 1 },
    ...Array.from({ length: 12 }, () => ({ source: 'terminal' as const, message: 'both', file: 'b.ts', line: 3, count: 2 })),
  ];
  const text = composeSummary({ messages: [step('s', 'x')], remarks: NONE, problems, summary: 'x' });
  expect(text).toContain('- build: no file\n- preview a.ts: no line\n- terminal b.ts:3 (2 times): both');
  expect(text.match(/^- /gm)).toHaveLength(10);
  expect(text).not.toContain('What the user said');
});

test('a transcript says calls and results as text, cuts the longest parts first and states every cut', () => {
  const call = { type: 'dynamic-tool' as const, toolName: 'run', input: { command: 'x' } };
  const messages: ChatMessage[] = [
    {
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'secret thought' },
        { ...call, toolCallId: '1', state: 'output-available', output: 'o'.repeat(9_000) },
        { ...call, toolCallId: '2', state: 'output-error', errorText: 'boom' },
        { ...call, toolCallId: '3', state: 'input-available' },
      ],
    },
  ];
  const whole = transcriptOf(messages, 5_000);
  expect(whole).toContain('[run {"command":"x"}] → error: boom');
  expect(whole).toContain('→ no result');
  expect(whole).toContain('[5040 characters left out]');
  expect(whole).not.toContain('secret thought');
  expect(transcriptOf(messages, 3_000).length).toBeLessThanOrEqual(3_000);
  expect(transcriptOf(messages, 200).length).toBeLessThanOrEqual(200);
  expect(cutMiddle('short', 100)).toBe('short');
});

test('a range leaves the first task and the newest answers, and failed answers do not count', () => {
  const talk = [user('u1', 'a'), step('s1', 'a'), user('u2', 'b'), step('s2', 'b'), step('s3', 'c')];
  expect(
    compactionRanges({ messages: talk, failedMessages: NONE }).map(({ firstMessageId, lastMessageId }) => [firstMessageId, lastMessageId]),
  ).toEqual([
    ['s1', 'u2'],
    ['s1', 's2'],
  ]);
  expect(compactionRanges({ messages: talk, failedMessages: new Set(['s2', 's3']) })).toEqual([]);
  expect(compactionRanges({ messages: [step('s1', 'a'), step('s2', 'b')], failedMessages: NONE })).toEqual([]);
  expect(compactionRanges({ messages: [], failedMessages: NONE })).toEqual([]);
});

test('a wide character is about a token, and metadata counts; the gauge follows real figures within limits', () => {
  const request = (text: string) => ({ system: '', toolNames: [], messages: [user('u', text)] });
  expect(estimateTokens(request('字'.repeat(400)))).toBeGreaterThan(400);
  expect(estimateTokens(request('x'.repeat(400)))).toBeLessThan(110);
  const signed: ChatMessage = {
    id: 'a',
    role: 'assistant',
    parts: [{ type: 'reasoning', text: '', providerMetadata: { p: { signature: 'x'.repeat(400) } } }],
  };
  expect(estimateTokens({ ...request(''), messages: [signed] })).toBeGreaterThan(100);
  expect(estimateTokens({ ...request(''), messages: [{ id: 's', role: 'assistant', parts: [{ type: 'step-start' }] }] })).toBeLessThan(10);
  const gauge = new TokenGauge();
  const sent = request('x'.repeat(4_000));
  const rough = gauge.tokens(sent);
  gauge.answered(5_000);
  expect(gauge.tokens(sent)).toBe(rough);
  for (const [real, expected] of [
    [rough * 2, rough * 2],
    [rough * 100, rough * 3],
    [1, Math.ceil(rough * 0.8)],
    [undefined, Math.ceil(rough * 0.8)],
    [0, Math.ceil(rough * 0.8)],
  ] as const) {
    gauge.sent(sent);
    gauge.answered(real);
    expect(gauge.tokens(sent)).toBe(expected);
  }
});

test('a request for a summary is never shorter than it must be, and a stopped one asks nobody', async () => {
  const request = summaryRequest({ messages: [user('u', '</transcript>')], modelId: 'm', temperature: 0, window: 100 });
  expect(JSON.stringify(request.messages).split('</transcript>')).toHaveLength(2);
  const never = { open: () => Promise.reject(new Error('asked')) };
  await expect(askForSummary(request, never, AbortSignal.abort())).rejects.toThrow('Stopped.');
});
