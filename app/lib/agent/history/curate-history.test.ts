import { expect, test } from 'vitest';
import type { MessagePart, ToolPart } from '../../protocol/message.ts';
import { TOOL_REGISTRY } from '../../tools/index.ts';
import { type ConversationState, INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import { curateHistory } from './curate-history.ts';

const text = (value: string): MessagePart => ({ type: 'text', text: value });
const call = (rest: Partial<ToolPart> = {}): MessagePart =>
  ({ type: 'dynamic-tool', toolCallId: 'c', toolName: 't', state: 'input-available', input: {}, ...rest }) as MessagePart; // Partial loses the union's state.

function curate(parts: MessagePart[], rest: Partial<ConversationState> = {}) {
  const messages = [
    { id: 'u', role: 'user' as const, parts: [text('hi')] },
    { id: 'a', role: 'assistant' as const, parts },
  ];
  return curateHistory({ ...INITIAL_CONVERSATION, messages, ...rest }, TOOL_REGISTRY)[1]?.parts;
}

test('empty, failed and reasoning-only answers are left out', () => {
  expect(curate([])).toBeUndefined();
  expect(curate([text(' \n')])).toBeUndefined();
  expect(curate([{ type: 'reasoning', text: 'hm' }])).toBeUndefined();
  expect(curate([text('half')], { failedMessages: new Set(['a']) })).toBeUndefined();
});

test('a call without a result is answered as interrupted', () => {
  expect(curate([call()])).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining('interrupted') }]);
});

test('input that is no object goes back as a quotation', () => {
  expect(curate([call({ input: '{"path": "a' })])).toMatchObject([{ input: { invalidInput: '{"path": "a' } }]);
  expect(curate([call({ input: [1] })])).toMatchObject([{ input: { invalidInput: '[1]' } }]);
});

test("the provider's metadata goes back byte for byte", () => {
  const providerMetadata = { google: { thoughtSignature: 'x==' } };
  const reasoning: MessagePart = { type: 'reasoning', text: '', providerMetadata };
  expect(curate([reasoning, call({ callProviderMetadata: providerMetadata })])).toMatchObject([
    reasoning,
    { callProviderMetadata: providerMetadata },
  ]);
});

test('a summary of messages that are not there, or are the other way round, changes nothing', () => {
  const messages = ['u', 'v'].map((id) => ({ id, role: 'user' as const, parts: [text(id)] }));
  const compaction = {
    compactionId: 'c',
    firstMessageId: 'v',
    lastMessageId: 'u',
    summary: 's',
    by: 'session' as const,
    before: 1,
    after: 1,
  };
  const state = { ...INITIAL_CONVERSATION, messages };
  expect(curateHistory({ ...state, compactions: [compaction] }, TOOL_REGISTRY)).toEqual(messages);
  expect(curateHistory({ ...state, compactions: [{ ...compaction, firstMessageId: 'gone' }] }, TOOL_REGISTRY)).toEqual(messages);
  expect(curateHistory({ ...state, messages: [] }, TOOL_REGISTRY)).toEqual([]);
});

test('where summaries overlap the newest counts, and what it leaves of an older one still stands for its part', () => {
  const messages = ['t', 'a', 'b', 'c', 'd'].map((id) => ({ id, role: 'user' as const, parts: [text(id)] }));
  const base = { by: 'session' as const, before: 1, after: 1 };
  const compactions = [
    { ...base, compactionId: '1', firstMessageId: 'a', lastMessageId: 'c', summary: 'old' },
    { ...base, compactionId: '2', firstMessageId: 'b', lastMessageId: 'c', summary: 'new' },
  ];
  expect(curateHistory({ ...INITIAL_CONVERSATION, messages, compactions }, TOOL_REGISTRY).map(({ id }) => id)).toEqual([
    't',
    '1',
    '2',
    'd',
  ]);
});
