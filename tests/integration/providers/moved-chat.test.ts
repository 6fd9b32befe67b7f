import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { testSession } from '../../../app/lib/agent/testing/test-session.ts';
import type { AttachedImage } from '../../../app/lib/protocol/attachments/image-schema.ts';
import { contentHashSchema } from '../../../app/lib/protocol/ids.ts';
import { reasoningEffortSchema } from '../../../app/lib/protocol/settings.ts';
import { MemoryWorkspace } from '../../../app/lib/runtime/memory/memory-workspace.ts';
import { TOOL_REGISTRY as tools } from '../../../app/lib/tools/index.ts';
import { strictAnthropic } from './strict/strict-anthropic.ts';
import { strictChat } from './strict/strict-chat.ts';
import { strictGemini } from './strict/strict-gemini.ts';
import { strictOllama } from './strict/strict-ollama.ts';
import { strictResponses } from './strict/strict-responses.ts';
import { StrictProviders } from './strict/strict-server.ts';
import type { StrictWire } from './strict/strict-wire.ts';
import type { ScriptedAnswer, ScriptedCall } from './wires/wire.ts';

/**
 * A chat that moves between providers, with thoughts, images and failing calls: the receiving provider accepts every request, byte for byte
 * over HTTP.
 */

/** Chats of ten moves each; `MOVED_CHATS=100` for more. */
const CHATS = Number(process.env['MOVED_CHATS'] ?? 12);
const MOVES = 10;
const WIRES = [strictChat, strictResponses, strictAnthropic, strictGemini, strictOllama] as const;

const image: AttachedImage = {
  hash: contentHashSchema.parse('a'.repeat(64)),
  mediaType: 'image/png',
  name: 'screen.png',
  width: 1,
  height: 1,
  size: 70,
};

let providers: StrictProviders | null = null;
afterEach(async () => {
  await providers?.stop();
  providers = null;
});

/** One response of a model. */
const answerArbitrary = fc.record({
  thinks: fc.boolean(),
  speaks: fc.boolean(),
  /** An existing file, a missing one, an unknown tool, invalid arguments. */
  calls: fc.array(fc.constantFrom('read', 'missing', 'unknown', 'wrong'), { minLength: 1, maxLength: 3 }),
});
const moveArbitrary = fc.record({
  wire: fc.nat(WIRES.length - 1),
  hasImage: fc.boolean(),
  effort: fc.option(fc.constantFrom(...reasoningEffortSchema.options), { nil: null }),
  steps: fc.array(answerArbitrary, { maxLength: 3 }),
  thinksAtEnd: fc.boolean(),
});
type Move = (typeof moveArbitrary extends fc.Arbitrary<infer Value> ? Value : never) & object;

const CALLS: Readonly<Record<string, Omit<ScriptedCall, 'id'>>> = {
  read: { name: 'devonz_read_file', input: { path: 'a.txt' } },
  missing: { name: 'devonz_read_file', input: { path: 'nowhere.txt' } },
  unknown: { name: 'do_what_i_mean', input: { at: 'once' } },
  wrong: { name: 'devonz_read_file', input: { paths: 7 } },
};

async function move(moves: readonly Move[]): Promise<void> {
  const wires = WIRES.map((make) => make());
  const script: ScriptedAnswer[] = [];
  let calls = 0;
  providers = await StrictProviders.start(wires, () => script.shift() ?? { text: 'Nothing was scripted.' });
  let modelId = '';
  const workspace = new MemoryWorkspace({ 'a.txt': 'Hello.' });
  const { session, settings, ports } = testSession({ transport: providers.transport(wires), workspace, tools, modelId: () => modelId });
  // As in the browser: our own IDs are never mistaken for a provider's.
  ports.ids.next = () => crypto.randomUUID();
  const scripted = (wire: StrictWire, { thinks, speaks, calls: kinds }: Move['steps'][number], place: string): ScriptedAnswer => ({
    ...(thinks ? { reasoning: `I think of ${place}.` } : {}),
    ...(speaks ? { text: `I look, ${place}.` } : {}),
    calls: kinds.flatMap((kind, index) => {
      const called = CALLS[kind];
      // Otherwise the loop guards would see the same call again and again.
      return called === undefined
        ? []
        : [{ ...called, input: { ...called.input, startLine: 1 + (calls % 7) + index }, id: wire.callId(calls++, called.name) }];
    }),
  });
  for (const [place, { wire: index, hasImage, effort, steps, thinksAtEnd }] of moves.entries()) {
    const wire = wires[index];
    if (wire === undefined) continue;
    modelId = wire.modelId;
    settings.value = { ...settings.value, efforts: effort === null ? {} : { [modelId]: effort } };
    script.push(...steps.map((step, at) => scripted(wire, step, `${place}.${at}`)));
    script.push({ ...(thinksAtEnd ? { reasoning: `I am done with ${place}.` } : {}), text: `Done with ${place}.` });
    await session.send(`Task ${place}`, 'agent', undefined, hasImage ? [{ image }] : []);
    await session.settled();
    expect(providers.refusals().map(({ modelId: of, refusal }) => `${of}: ${refusal?.message}`)).toEqual([]);
    expect([script, session.state().status]).toEqual([[], 'completed']);
  }
  await providers.stop();
}

test(
  `${CHATS} chats are moved ${MOVES} times each, and no provider refuses a request`,
  async () => {
    const chats = fc.array(moveArbitrary, { minLength: MOVES, maxLength: MOVES });
    await fc.assert(fc.asyncProperty(chats, move), { numRuns: CHATS, seed: 31, endOnFailure: true });
  },
  60_000 + CHATS * 5_000,
);
