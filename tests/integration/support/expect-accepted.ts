import { convertToModelMessages, type UIMessage } from 'ai';
import { expect } from 'vitest';
import { isWellFormed } from '../../../app/lib/agent/answers/well-formed-json.ts';
import type { StepRequest } from '../../../app/lib/agent/contract/ports.ts';
import { chatRequestSchema, MAX_CHAT_REQUEST_BYTES } from '../../../app/lib/protocol/chat-request.ts';

/** Checks that the server accepts the request, and that every provider would: sizes, names, paired IDs, no split surrogates. */
export async function expectAccepted(request: StepRequest): Promise<void> {
  const body = JSON.stringify({ chatId: 'chat-1', ...request });
  expect(new TextEncoder().encode(body).byteLength).toBeLessThanOrEqual(MAX_CHAT_REQUEST_BYTES);
  expect(isWellFormed(JSON.parse(body)), 'no half of a character').toBe(true);
  const parsed = chatRequestSchema.safeParse(JSON.parse(body));
  expect(parsed.error?.issues ?? []).toEqual([]);
  const calls = request.messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'dynamic-tool'));
  expect(new Set(calls.map((call) => call.toolCallId)).size).toBe(calls.length);
  for (const call of calls) {
    expect(call.toolName).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    expect(call.state).not.toBe('input-available');
    expect(call.input).toBeTypeOf('object');
  }
  // As the server does it; the shape has just been checked by the server's own schema.
  const messages = parsed.data?.messages as unknown as UIMessage[];
  expect((await convertToModelMessages(messages, { ignoreIncompleteToolCalls: true })).length).toBeGreaterThan(0);
}
