import type { ImagePart } from '../../../protocol/attachments/image-schema.ts';
import type { ChatMessage, MessagePart } from '../../../protocol/message.ts';
import { imageNote } from './image-note.ts';

const WHY = {
  unseen: 'is not shown to you: this model sees no images',
  refused: 'which the provider of this model did not take',
} as const;

/** Each note is created once, so that caches keyed by part identity work. */
const notes = { unseen: new WeakMap<ImagePart, MessagePart>(), refused: new WeakMap<ImagePart, MessagePart>() };

/**
 * Replaces images with text, so that remarks about them still make sense: for a model that sees none, or whose provider has refused them.
 */
export function withoutImages(message: ChatMessage, why: keyof typeof WHY): ChatMessage {
  if (!message.parts.some(({ type }) => type === 'image')) return message;
  return { ...message, parts: message.parts.map((part) => (part.type === 'image' ? noteOf(part, why) : part)) };
}

function noteOf(part: ImagePart, why: keyof typeof WHY): MessagePart {
  const note = notes[why].get(part) ?? imageNote(part, WHY[why]);
  notes[why].set(part, note);
  return note;
}
