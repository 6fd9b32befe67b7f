import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import type { StepRequest, StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { apiErrorSchema, chatRequestSchema } from '../../../../app/lib/protocol/chat-request.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { runChatStep } from '../../../../app/lib/step/chat-step.ts';
import { toolOffers } from '../../../../app/lib/step/tool-offers.ts';
import { TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { streamingModel } from '../../../../app/server/testing/streaming-model.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40);

/** The whole path: the request checked by the server's schema, the SDK with its own checks, its events on the wire, the reader. */
class ServedModel implements StepTransport {
  readonly #answers: LanguageModelV3StreamPart[][];

  constructor(answers: readonly LanguageModelV3StreamPart[][]) {
    this.#answers = [...answers];
  }

  isSpent(): boolean {
    return this.#answers.length === 0;
  }

  async open(request: StepRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const body = chatRequestSchema.parse(JSON.parse(JSON.stringify({ chatId: 'chat-1', ...request })));
    const offers = toolOffers(body, tools.tools);
    if (!offers.ok) throw new Error(offers.refusal.message);
    const model = modelOf(this.#answers.shift() ?? speech('All is well again.'));
    const response = await runChatStep(body, { model, providerName: 'Test', tools: offers.value, signal, secrets: [] });
    if (response.ok && response.body !== null) return response.body;
    const { error } = apiErrorSchema.parse(await response.json());
    throw new StepTransportError(error.message, { status: response.status });
  }
}

function modelOf(parts: readonly LanguageModelV3StreamPart[]): LanguageModelV3 {
  return streamingModel(
    () =>
      new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      }),
  );
}

const finishOf = (unified: 'stop' | 'tool-calls' | 'length' | 'other'): LanguageModelV3StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 5, text: 5, reasoning: undefined },
  },
});

function speech(text: string): LanguageModelV3StreamPart[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: text },
    { type: 'text-end', id: 't' },
    finishOf('stop'),
  ];
}

const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const toolName = fc.constantFrom(
  'devonz_read_file',
  'devonz_write_file',
  'devonz_list_directory',
  'n'.repeat(500),
  '',
  '__proto__',
  'constructor',
  '\ud800',
  'a b\u0000',
);
const id = fc.constantFrom('a', 'b', '', 'i'.repeat(10_000), '__proto__', '\ud800 ');
const input = fc.oneof(
  fc.constantFrom(
    '{"path":"a"}',
    '{"path":"a",}',
    '{"path":"a","content":"half',
    '',
    '[]',
    'null',
    '"{}"',
    '1e999',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"path":"\\ud800"}',
  ),
  fc.constantFrom(nested(100), nested(3_000), nested(20_000)),
  fc.string(),
);
const words = fc.oneof(fc.string(), fc.constantFrom('', '\ud83d', '\u0000', 'Hello.'));

type Parts = LanguageModelV3StreamPart[];

const part: fc.Arbitrary<Parts> = fc.oneof(
  fc
    .tuple(fc.constantFrom('text-start', 'text-end', 'reasoning-start', 'reasoning-end'), id)
    .map(([type, one]): Parts => [{ type, id: one }]),
  fc
    .tuple(fc.constantFrom('text-delta', 'reasoning-delta', 'tool-input-delta'), id, words)
    .map(([type, one, delta]): Parts => [{ type, id: one, delta }]),
  words.map((text): Parts => speech(text).slice(1, -1)),
  fc.tuple(id, toolName, input).map(([toolCallId, name, text]): Parts => [{ type: 'tool-call', toolCallId, toolName: name, input: text }]),
  fc.tuple(id, toolName, input).map(
    ([toolCallId, name, text]): Parts => [
      { type: 'tool-input-start', id: toolCallId, toolName: name },
      { type: 'tool-input-delta', id: toolCallId, delta: text },
      { type: 'tool-input-end', id: toolCallId },
      { type: 'tool-call', toolCallId, toolName: name, input: text },
    ],
  ),
  fc.tuple(id, toolName, input).map(
    ([toolCallId, name, text]): Parts => [
      { type: 'tool-call', toolCallId, toolName: name, input: text, providerExecuted: true, dynamic: true },
      { type: 'tool-result', toolCallId, toolName: name, result: { text } },
    ],
  ),
  fc.constantFrom<Parts>(
    [{ type: 'error', error: new Error('overloaded') }],
    [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }],
    [{ type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' }],
    [finishOf('stop')],
    [],
  ),
);

const answer = fc
  .tuple(
    fc.array(part, { maxLength: 6 }),
    fc.constantFrom('stop' as const, 'tool-calls' as const, 'length' as const, 'other' as const, null),
  )
  .map(([groups, end]): LanguageModelV3StreamPart[] => [
    { type: 'stream-start', warnings: [] },
    ...groups.flat(),
    ...(end === null ? [] : [finishOf(end)]),
  ]);

test('whatever a provider streams into our own server, the next message is answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 3 }), async (answers) => {
      const transport = new ServedModel(answers);
      const one = testSession({
        transport,
        workspace: new MemoryWorkspace({ a: '1' }),
        tools,
        agent: { autoApproveFileModification: true },
      });
      for (let message = 0; message <= answers.length && !transport.isSpent(); message++) await one.say(`Message ${message}`);
      await one.say('Continue.');
      expect(one.session.state()).toMatchObject({ status: 'completed', notice: null });
      expect(one.session.state().messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'All is well again.' }]);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 300_000 },
  );
}, 330_000);

test('arguments nested without end come as a call that is refused with the reason, not as an answer that broke off', async () => {
  const parts: LanguageModelV3StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'tool-call', toolCallId: 'a', toolName: 'devonz_read_file', input: nested(20_000) },
    finishOf('tool-calls'),
  ];
  const one = testSession({ transport: new ServedModel([parts]), workspace: new MemoryWorkspace(), tools });
  await one.say('go');
  expect(one.session.state().status).toBe('completed');
  expect(one.calls()).toMatchObject([{ status: 'error', message: expect.stringContaining('nested deeper than 64 levels') }]);
});
