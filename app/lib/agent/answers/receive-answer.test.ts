import { expect, test } from 'vitest';
import type { MessagePart, ToolPart } from '../../protocol/message.ts';
import { TOOLS } from '../../tools/index.ts';
import { MOST_CALLS, receiveAnswer } from './receive-answer.ts';
import { receivedName } from './received-name.ts';

const call = (toolCallId: string, toolName = 'devonz_read_file', input: ToolPart['input'] = { path: 'a' }): MessagePart => ({
  type: 'dynamic-tool',
  toolCallId,
  toolName,
  state: 'input-available',
  input,
});

function receive(parts: readonly MessagePart[], taken: readonly string[] = []) {
  let ids = 0;
  return receiveAnswer(parts, { tools: TOOLS, taken, nextId: () => `new-${++ids}` });
}

test('a good answer stays as it came', () => {
  const parts: MessagePart[] = [
    { type: 'step-start' },
    { type: 'text', text: 'Hello 👋', providerMetadata: { google: { thoughtSignature: 'x' } } },
    call('functions.read:0'),
  ];
  expect(receive(parts)).toEqual(parts);
});

test('a call in the words of other products becomes ours, and the readings say how', () => {
  const readings: unknown[] = [];
  const onReading = (reading: unknown) => void readings.push(reading);
  const parts = [call('a', 'Read', { file_path: 'x', limit: 2 }), call('b'), call('c', 'unheard_of', { file_path: 'x' })];
  expect(receiveAnswer(parts, { tools: TOOLS, taken: [], nextId: () => 'n', onReading })).toMatchObject([
    { toolCallId: 'a', toolName: 'devonz_read_file', input: { path: 'x', startLine: 1, endLine: 2 } },
    { toolCallId: 'b', toolName: 'devonz_read_file', input: { path: 'a' } },
    { toolCallId: 'c', toolName: 'unheard_of', input: { file_path: 'x' } },
  ]);
  expect(readings).toEqual([
    { toolCallId: 'a', readings: ['Read → devonz_read_file', 'file_path → path', 'offset, limit → startLine, endLine'] },
  ]);
});

test('an id that is taken, empty, odd or without end becomes a new one', () => {
  const ids = receive([call('a'), call('a'), call('b'), call(''), call('x y'), call('\ud800'), call('i'.repeat(10_000))], ['b']);
  expect(ids.map((part) => part.type === 'dynamic-tool' && part.toolCallId)).toEqual([
    'a',
    'new-1',
    'new-2',
    'new-3',
    'new-4',
    'new-5',
    'new-6',
  ]);
});

test.each([
  ['devonz_read_file', 'devonz_read_file'],
  ['', ''],
  ['a\u0000\u202eb\ud800', 'a��b�'],
  ['__proto__', '__proto__'],
])('the name %j is kept as %j', (name, kept) => {
  expect(receivedName(name)).toBe(kept);
});

test('a name without end is cut, and cutting it again changes nothing', () => {
  const kept = receivedName('👋'.repeat(300));
  expect(kept.length).toBeLessThanOrEqual(128);
  expect(kept.isWellFormed()).toBe(true);
  expect(receivedName(kept)).toBe(kept);
});

test('metadata that is none, or holds half a character, is left out; a signature stays the same object', () => {
  const good = { google: { thoughtSignature: 'x' } };
  // Providers may send anything; the type is stricter than the wire format.
  const odd = 'flat' as unknown as typeof good;
  const parts = [good, odd, { a: { b: '\ud800' } }].map((providerMetadata): MessagePart => ({ type: 'text', text: 'x', providerMetadata }));
  const received = receive(parts).map((part) => (part.type === 'text' ? part.providerMetadata : null));
  expect(received).toEqual([good, undefined, undefined]);
  expect(received[0]).toBe(good);
});

test('more calls than an answer may make are not done, and the model is notified once', () => {
  const received = receive(Array.from({ length: 500 }, (_, place) => call(`c-${place}`)));
  expect(received).toHaveLength(MOST_CALLS + 1);
  expect(received.at(-1)).toMatchObject({ state: 'output-error', errorText: expect.stringContaining(`may make ${MOST_CALLS} calls`) });
  expect(received.at(-2)).toMatchObject({ state: 'input-available' });
});

test('arguments that are no object become an error that keeps what was written', () => {
  expect(receive([call('a', 'devonz_read_file', [1]), call('b', '', 'so {')])).toMatchObject([
    {
      state: 'output-error',
      input: { invalidInput: '[1]' },
      errorText: expect.stringContaining('devonz_read_file must be one JSON object'),
    },
    {
      state: 'output-error',
      input: { invalidInput: 'so {' },
      errorText: expect.stringContaining('The arguments of the call are not valid JSON'),
    },
  ]);
});
