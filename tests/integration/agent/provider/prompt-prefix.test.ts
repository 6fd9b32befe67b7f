import { convertToModelMessages, type UIMessage } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codecNamed } from '../../../../app/lib/agent/codecs/codec-list.ts';
import { type ConversationState, INITIAL_CONVERSATION } from '../../../../app/lib/agent/contract/conversation-state.ts';
import type { SentStep } from '../../../../app/lib/agent/contract/ports.ts';
import { applyRecord } from '../../../../app/lib/agent/conversation/projection.ts';
import { buildStepRequest } from '../../../../app/lib/agent/history/build-step-request.ts';
import { withImageContents } from '../../../../app/lib/agent/history/images/with-image-contents.ts';
import { withoutImages } from '../../../../app/lib/agent/history/images/without-images.ts';
import { sendableRequest } from '../../../../app/lib/agent/history/sendable-request.ts';
import type { ImagePart } from '../../../../app/lib/protocol/attachments/image-schema.ts';
import { contentHashSchema, stepIdSchema, toolCallIdSchema } from '../../../../app/lib/protocol/ids.ts';
import type { JournalEvent } from '../../../../app/lib/protocol/journal-event.ts';
import type { JsonValue, MessagePart } from '../../../../app/lib/protocol/message.ts';
import { DEFAULT_APP_SETTINGS } from '../../../../app/lib/protocol/settings.ts';
import { TOOL_REGISTRY } from '../../../../app/lib/tools/index.ts';

/** How each model is addressed: two models of one kind receive the same requests, and each has its own provider cache. */
const MODELS = {
  seeing: { codec: 'native', sees: true },
  other: { codec: 'native', sees: true },
  blind: { codec: 'native', sees: false },
  json: { codec: 'json', sees: true },
  xml: { codec: 'xml', sees: false },
} as const;
type ModelName = keyof typeof MODELS;
const NAMES: readonly ModelName[] = ['seeing', 'other', 'blind', 'json', 'xml'];

type Call = { path: string; answer: 'success' | 'error' | 'never'; output: JsonValue };
type Happening =
  | { kind: 'user'; text: string; images: number }
  | { kind: 'step'; text: string; thinks: boolean; calls: Call[] }
  | { kind: 'failed'; text: string }
  | { kind: 'stub' }
  | { kind: 'compact'; length: number }
  | { kind: 'switch'; model: ModelName };

const words = fc.string({ minLength: 1, unit: 'grapheme' });
const call = fc.record({
  path: words,
  answer: fc.constantFrom('success' as const, 'error' as const, 'never' as const),
  output: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>, // fast-check's own JSON type admits undefined.
});
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('user' as const), text: words, images: fc.nat(2) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      text: words,
      thinks: fc.boolean(),
      calls: fc.array(call, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failed' as const), text: words }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'stub' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const), length: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch' as const), model: fc.constantFrom(...NAMES) }) },
);

const image = (digit: number): ImagePart => ({
  type: 'image',
  hash: contentHashSchema.parse(String(digit % 10).repeat(64)),
  mediaType: 'image/png',
  name: `${digit}.png`,
  width: 4,
  height: 3,
  size: 3,
});

function eventsOf(one: Happening, index: number, state: ConversationState): JournalEvent[] {
  const stepId = stepIdSchema.parse(`s${index}`);
  const begun: JournalEvent = { type: 'step-started', stepId, modelId: 'm' };
  switch (one.kind) {
    case 'user': {
      const images = Array.from({ length: one.images }, (_, place) => image(index + place));
      const parts: MessagePart[] = [{ type: 'text', text: one.text }, ...images];
      return [{ type: 'user-message', mode: 'agent', message: { id: `u${index}`, role: 'user', parts } }];
    }
    case 'step':
      return [begun, ...stepEvents(one, index)];
    case 'failed':
      return [begun, { type: 'step-failed', stepId, message: 'broken', parts: [{ type: 'text', text: one.text }] }];
    case 'stub':
      return state.toolCalls.size === 0 ? [] : [{ type: 'outputs-stubbed', toolCallIds: [...state.toolCalls.keys()].slice(0, 2) }];
    case 'compact': {
      const [first, last] = [state.messages[1], state.messages[Math.min(state.messages.length - 1, one.length)]];
      if (first === undefined || last === undefined) return [];
      const summary = { compactionId: `c${index}`, firstMessageId: first.id, lastMessageId: last.id, summary: `summary ${index}` };
      return [{ type: 'history-compacted', ...summary, by: 'session', before: 2, after: 1 }];
    }
    case 'switch':
      return [];
  }
}

