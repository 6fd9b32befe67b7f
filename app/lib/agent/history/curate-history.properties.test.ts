import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepIdSchema, toolCallIdSchema } from '../../protocol/ids.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ChatMessage, JsonValue, MessagePart, ProviderMetadata } from '../../protocol/message.ts';
import { TOOL_REGISTRY } from '../../tools/index.ts';
import { type ConversationState, INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import { applyRecord } from '../conversation/projection.ts';
import { curateHistory } from './curate-history.ts';

/** A random event between two requests. */
type Happening =
  | { kind: 'user'; text: string }
  | {
      kind: 'step';
      text: string;
      reasoning: boolean;
      calls: { input: JsonValue; answer: 'success' | 'error' | 'cancelled'; output: JsonValue }[];
    }
  | { kind: 'failed'; text: string }
  | { kind: 'stub'; which: number }
  | { kind: 'compact'; from: number; length: number }
  | { kind: 'undo'; which: number };

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>; // fast-check's JSON type includes undefined.
const oneCall = fc.record({
  input: json,
  answer: fc.constantFrom('success' as const, 'error' as const, 'cancelled' as const),
  output: json,
});
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('user' as const), text: fc.string({ minLength: 1 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      text: fc.string(),
      reasoning: fc.boolean(),
      calls: fc.array(oneCall, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failed' as const), text: fc.string() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stub' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const), from: fc.nat(10), length: fc.nat(10) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(3) }) },
);

const SIGNATURE: ProviderMetadata = { google: { thoughtSignature: 'AbC+/==', nested: [1, { z: null, a: 'é' }] } };

function eventsOf(one: Happening, index: number, state: ConversationState): JournalEvent[] {
  switch (one.kind) {
    case 'user':
      return [
        { type: 'user-message', mode: 'agent', message: { id: `u${index}`, role: 'user', parts: [{ type: 'text', text: one.text }] } },
      ];
    case 'step':
      return stepEvents(one, index);
    case 'failed': {
      const stepId = stepIdSchema.parse(`f${index}`);
      const parts: MessagePart[] = one.text === '' ? [] : [{ type: 'text', text: one.text }];
      return [
        { type: 'step-started', stepId, modelId: 'm' },
        { type: 'step-failed', stepId, message: 'broken', parts },
      ];
    }
    case 'stub': {
      const ids = [...state.toolCalls.keys()];
      return ids.length === 0 ? [] : [{ type: 'outputs-stubbed', toolCallIds: ids.slice(0, 1 + (one.which % ids.length)) }];
    }
    case 'compact': {
      const first = state.messages[1 + (one.from % Math.max(1, state.messages.length - 1))];
      const last = state.messages[Math.min(state.messages.length - 1, 1 + one.from + one.length)];
      if (first === undefined || last === undefined) return [];
      const base = { compactionId: `c${index}`, firstMessageId: first.id, lastMessageId: last.id, summary: `summary ${index}` };
      return [{ type: 'history-compacted', ...base, by: 'session', before: 2, after: 1 }];
    }
    case 'undo': {
      const compaction = state.compactions[one.which];
      return compaction === undefined ? [] : [{ type: 'compaction-undone', compactionId: compaction.compactionId }];
    }
  }
}

function stepEvents(one: Extract<Happening, { kind: 'step' }>, index: number): JournalEvent[] {
  const stepId = stepIdSchema.parse(`s${index}`);
  const calls = one.calls.map((call, place) => ({ ...call, toolCallId: toolCallIdSchema.parse(`s${index}-${place}`) }));
  const parts: MessagePart[] = [
    ...(one.reasoning ? [{ type: 'reasoning' as const, text: '', providerMetadata: SIGNATURE }] : []),
    ...(one.text === '' ? [] : [{ type: 'text' as const, text: one.text }]),
    ...calls.map(
      ({ toolCallId, input }): MessagePart => ({
        type: 'dynamic-tool',
        toolName: 'devonz_read_file',
        toolCallId,
        state: 'input-available',
        input,
        callProviderMetadata: SIGNATURE,
      }),
    ),
  ];
  return [
    { type: 'step-started', stepId, modelId: 'm' },
    { type: 'step-finished', stepId, parts, finishReason: 'stop', usage: {} },
    ...calls.map(({ toolCallId, answer, output }): JournalEvent => {
      if (answer === 'success') return { type: 'tool-call-succeeded', toolCallId, output, durationMs: 1, effects: [] };
      if (answer === 'error') return { type: 'tool-call-failed', toolCallId, code: 'failed', message: 'no' };
      return { type: 'tool-call-cancelled', toolCallId, message: 'cancelled: stopped' };
    }),
  ];
}

