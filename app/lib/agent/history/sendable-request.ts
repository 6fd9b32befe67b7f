import { LONGEST_SYSTEM_PROMPT, MAX_CHAT_REQUEST_BYTES, MOST_MESSAGES } from '../../protocol/chat-request.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import type { StepRequest } from '../ports.ts';
import { fitBytes } from './fit-bytes.ts';
import { sendablePart } from './sendable-part.ts';
import { cutMiddle } from './transcript.ts';

/** An id that every provider takes. */
const GOOD_ID = /^[\x21-\x7e]{1,256}$/;
const LONGEST_MESSAGE_ID = 64;
/** What is in a request besides its messages and the system prompt: names, numbers. Bytes. */
const AROUND = 100_000;
/** Of a text in a request, at worst: every character an escape of six. */
const BYTES_PER_CHARACTER = 6;

/**
 * A request that our server accepts, whatever the conversation holds: the one place where what goes out is brought into shape. Journals
 * written by older versions hold names and ids of every kind. The same history always gives the same bytes.
 */
export function sendableRequest(request: StepRequest): StepRequest {
  const system = cutMiddle(request.system, LONGEST_SYSTEM_PROMPT).toWellFormed();
  const offers = request.foreignTools === undefined ? 0 : JSON.stringify(request.foreignTools).length * BYTES_PER_CHARACTER;
  const room = MAX_CHAT_REQUEST_BYTES - AROUND - offers - system.length * BYTES_PER_CHARACTER;
  return { ...request, system, messages: fitBytes(sendableMessages(request.messages), { bytes: room, messages: MOST_MESSAGES }) };
}

/** Every message and part in the shape of a request; every id of a call once. */
export function sendableMessages(messages: readonly ChatMessage[]): ChatMessage[] {
  const taken = new Set<string>();
  return messages.map((message, place) => {
    const id = message.id !== '' && message.id.length <= LONGEST_MESSAGE_ID ? message.id : `message-${place}`;
    const parts = message.parts.map((part, index) => withGoodId(sendablePart(part), taken, `${id}-${index}`));
    const isSame = id === message.id && parts.every((part, index) => part === message.parts[index]);
    return isSame ? message : { ...message, id, parts };
  });
}

function withGoodId(part: MessagePart, taken: Set<string>, otherwise: string): MessagePart {
  if (part.type !== 'dynamic-tool') return part;
  const isGood = GOOD_ID.test(part.toolCallId) && !taken.has(part.toolCallId);
  const toolCallId = isGood ? part.toolCallId : freeId(otherwise.replace(/[^\w-]/g, '_'), taken);
  taken.add(toolCallId);
  return isGood ? part : { ...part, toolCallId };
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(id)) return id;
  }
}
