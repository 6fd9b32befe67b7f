import { expect, test } from 'vitest';
import { costOf } from '../../../../tests/setup/cost-of.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import { withoutForeignParts } from './left-out-parts.ts';
import { sendableMessages } from './sendable-request.ts';

const MODEL = 'p:two';

/** Every third message was made by another model, and each model's thoughts were refused once. */
function longHistory(length: number) {
  const messages = Array.from({ length }, (_, index): ChatMessage => {
    const call: MessagePart = {
      type: 'dynamic-tool',
      toolCallId: `functions.read:${index}`,
      toolName: 'devonz_read_file',
      state: 'output-available',
      input: { path: `${index}` },
      output: 'x'.repeat(2_000),
    };
    const thought: MessagePart = { type: 'reasoning', text: 'Hm.', providerMetadata: { p: { signature: `${index}` } } };
    return index % 2 === 0
      ? { id: `m${index}`, role: 'user', parts: [{ type: 'text', text: 'Continue.' }] }
      : { id: `m${index}`, role: 'assistant', parts: [thought, call, { type: 'text', text: 'Read.' }] };
  });
  const answeredBy = new Map(messages.map(({ id }, index) => [id, index % 3 === 0 ? MODEL : 'p:one']));
  const messageIds = new Set(messages.map(({ id }) => id));
  const leftOut = (['thoughts', 'images', 'call-ids'] as const).map((part) => ({
    modelId: MODEL,
    left: { part },
    messageIds,
    message: 'No.',
    afterMessageId: null,
  }));
  return { messages, history: { answeredBy, leftOut } };
}

const made = ({ messages, history }: ReturnType<typeof longHistory>) =>
  sendableMessages(withoutForeignParts(messages, MODEL, history), () => true);

test('a history of 1,000 messages is brought into shape in time that grows with it, and its parts once', () => {
  const long = longHistory(1_000);
  const first = made(long);
  const again = made(long);
  // A changed part is created once, so that a cache keyed by identity measures it once.
  for (const [index, message] of again.entries())
    for (const [place, part] of message.parts.entries()) expect(part).toBe(first[index]?.parts[place]);
  const times = 20;
  const cost = (length: number) => {
    const histories = Array.from({ length: times }, () => longHistory(length));
    return costOf(() => histories.forEach(made));
  };
  // Eight times the length; quadratic growth would cost 64 times as much.
  expect(cost(4_000)).toBeLessThan(Math.max(cost(500), 0.1) * 24);
});
