import type { ChatMessage, JsonValue, MessagePart, ToolPart } from '../../protocol/message.ts';
import type { ConversationState } from '../conversation-state.ts';

const INTERRUPTED = 'cancelled: interrupted before it had a result. It may or may not have taken effect; check before relying on it.';
/** Of input that is no object and is quoted back to the model. Characters. */
const MAX_QUOTED_INPUT = 2_000;

/**
 * What the model is sent: only valid turns (D2). Failed and empty answers are left out, every call has its result, and metadata of
 * the provider stays byte for byte. The beginning never changes between steps, so that prompt caches hold.
 */
export function curateHistory(state: ConversationState): ChatMessage[] {
  return state.messages.flatMap((message) => {
    if (state.failedMessages.has(message.id)) return [];
    const parts = message.parts.flatMap(curatePart);
    return parts.some(isContent) ? [{ ...message, parts }] : [];
  });
}

function curatePart(part: MessagePart): MessagePart[] {
  if (part.type === 'text') return part.text.trim() === '' && part.providerMetadata === undefined ? [] : [part];
  return part.type === 'dynamic-tool' ? [answered(part)] : [part];
}

/** Reasoning alone is no turn: providers refuse it. */
function isContent(part: MessagePart): boolean {
  return part.type === 'text' || part.type === 'dynamic-tool';
}

function answered(part: ToolPart): ToolPart {
  const input = objectInput(part.input);
  if (part.state !== 'input-available') return { ...part, input };
  return { ...part, input, state: 'output-error', errorText: INTERRUPTED };
}

/** Providers take nothing but objects; a model's broken JSON goes back as a quotation. */
function objectInput(input: JsonValue): JsonValue {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return { invalidInput: text.slice(0, MAX_QUOTED_INPUT) };
}
