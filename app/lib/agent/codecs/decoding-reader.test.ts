import { expect, test } from 'vitest';
import type { ChatMessage } from '../../protocol/message.ts';
import { DEFAULT_APP_SETTINGS } from '../../protocol/settings.ts';
import { TOOLS } from '../../tools/index.ts';
import { createAnswerReader } from './decoding-reader.ts';

function reader(messages: readonly ChatMessage[] = []) {
  let ids = 0;
  const settings = { ...DEFAULT_APP_SETTINGS, codecs: { m: 'json' as const } };
  return createAnswerReader({
    mode: 'agent',
    modelId: 'm',
    messages,
    tools: TOOLS,
    settings,
    nextId: () => `id-${++ids}`,
  });
}

const bytes = (...parts: unknown[]) => new TextEncoder().encode(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''));
const words = (text: string) => ({ type: 'text-delta', id: 't', delta: text });
const thought = (text: string) => ({ type: 'reasoning-delta', id: 'r', delta: text });
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
  turn.push(bytes(thought('I wonder'), words('{"type":"tool","name":"devonz_get_errors","args":{'), words('')));
  expect(turn.liveParts()).toMatchObject([
    { type: 'reasoning', text: 'I wonder' },
    { type: 'tool-input', toolCallId: 'id-1' },
  ]);
  expect(turn.textParts()).toEqual([{ type: 'reasoning', text: 'I wonder' }]);
});

test('a thought without an answer is no answer', () => {
  const turn = reader();
  turn.push(bytes(thought('I wonder and wonder'), FINISH));
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

test('tags of thoughts in what the step passes on are the reply’s own words', () => {
  const answer = '<think>is how some models begin</think>, and then they answer.';
  for (const before of [[], [thought('Explain the tags.')]]) {
    const turn = reader();
    turn.push(bytes(...before, words(answer), FINISH));
    expect(turn.end().parts.at(-1)).toMatchObject({ type: 'text', text: answer });
  }
});
