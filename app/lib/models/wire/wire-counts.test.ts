import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnthropicRepair } from './anthropic-repair.ts';
import { ChatRepair } from './chat-repair.ts';
import { GeminiRepair } from './gemini-repair.ts';
import { ResponsesRepair } from './responses-repair.ts';
import { countsOf, holdsTextCounts } from './wire-counts.ts';
import type { Fields, Repaired, WireRepair } from './wire-repair.ts';

const NAMES = ['input_tokens', 'output_tokens', 'prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens', 'promptTokenCount'];
const counts = fc.dictionary(fc.constantFrom(...NAMES), fc.nat(), { minKeys: 1 });
/** Usages with nested details, including lists. */
const usages = fc
  .record({ own: counts, details: counts, list: fc.array(counts, { maxLength: 2 }), tier: fc.constantFrom('standard', '3') })
  .map(({ own, details, list, tier }): Fields => ({ ...own, prompt_tokens_details: details, listed: list, service_tier: tier }));

function asTexts(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asTexts(one)]));
}

test('counts that came as texts are numbers at every depth, and nothing else changes', () => {
  fc.assert(
    fc.property(usages, (usage) => {
      expect(countsOf(asTexts(usage))).toEqual(usage);
      expect(countsOf(usage)).toEqual(usage);
      expect([holdsTextCounts(asTexts(usage)), holdsTextCounts(usage)]).toEqual([true, false]);
    }),
  );
});

const WIRES: readonly { name: string; repair: () => WireRepair; event: (usage: unknown) => Fields }[] = [
  {
    name: 'chat',
    repair: () => new ChatRepair(),
    event: (usage) => ({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage }),
  },
  { name: 'anthropic', repair: () => new AnthropicRepair(), event: (usage) => ({ type: 'message_delta', delta: {}, usage }) },
  { name: 'gemini', repair: () => new GeminiRepair(), event: (usageMetadata) => ({ usageMetadata }) },
  {
    name: 'responses',
    repair: () => new ResponsesRepair(),
    event: (usage) => ({ type: 'response.completed', response: { created_at: 1, usage } }),
  },
];

test.each(WIRES)('no count of $name reaches its SDK as a text, however deep it is', ({ repair, event }) => {
  fc.assert(
    fc.property(usages, (usage) => {
      const details = asTexts(usage);
      const given = event({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, input_tokens: 1, output_tokens: 2, details });
      const read: Repaired = repair().read(given);
      expect(holdsTextCounts(read === 'as-it-is' ? given : { read })).toBe(false);
    }),
  );
});

test('places that came as texts are places', () => {
  const messages = new AnthropicRepair();
  const block = { type: 'content_block_start', index: '3', content_block: { type: 'text', text: '' } };
  expect(messages.read(block)).toMatchObject([{ index: 3 }]);
  expect(messages.read({ type: 'content_block_delta', index: '3', delta: { type: 'text_delta', text: 'a' } })).toMatchObject([
    { index: 3 },
  ]);
  const responses = new ResponsesRepair();
  const item = { type: 'message', id: 'm', status: 'in_progress' };
  expect(responses.read({ type: 'response.output_item.added', output_index: '4', item })).toMatchObject([{ output_index: 4 }]);
  const delta = { type: 'response.output_text.delta', item_id: 'm', output_index: 4, content_index: '0', delta: 'a' };
  expect(responses.read(delta)).toMatchObject([{ output_index: 4, content_index: 0 }]);
});