function stepEvents({ text, thinks, calls }: Extract<Happening, { kind: 'step' }>, index: number): JournalEvent[] {
  const made = calls.map((each, place) => ({ ...each, toolCallId: toolCallIdSchema.parse(`s${index}-${place}`) }));
  const thought: MessagePart = {
    type: 'reasoning',
    text: 'Hm.',
    thoughtMs: index,
    providerMetadata: { anthropic: { signature: 'AbC+/==' } },
  };
  const parts: MessagePart[] = [
    ...(thinks ? [thought] : []),
    { type: 'text', text },
    ...made.map(
      ({ toolCallId, path }): MessagePart => ({
        type: 'dynamic-tool',
        toolName: 'devonz_read_file',
        toolCallId,
        state: 'input-available',
        input: { path },
      }),
    ),
  ];
  return [
    { type: 'step-finished', stepId: stepIdSchema.parse(`s${index}`), parts, finishReason: 'stop', usage: {} },
    ...made.map(({ toolCallId, answer, output }): JournalEvent => {
      if (answer === 'success') return { type: 'tool-call-succeeded', toolCallId, output, durationMs: 1, effects: [] };
      if (answer === 'error') return { type: 'tool-call-failed', toolCallId, code: 'failed', message: 'no' };
      return { type: 'tool-call-cancelled', toolCallId, message: 'cancelled: stopped' };
    }),
  ];
}

interface Sent {
  model: ModelName;
  /** How many earlier items were rewritten on purpose by then: as a stub or a summary. */
  rewritten: number;
  /** The parts that a provider caches: tools and system prompt, then each message, as passed on by the SDK. */
  head: string;
  messages: string[];
}

/** Returns what each request of a random session passes to its provider. */
async function sessionOf(happenings: readonly Happening[], first: ModelName = 'seeing'): Promise<Sent[]> {
  const sent: Sent[] = [];
  let state = INITIAL_CONVERSATION;
  let model = first;
  let rewritten = 0;
  const task: Happening = { kind: 'user', text: 'the task', images: 1 };
  for (const [index, one] of [task, ...happenings].entries()) {
    if (one.kind === 'switch') model = one.model;
    if (one.kind === 'step' || one.kind === 'failed') sent.push({ model, rewritten, ...(await providerInput(state, model)) });
    const events = eventsOf(one, index, state);
    if ((one.kind === 'stub' || one.kind === 'compact') && events.length > 0) rewritten += 1;
    // Each is a separate run, so that no step limit is reached.
    for (const event of events) state = { ...applyRecord(state, { event, at: index }), iteration: 1 };
  }
  return sent;
}

async function providerInput(state: ConversationState, model: ModelName): Promise<Pick<Sent, 'head' | 'messages'>> {
  const { codec, sees } = MODELS[model];
  const context = { rules: [{ path: 'AGENTS.md', text: 'Be kind.' }], limits: ['There is no git.'] };
  const built = buildStepRequest({ mode: 'agent', modelId: model, state, tools: TOOL_REGISTRY, context, settings: DEFAULT_APP_SETTINGS });
  const shown = sees ? built : { ...built, messages: built.messages.map((message) => withoutImages(message, 'unseen')) };
  const caught: SentStep[] = [];
  const carrier = {
    async open(step: SentStep) {
      caught.push(step);
      return new ReadableStream<Uint8Array>();
    },
  };
  const request = sendableRequest(codecNamed(codec).encode(shown, TOOL_REGISTRY.tools));
  await withImageContents(carrier, async () => new Uint8Array([1, 2, 3])).open(request, new AbortController().signal);
  const [step] = caught;
  if (step === undefined) throw new Error('Nothing was sent.');
  // The same shape, as in `chat-step.ts`.
  const messages = await convertToModelMessages(step.messages as unknown as UIMessage[], { ignoreIncompleteToolCalls: true });
  return { head: JSON.stringify([step.toolNames, step.system]), messages: messages.map((message) => JSON.stringify(message)) };
}

test('what a model was sent stays the beginning of what it is sent next, until a stub or a summary comes between', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 24 }), async (happenings) => {
      const newest = new Map<ModelName, Sent>();
      for (const sent of await sessionOf(happenings)) {
        const before = newest.get(sent.model);
        newest.set(sent.model, sent);
        if (before === undefined || before.rewritten !== sent.rewritten) continue;
        compared += 1;
        // As text, consecutive user turns are merged: the latest may have grown.
        const isText = MODELS[sent.model].codec !== 'native';
        const kept = isText ? before.messages.slice(0, -1) : before.messages;
        expect(sent.head).toBe(before.head);
        expect(sent.messages.slice(0, kept.length).join('\n')).toBe(kept.join('\n'));
      }
    }),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(100);
});

test('two models that are spoken to alike are sent the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 12 }), async (happenings) => {
      const alike = happenings.filter(({ kind }) => kind !== 'switch');
      const [first, second] = await Promise.all([sessionOf(alike, 'seeing'), sessionOf(alike, 'other')]);
      expect(second.map(({ head, messages }) => [head, messages])).toEqual(first.map(({ head, messages }) => [head, messages]));
    }),
    { numRuns: 30 },
  );
});
