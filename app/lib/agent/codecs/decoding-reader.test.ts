import { expect, test } from 'vitest';
import type { ChatMessage } from '../../protocol/message.ts';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { TOOLS } from '../../tools/index.ts';
import { createAnswerReader } from './decoding-reader.ts';
import { ThinkingSplitter } from './thinking-splitter.ts';

function reader(messages: readonly ChatMessage[] = [], now?: () => number) {
  let ids = 0;
  const settings = { ...DEFAULT_APP_SETTINGS, codecs: { m: 'json' as const } };
  return createAnswerReader({
    mode: 'agent',
    modelId: 'm',
    messages,
    tools: TOOLS,
    settings,
    nextId: () => `id-${++ids}`,
    ...(now === undefined ? {} : { now }),
  });
}

const bytes = (...parts: unknown[]) => new TextEncoder().encode(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''));
const words = (text: string) => ({ type: 'text-delta', id: 't', delta: text });
const FINISH = { type: 'finish', finishReason: 'stop' };

test('words that are no call stay the part the provider gave, with its metadata', () => {
  const turn = reader();
  turn.push(bytes({ type: 'text-start', id: 't', providerMetadata: { google: { thoughtSignature: 'x' } } }, words('Hello.'), FINISH));
  expect(turn.end().parts).toEqual([{ type: 'text', text: 'Hello.', providerMetadata: { google: { thoughtSignature: 'x' } } }]);
});

test('next to a call a thought keeps its text, not its signature', () => {
  const turn = reader();
  const thought = { type: 'reasoning-delta', id: 'r', delta: 'hm', providerMetadata: { openai: { itemId: 'rs_1' } } };
  turn.push(bytes(thought, words('{"type":"tool","name":"devonz_get_errors","args":{}}'), FINISH));
  expect(turn.end().parts).toMatchObject([
    { type: 'reasoning', text: 'hm' },
    { type: 'dynamic-tool', toolCallId: 'id-1' },
  ]);
  expect(turn.end().parts[0]).not.toHaveProperty('providerMetadata');
});

test('what has come of an answer that breaks off are its words, without the call', () => {
  const turn = reader();
  turn.push(bytes(words('<think>I wonder'), words('</think>{"type":"tool","name":"devonz_get_errors","args":{'), words('')));
  expect(turn.liveParts()).toMatchObject([
    { type: 'reasoning', text: 'I wonder' },
    { type: 'tool-input', toolCallId: 'id-1' },
  ]);
  expect(turn.textParts()).toEqual([{ type: 'reasoning', text: 'I wonder' }]);
});

test('a thought without an answer is no answer', () => {
  const turn = reader();
  turn.push(bytes(words('<think>I wonder and wonder'), FINISH));
  expect(() => turn.end()).toThrow('The model answered nothing. It only thought.');
});

test('a quotation is known in results of every shape', () => {
  const part = { type: 'dynamic-tool' as const, toolCallId: 'c', toolName: 't', input: {} };
  const call = '{"type":"tool","name":"devonz_get_errors","args":{}}';
  for (const output of [call, { content: `x ${call}` }]) {
    const turn = reader([{ id: '1', role: 'assistant', parts: [{ ...part, state: 'output-available', output }] }]);
    turn.push(bytes(words(`\`\`\`json\n${call}\n\`\`\``), FINISH));
    expect(turn.end().parts).toMatchObject([{ state: 'output-error' }]);
  }
  const turn = reader([{ id: '1', role: 'assistant', parts: [{ ...part, state: 'output-error', errorText: call }] }]);
  turn.push(bytes(words(call), FINISH));
  expect(turn.end().parts).toMatchObject([{ state: 'input-available' }]);
});

test.each([
  [['<think>a', 'b</thi', 'nk>c', 'd'], 'ab', 'cd'],
  [[' <th', 'ink>a</think>', 'c'], 'a', 'c'],
  [['<thank', 'you>'], '', '<thankyou>'],
  [['<th'], '', '<th'],
  [['<think>a', 'b'], 'ab', ''],
  [['c', '<think>d</think>'], '', 'c<think>d</think>'],
])('%j thinks %j and says %j', (pieces, thinking, said) => {
  const splitter = new ThinkingSplitter();
  const reply = pieces.map((piece) => splitter.push(piece)).join('') + splitter.end();
  expect([splitter.thinking, reply]).toEqual([thinking, said]);
});

test('how long it thought in tags is kept with the thought', () => {
  let now = 0;
  const turn = reader([], () => now);
  for (const [at, text] of [
    [0, '<think>I wonder about it'],
    [3_000, ' for long'],
    [7_000, ' enough</think>'],
    [9_000, 'Done.'],
  ] as const) {
    now = at;
    turn.push(bytes(words(text)));
    turn.liveParts();
  }
  turn.push(bytes(FINISH));
  expect(turn.end().parts).toEqual([
    { type: 'reasoning', text: 'I wonder about it for long enough', thoughtMs: 7_000 },
    { type: 'text', text: 'Done.' },
  ]);
});
