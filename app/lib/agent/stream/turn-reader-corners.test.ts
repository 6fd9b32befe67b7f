import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../protocol/message.ts';
import { textParts } from '../testing/scripted-transport.ts';
import { IncrementalJsonReader } from './incremental-json-reader.ts';
import { readTurn } from './read-turn.ts';
import { TurnReader } from './turn-reader.ts';

const bytes = (parts: readonly object[]) => new TextEncoder().encode(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''));
function turnOf(...parts: object[]): TurnReader {
  const turn = new TurnReader();
  turn.push(bytes(parts));
  return turn;
}
const finish = (finishReason = 'stop', usage: JsonValue = null) => ({
  type: 'finish',
  finishReason,
  ...(usage === null ? {} : { messageMetadata: { usage } }),
});

describe('an answer', () => {
  test('may begin in the middle of a text, end one that was not begun, and name a call only when it is whole', () => {
    const metadata = { google: { thoughtSignature: 'abc' } };
    const turn = turnOf(
      { type: 'text-delta', id: 'a', delta: 'Hello' },
      { type: 'text-end', id: 'a', providerMetadata: metadata },
      { type: 'text-end', id: 'never' },
      { type: 'reasoning-start', id: 'r', providerMetadata: metadata },
      { type: 'reasoning-end', id: 'r' },
      { type: 'text-start', id: 'empty' },
      { type: 'tool-input-delta', toolCallId: 'unknown', inputTextDelta: '{' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'devonz_list_directory', input: {}, providerMetadata: metadata },
      finish('tool-calls'),
    );
    expect(turn.end().parts).toEqual([
      { type: 'text', text: 'Hello', providerMetadata: metadata },
      { type: 'reasoning', text: '', providerMetadata: metadata },
      {
        type: 'dynamic-tool',
        toolCallId: 'c',
        toolName: 'devonz_list_directory',
        state: 'input-available',
        input: {},
        callProviderMetadata: metadata,
      },
    ]);
  });

  test.each<[string, object[], RegExp]>([
    ['an error without words', [{ type: 'error', errorText: '' }], /The model reported an error/],
    ['giving up with a reason', [{ type: 'abort', reason: 'overload' }], /gave up on the answer: overload/],
    ['giving up without one', [{ type: 'abort' }], /gave up on the answer\./],
  ])('%s ends it with words', (_name, parts, message) => {
    expect(() => turnOf(...parts)).toThrow(message);
  });

  test.each<[string, object[], RegExp | null]>([
    ['nothing and "other"', [finish('other')], /gave no answer/],
    ['nothing and no reason at all', [{ type: 'finish' }], /gave no answer/],
    ['nothing but "stop"', [finish()], /answered nothing\.$/],
    ['nothing where calls were due', [finish('tool-calls')], /answered nothing/],
    ['thoughts alone', [{ type: 'reasoning-delta', id: 'r', delta: 'hm' }, finish()], /answered nothing. It only thought/],
    ['an error as its reason', [...textParts('x'), finish('error')], /reported an error/],
    ['a filter before any word', [finish('content-filter')], /filter withheld/],
    ['a filter after some words', [...textParts('x'), finish('content-filter')], null],
    ['blanks alone', [...textParts('  '), finish('length')], /used up the length of its answer before it said anything/],
  ])('that ends with %s', (_name, parts, message) => {
    const end = () => turnOf(...parts).end();
    if (message === null) expect(end).not.toThrow();
    else expect(end).toThrow(message);
  });

  test('counts only tokens that are numbers', () => {
    expect(turnOf(...textParts('x'), finish('stop', { inputTokens: -1, outputTokens: 2.4 })).end().usage).toEqual({ outputTokens: 2 });
    expect(turnOf(...textParts('x'), finish('stop', { cachedInputTokens: 1e300, reasoningTokens: 4 })).end().usage).toEqual({
      reasoningTokens: 4,
    });
    expect(turnOf(...textParts('x'), finish('stop', { inputTokens: 'many' })).end().usage).toEqual({});
  });

  test('of a stream that breaks after a stop is a stop, not a failure', async () => {
    const controller = new AbortController();
    const stream = new ReadableStream<Uint8Array>({
      pull(source) {
        controller.abort();
        source.error(new TypeError('network error'));
      },
    });
    const read = readTurn(stream, new TurnReader(), { signal: controller.signal, onProgress: () => undefined });
    await expect(read).rejects.toThrow('Stopped.');
  });
});

describe('arguments that are seen while they come', () => {
  const read = (text: string) => {
    const reader = new IncrementalJsonReader();
    for (const character of text) reader.push(character);
    return reader.fields;
  };

  test('keep odd escapes as they would read, and pass broken ones by', () => {
    expect(read('{"a":"\\q\\/\\n\\u00e9","b":"\\uZZZZx"}')).toEqual(
      new Map([
        ['a', 'q/\né'],
        ['b', 'x'],
      ]),
    );
    expect(read('{"a":"\\ud83d\\udc4b","b":"\\ud83d"}').get('a')).toBe('👋');
  });

  test('of a text that has ended nothing more is read', () => {
    expect(read('{"a":"x"} {"b":"y"}')).toEqual(new Map([['a', 'x']]));
  });
});
