import type { ChatMessage, JsonValue, MessagePart, ToolPart } from '../../protocol/message.ts';
import type { Compaction, ConversationState } from '../contract/conversation-state.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { withPictures } from './images/with-pictures.ts';
import { lastTurns } from './last-turns.ts';
import { withoutSeals } from './left-out-parts.ts';
import { stubbed } from './stub-output.ts';

const INTERRUPTED = 'cancelled: interrupted before it had a result. It may or may not have taken effect; check before relying on it.';
/** Maximum characters of non-object input quoted back to the model. */
const MAX_QUOTED_INPUT = 2_000;

export type CuratedState = Pick<ConversationState, 'messages' | 'failedMessages' | 'keptMessages' | 'stubbedCalls' | 'compactions'>;

/**
 * Returns the messages for the model: only valid turns, starting with a user message. Failed and empty answers are omitted, every call has
 * a result, and provider metadata is kept byte for byte. Sent messages stay the same between steps, so that prompt caches remain valid;
 * only a stub, a summary or `turns` changes them. `tools` define what is kept of a stubbed result.
 */
export function curateHistory(
  state: CuratedState & Partial<Pick<ConversationState, 'toolCalls'>>,
  tools: Pick<ToolRegistry, 'get'>,
  turns: number | null = null,
): ChatMessage[] {
  const kept = validTurns(state, tools);
  const newest = turns === null ? kept : lastTurns(kept, turns);
  const first = newest.findIndex((message) => message.role === 'user');
  return first === -1 ? [] : withPictures(newest.slice(first), state);
}

/** Returns every turn that a provider would accept, wherever the history begins. */
export function validTurns(state: CuratedState, tools: Pick<ToolRegistry, 'get'>): ChatMessage[] {
  return summarised(state).flatMap((message) => {
    if (state.failedMessages.has(message.id)) return [];
    // Interrupted thoughts have no signature, and later parts are sealed to them: providers refuse both.
    const whole = state.keptMessages.has(message.id) ? withoutSeals(message) : message;
    const parts = whole.parts.flatMap((part) => curatePart(part, state.stubbedCalls, tools));
    return parts.some(isContent) ? [{ ...message, parts }] : [];
  });
}

/** Replaces each summarised stretch of messages with its summary; the newest summary applies if several overlap. */
function summarised({ messages, compactions }: CuratedState): ChatMessage[] {
  if (compactions.length === 0) return [...messages];
  const cover = coverOf(messages, compactions);
  return messages.flatMap((message, index) => {
    const covering = cover[index] ?? null;
    if (covering === null) return [message];
    return covering === (cover[index - 1] ?? null) ? [] : [summaryMessage(covering)];
  });
}

function coverOf(messages: readonly ChatMessage[], compactions: readonly Compaction[]): (Compaction | null)[] {
  const places = new Map(messages.map((message, index) => [message.id, index]));
  const cover: (Compaction | null)[] = messages.map(() => null);
  for (const compaction of compactions) {
    const first = places.get(compaction.firstMessageId);
    const last = places.get(compaction.lastMessageId);
    if (first !== undefined && last !== undefined && first <= last) cover.fill(compaction, first, last + 1);
  }
  return cover;
}

export function summaryMessage({ compactionId, summary }: Pick<Compaction, 'compactionId' | 'summary'>): ChatMessage {
  return { id: compactionId, role: 'user', parts: [{ type: 'text', text: summary }] };
}

function curatePart(part: MessagePart, stubbedCalls: ReadonlySet<string>, tools: Pick<ToolRegistry, 'get'>): MessagePart[] {
  if (part.type === 'text') return part.text.trim() === '' && part.providerMetadata === undefined ? [] : [part];
  if (part.type !== 'dynamic-tool') return [part];
  const whole = answered(part);
  return [stubbedCalls.has(part.toolCallId) ? stubbed(whole, tools) : whole];
}

/** Reasoning alone is not a turn: providers refuse it. */
function isContent(part: MessagePart): boolean {
  return part.type !== 'reasoning' && part.type !== 'step-start';
}

function answered(part: ToolPart): ToolPart {
  const input = objectInput(part.input);
  if (part.state === 'input-available') return { ...part, input, state: 'output-error', errorText: INTERRUPTED };
  return input === part.input ? part : { ...part, input };
}

/** Returns the input as an object, because providers accept nothing else; a model's broken JSON is quoted inside one. */
function objectInput(input: JsonValue): JsonValue {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return { invalidInput: text.slice(0, MAX_QUOTED_INPUT) };
}
