import { LONGEST_SYSTEM_PROMPT, MAX_CHAT_REQUEST_BYTES, MOST_MESSAGES } from '../../protocol/chat-request.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import type { StepRequest } from '../contract/ports.ts';
import { fitBytes } from './fit-bytes.ts';
import { sendableCallId } from './sendable-call-id.ts';
import { sendablePart } from './sendable-part.ts';
import { cutMiddle } from './transcript.ts';

const LONGEST_MESSAGE_ID = 64;
/** Bytes of a request besides its messages and the system prompt: names, numbers. */
const AROUND = 100_000;
/** Worst case for text in a request: every character is an escape of six bytes. */
const BYTES_PER_CHARACTER = 6;

/** Returns true if the calls of this message go to the model that made them. */
type IsMakers = (messageId: string) => boolean;
const NOBODYS: IsMakers = () => false;

/**
 * Returns a request that the Devonz server and every provider accept; this is the only place that normalises requests. Journals of older
 * versions hold names and ids of every kind, and other providers issued other ids. The same history always gives the same bytes.
 */
export function sendableRequest(request: StepRequest, isMakers: IsMakers = NOBODYS): StepRequest {
  const system = cutMiddle(request.system, LONGEST_SYSTEM_PROMPT).toWellFormed();
  const offers = request.foreignTools === undefined ? 0 : JSON.stringify(request.foreignTools).length * BYTES_PER_CHARACTER;
  const room = MAX_CHAT_REQUEST_BYTES - AROUND - offers - system.length * BYTES_PER_CHARACTER;
  const messages = sendableMessages(request.messages, isMakers);
  return { ...request, system, messages: fitBytes(messages, { bytes: room, messages: MOST_MESSAGES }) };
}

/** Makes every message and part valid for a request. Call ids are unique and acceptable to all providers. */
export function sendableMessages(messages: readonly ChatMessage[], isMakers: IsMakers = NOBODYS): ChatMessage[] {
  const taken = new Set<string>();
  return messages.map((message, place) => {
    const id = message.id !== '' && message.id.length <= LONGEST_MESSAGE_ID ? message.id : `message-${place}`;
    const mayKeep = isMakers(message.id);
    const parts = message.parts.map((part) => withGoodId(sendablePart(part), taken, mayKeep));
    const isSame = id === message.id && parts.every((part, index) => part === message.parts[index]);
    return isSame ? message : { ...message, id, parts };
  });
}

/** Copies by part and id, so that the same part stays the same object and is measured once. */
const renamed = new WeakMap<MessagePart, MessagePart>();

function withGoodId(part: MessagePart, taken: Set<string>, mayKeep: boolean): MessagePart {
  if (part.type !== 'dynamic-tool') return part;
  const toolCallId = sendableCallId(part.toolCallId, taken, mayKeep);
  taken.add(toolCallId);
  if (toolCallId === part.toolCallId) return part;
  const before = renamed.get(part);
  if (before?.type === 'dynamic-tool' && before.toolCallId === toolCallId) return before;
  const made = { ...part, toolCallId };
  renamed.set(part, made);
  return made;
}