interface Sent {
  messages: ChatMessage[];
  /** Something that may change earlier messages has happened since the previous request. */
  isRewritten: boolean;
  state: ConversationState;
}

/** Returns what each request of a random conversation would have contained. */
function requestsOf(happenings: readonly Happening[], turns: number | null): Sent[] {
  let state = INITIAL_CONVERSATION;
  const sent: Sent[] = [];
  let isRewritten = false;
  const all: Happening[] = [{ kind: 'user', text: 'the task' }, ...happenings];
  all.forEach((one, index) => {
    if (one.kind === 'step' || one.kind === 'failed') {
      sent.push({ messages: curateHistory(state, TOOL_REGISTRY, turns), isRewritten, state });
      isRewritten = false;
    }
    const events = eventsOf(one, index, state);
    if (one.kind === 'stub' || one.kind === 'compact' || one.kind === 'undo') isRewritten ||= events.length > 0;
    for (const event of events) state = applyRecord(state, { event, at: index });
  });
  return sent;
}

const conversation = fc.array(happening, { maxLength: 30 });

function isValidTurn({ parts }: ChatMessage): boolean {
  return parts.some(
    (part) => part.type === 'dynamic-tool' || (part.type === 'text' && (part.text.trim() !== '' || part.providerMetadata !== undefined)),
  );
}

test('every request begins with the user and holds only valid turns in their order, each call with its result', () => {
  fc.assert(
    fc.property(conversation, fc.option(fc.integer({ min: 1, max: 12 })), (happenings, turns) => {
      for (const { messages, state } of requestsOf(happenings, turns)) {
        expect(messages[0]?.role).toBe('user');
        expect(messages.every(isValidTurn)).toBe(true);
        expect(messages.some(({ id }) => state.failedMessages.has(id))).toBe(false);
        const calls = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'dynamic-tool'));
        expect(calls.every((part) => part.state !== 'input-available')).toBe(true);
        expect(new Set(calls.map((part) => part.toolCallId)).size).toBe(calls.length);
        const places = messages.map(({ id }) => state.messages.findIndex((message) => message.id === id)).filter((place) => place >= 0);
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }
    }),
    { numRuns: 300 },
  );
});

test('what was sent stays the beginning of what is sent next, byte for byte, until a stub or a summary comes between', () => {
  fc.assert(
    fc.property(conversation, (happenings) => {
      const sent = requestsOf(happenings, null);
      sent.forEach(({ messages, isRewritten }, index) => {
        const before = sent[index - 1]?.messages ?? [];
        if (!isRewritten) expect(JSON.stringify(messages.slice(0, before.length))).toBe(JSON.stringify(before));
      });
    }),
    { numRuns: 300 },
  );
});

test("the same conversation always gives the same bytes, and the provider's metadata as it came", () => {
  fc.assert(
    fc.property(conversation, (happenings) => {
      const sent = requestsOf(happenings, null);
      expect(JSON.stringify(requestsOf(happenings, null).map(({ messages }) => messages))).toBe(
        JSON.stringify(sent.map(({ messages }) => messages)),
      );
      for (const { messages } of sent) {
        for (const part of messages.flatMap(({ parts }) => parts)) {
          if (part.type === 'reasoning') expect(part.providerMetadata).toEqual(SIGNATURE);
          if (part.type === 'dynamic-tool') expect(JSON.stringify(part.callProviderMetadata)).toBe(JSON.stringify(SIGNATURE));
        }
      }
    }),
    { numRuns: 100 },
  );
});
