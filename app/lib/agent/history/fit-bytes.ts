import type { JsonValue } from '../../protocol/json-value.ts';
import type { ChatMessage, MessagePart } from '../../protocol/message.ts';
import { imageNote } from './images/image-note.ts';
import { sizeOfPart } from './token-gauge.ts';
import { cutMiddle } from './transcript.ts';

/** Text limits in characters, tried in this order, each on the oldest messages first. */
const LONGEST_TEXTS = [1_000_000, 200_000, 40_000, 8_000, 2_000] as const;
/** JSON overhead of a part or a message, in bytes. */
const AROUND = 200;
/** Worst case: every character is an escape of six bytes. */
const BYTES_PER_CHARACTER = 6;

const measured = new WeakMap<MessagePart, number>();

/**
 * Shortens messages to fit a request's limits. Model windows are far smaller, so this matters only if the window is unknown or single texts
 * are huge; it keeps a chat from being refused permanently. Cuts are marked. If that is not enough, the oldest messages after the first are
 * dropped.
 */
export function fitBytes(messages: readonly ChatMessage[], limit: { bytes: number; messages: number }): ChatMessage[] {
  const newest = withoutOldest(messages, limit.messages);
  if (roughBytes(newest) <= limit.bytes) return newest;
  const sizes = newest.map(bytesOf);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const fitted = [...newest];
  // The newest message is cut last, because the model works with it.
  const older = LONGEST_TEXTS.map((longest) => ({ longest, end: fitted.length - 1 }));
  const all = LONGEST_TEXTS.map((longest) => ({ longest, end: fitted.length }));
  for (const { longest, end } of [...older, ...all]) {
    for (const [place, message] of fitted.slice(0, end).entries()) {
      if (total <= limit.bytes) return fitted;
      const shorter = { ...message, parts: message.parts.map((part) => cutPart(part, longest)) };
      const size = bytesOf(shorter);
      total += size - (sizes[place] ?? 0);
      sizes[place] = size;
      fitted[place] = shorter;
    }
  }
  let kept = fitted.length;
  for (let place = 1; place < sizes.length - 1 && total > limit.bytes; place++) {
    total -= sizes[place] ?? 0;
    kept--;
  }
  return withoutOldest(fitted, kept);
}

/** Returns at most `most` messages: the first, which holds the task, and the newest. */
function withoutOldest(messages: readonly ChatMessage[], most: number): ChatMessage[] {
  const [first] = messages;
  if (messages.length <= most || first === undefined) return [...messages];
  const newest = Math.max(1, most - 2);
  const leftOut = messages.length - newest - 1;
  if (leftOut <= 0) return [...messages];
  const text = `[${leftOut} earlier messages are left out here: the conversation is longer than a request may be.]`;
  return [first, { id: 'left-out', role: 'user', parts: [{ type: 'text', text }] }, ...messages.slice(-newest)];
}

/** Returns an upper bound of the bytes. */
function roughBytes(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { parts }) => sum + AROUND + parts.reduce((size, part) => size + AROUND + roughBytesOf(part), 0), 0);
}

function roughBytesOf(part: MessagePart): number {
  return part.type === 'image' ? bytesOfPart(part) : sizeOfPart(part) * BYTES_PER_CHARACTER;
}

function asBase64(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

function bytesOf({ parts }: ChatMessage): number {
  return parts.reduce((sum, part) => sum + AROUND + bytesOfPart(part), AROUND);
}

function bytesOfPart(part: MessagePart): number {
  const known = measured.get(part);
  if (known !== undefined) return known;
  const size = new TextEncoder().encode(JSON.stringify(part)).byteLength + (part.type === 'image' ? asBase64(part.size) : 0);
  measured.set(part, size);
  return size;
}

function cutPart(part: MessagePart, longest: number): MessagePart {
  if (bytesOfPart(part) <= longest) return part;
  switch (part.type) {
    case 'step-start':
      return part;
    case 'image':
      return imageNote(part, 'was left out here: the conversation is longer than a request may be');
    case 'text':
    case 'reasoning':
      return { type: part.type, text: cut(part.text, longest) };
    case 'dynamic-tool': {
      const input = cutJson(part.input, longest);
      if (part.state === 'output-available') return { ...part, input, output: cutJson(part.output, longest) };
      return part.state === 'output-error' ? { ...part, input, errorText: cut(part.errorText, longest) } : { ...part, input };
    }
  }
}

/** Cuts strings; a value that is still too large becomes a string itself. */
function cutJson(value: JsonValue, longest: number): JsonValue {
  const shorter = cutTexts(value, longest);
  const text = JSON.stringify(shorter);
  return text.length <= 2 * longest ? shorter : { cut: cut(text, longest) };
}

function cutTexts(value: JsonValue, longest: number): JsonValue {
  if (typeof value === 'string') return cut(value, longest);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, longest));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [cut(key, longest), cutTexts(child, longest)]));
}

/** The cut may have split a surrogate pair. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : cutMiddle(text, longest).toWellFormed();
}
