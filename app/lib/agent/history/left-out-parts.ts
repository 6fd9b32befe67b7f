import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import type { RefusedPart } from '../../protocol/models/refused-part.ts';
import type { ConversationState, LeftOutPart } from '../contract/conversation-state.ts';
import { withoutImages } from './images/without-images.ts';
import { isTakenEverywhere } from './sendable-call-id.ts';

export type SealedHistory = Pick<ConversationState, 'answeredBy' | 'leftOut'>;

/** Parts are immutable: each copy is created once, so that caches keyed by part identity work. */
const opened = new WeakMap<MessagePart, MessagePart>();

/**
 * Sends thoughts and provider seals only to the model that made them: any other model ignores or refuses them. Parts of these messages that
 * a provider has refused are omitted for its model, too. Pure: the same history gives the same bytes.
 */
export function withoutForeignParts(messages: readonly ChatMessage[], modelId: string, history: SealedHistory): ChatMessage[] {
  const refused = history.leftOut.filter((one) => one.modelId === modelId);
  return messages.flatMap((message) => {
    const maker = history.answeredBy.get(message.id);
    const isForeign = maker !== undefined && maker !== modelId;
    // A seal is valid only while everything before it is unchanged, so thoughts are removed whenever anything else was omitted.
    const isChanged = refused.some(({ messageIds }) => messageIds.has(message.id));
    const bare = isForeign || isChanged ? withoutSeals(message) : message;
    const shown = isRefused('images', message, refused) ? withoutImages(bare, 'refused') : bare;
    return shown.parts.some(isContent) ? [shown] : [];
  });
}

/** Returns the message without thoughts and without the provider's seals on texts and calls; itself if it has none. */
export function withoutSeals(message: ChatMessage): ChatMessage {
  if (message.role !== 'assistant') return message;
  const parts = message.parts.flatMap((part) => (part.type === 'reasoning' ? [] : openPart(part))).filter(saysSomething);
  const isSame = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
  return isSame ? message : { ...message, parts };
}

/** Returns true if omitting this part changes the request; otherwise a retry would send the same request. */
export function wouldLeaveOut(left: RefusedPart, messages: readonly ChatMessage[], toolNames: readonly string[]): boolean {
  switch (left.part) {
    case 'thoughts':
      return messages.some((message) => withoutSeals(message) !== message);
    case 'images':
      return messages.some(({ parts }) => parts.some(({ type }) => type === 'image'));
    case 'call-ids':
      return messages.some(({ parts }) => parts.some((part) => part.type === 'dynamic-tool' && !isTakenEverywhere(part.toolCallId)));
    case 'tool':
      return toolNames.includes(left.name);
  }
}

/** Returns the names of the tools that the model's provider has refused. */
export function refusedTools(modelId: string, leftOut: readonly LeftOutPart[]): ReadonlySet<string> {
  return new Set(leftOut.flatMap((one) => (one.modelId === modelId && one.left.part === 'tool' ? [one.left.name] : [])));
}

/** Returns true if the model's provider has refused call ids that it had issued itself. */
export function hasRefusedIds(modelId: string, leftOut: readonly LeftOutPart[]): boolean {
  return leftOut.some((one) => one.modelId === modelId && one.left.part === 'call-ids');
}

function isRefused(part: RefusedPart['part'], message: ChatMessage, refused: readonly LeftOutPart[]): boolean {
  return refused.some(({ left, messageIds }) => left.part === part && messageIds.has(message.id));
}

function openPart(part: MessagePart): MessagePart {
  const before = opened.get(part);
  if (before !== undefined) return before;
  const bare = openedOf(part);
  opened.set(part, bare);
  return bare;
}

function openedOf(part: MessagePart): MessagePart {
  if (part.type === 'text' && part.providerMetadata !== undefined) {
    const { providerMetadata: _sealed, ...bare } = part;
    return bare;
  }
  if (part.type === 'dynamic-tool' && part.callProviderMetadata !== undefined) {
    const { callProviderMetadata: _sealed, ...bare } = part;
    return bare;
  }
  return part;
}

/** An empty text exists only for its seal. */
function saysSomething(part: MessagePart): boolean {
  return part.type !== 'text' || part.text.trim() !== '';
}

function isContent(part: MessagePart): boolean {
  return part.type !== 'reasoning' && part.type !== 'step-start';
}
