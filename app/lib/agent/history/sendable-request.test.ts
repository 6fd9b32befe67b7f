import { describe, expect, test } from 'vitest';
import { MAX_CHAT_REQUEST_BYTES, MOST_MESSAGES } from '../../protocol/chat-request.ts';
import type { ChatMessage, MessagePart, ToolPart } from '../../protocol/message.ts';
import type { StepRequest } from '../contract/ports.ts';
import { sendableName } from './sendable-part.ts';
import { sendableMessages, sendableRequest } from './sendable-request.ts';

const user = (id: string, text: string): ChatMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] });
const agent = (id: string, ...parts: MessagePart[]): ChatMessage => ({ id, role: 'assistant', parts });
const call = (toolCallId: string, rest: Partial<ToolPart> = {}): ToolPart =>
  // `rest` only changes fields of one union member.
  ({
    type: 'dynamic-tool',
    toolCallId,
    toolName: 'devonz_read_file',
    state: 'output-available',
    input: {},
    output: 'x',
    ...rest,
  }) as ToolPart;
const request = (messages: ChatMessage[], system = ''): StepRequest => ({ modelId: 'm', mode: 'agent', system, messages, toolNames: [] });
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

describe('what goes out', () => {
  test('is what it was where nothing is odd about it, to the object', () => {
    const signature = { google: { thoughtSignature: 'AbC+/==' } };
    const messages = [user('u', 'go'), agent('a', { type: 'reasoning', text: '', providerMetadata: signature }, call('functions.read:0'))];
    // The ids are nine letters and digits, or go back to the model that issued them.
    const sendable = sendableMessages(messages, () => true);
    expect(sendable.map((message, place) => message === messages[place])).toEqual([true, true]);
  });

  test('has no word of how long the model thought', () => {
    const thought = { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 'AbC+/==' } } } as const;
    const sent = sendableMessages([agent('a', { ...thought, thoughtMs: 12_000 }, call('call00001'))]);
    expect(sent[0]?.parts[0]).toEqual(thought);
  });

  test.each([
    ['devonz_read_file', 'devonz_read_file'],
    ['n'.repeat(500), 'n'.repeat(60)],
    ['', 'unnamed_tool'],
    ['\u0000\ud800', 'unnamed_tool'],
    ['名前', 'unnamed_tool'],
    ['9 lives', '_9_lives'],
    ['a.b/c', 'a_b_c'],
    ['__proto__', '__proto__'],
  ])('calls %j by the name %j, which every provider takes', (name, sent) => {
    expect(sendableName(name)).toBe(sent);
  });

  test('has every id of a call once, and none that is odd; the same history gives the same bytes', () => {
    const messages = [
      user('u', 'go'),
      agent('a'.repeat(100), call(''), call('x'), call('x'), call('i'.repeat(10_000)), call('\ud800')),
      agent('b', call('x'), call('message-1-0')),
    ];
    const ids = sendableMessages(messages).flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'dynamic-tool' ? [part.toolCallId] : [])),
    );
    expect([ids.length, new Set(ids).size]).toEqual([7, 7]);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(JSON.stringify(sendableMessages(messages))).toBe(JSON.stringify(sendableMessages(structuredClone(messages))));
  });

  test('has no halves of characters, nothing nested without end, and leaves out a signature it cannot send as it is', () => {
    let deep: MessagePart = call('d');
    for (let level = 0; level < 200; level++) deep = call('d', { input: { a: (deep as ToolPart).input } });
    const odd = { x: { y: '\ud800' } };
    const [sent] = sendableMessages([
      agent(
        'a',
        { type: 'text', text: 'a\ud83d', providerMetadata: odd },
        call('call00001', { input: { '\udc00': ['\ud800'] }, callProviderMetadata: odd }),
        deep,
      ),
    ]);
    expect(sent?.parts[0]).toEqual({ type: 'text', text: 'a\ufffd' });
    expect(sent?.parts[1]).toEqual(call('call00001', { input: { '\ufffd': ['\ufffd'] } }));
    expect(JSON.stringify(sent?.parts[2])).toContain('[nested too deeply]');
  });
});

describe('a conversation larger than a request may be', () => {
  test('has its largest texts cut, the oldest first, and says so; the newest stay whole', () => {
    const huge = 'ä'.repeat(1_500_000);
    const messages = [
      user('u', 'go'),
      ...['a', 'b', 'c', 'd'].map((id) => agent(id, call(`${id}00000000`, { output: { content: huge } }))),
    ];
    const sent = sendableRequest(request(messages));
    expect(bytes(sent)).toBeLessThan(MAX_CHAT_REQUEST_BYTES);
    expect(JSON.stringify(sent.messages[1])).toContain('characters left out');
    expect(sent.messages[4]).toBe(messages[4]);
  });

  test('fits even when all of it is newest: a message of 20 MB, control characters that take six bytes each, keys without number', () => {
    const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_, place) => [`field-${place}`, place]));
    for (const part of [
      { type: 'text' as const, text: 'x'.repeat(20_000_000) },
      { type: 'reasoning' as const, text: '\u0001'.repeat(3_000_000), providerMetadata: { a: { b: 'y'.repeat(9_000_000) } } },
      call('c', { input: { fields, more: 'z'.repeat(9_000_000) } }),
    ]) {
      const sent = sendableRequest(request([user('u', 'go'), agent('a', part)]));
      expect(bytes(sent)).toBeLessThan(MAX_CHAT_REQUEST_BYTES);
      expect(sent.messages).toHaveLength(2);
    }
  });

  test('of too many messages keeps the first and the newest, and says what is left out', () => {
    const messages = Array.from({ length: MOST_MESSAGES + 5 }, (_, place) => user(`m-${place}`, `${place}`));
    const sent = sendableRequest(request(messages)).messages;
    expect(sent).toHaveLength(MOST_MESSAGES);
    expect(sent[0]).toBe(messages[0]);
    expect(sent[1]?.parts).toMatchObject([{ text: expect.stringContaining('6 earlier messages are left out') }]);
    expect(sent.at(-1)).toBe(messages.at(-1));
  });

  test('of very many small parts leaves out the oldest answers', () => {
    const parts = Array.from({ length: 1_500 }, (_, place) => ({ type: 'text' as const, text: `${place}${'x'.repeat(1_500)}` }));
    const messages = [user('u', 'go'), ...Array.from({ length: 6 }, (_, place) => agent(`a-${place}`, ...parts))];
    const sent = sendableRequest(request(messages));
    expect(bytes(sent)).toBeLessThan(MAX_CHAT_REQUEST_BYTES);
    expect(sent.messages.at(-1)?.id).toBe('a-5');
  });

  test('and a system prompt without end is cut', () => {
    expect(sendableRequest(request([user('u', 'go')], 's'.repeat(300_000))).system.length).toBeLessThanOrEqual(200_000);
  });
});
