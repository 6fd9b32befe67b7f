import type { ChatMessage } from '../../../protocol/message.ts';
import { imageNote } from './image-note.ts';

/** For a model that sees none: words in their place, so that what was said about them keeps its sense. */
export function withoutImages(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.map((message) => {
    if (!message.parts.some(({ type }) => type === 'image')) return message;
    const parts = message.parts.map((part) =>
      part.type === 'image' ? imageNote(part, 'is not shown to you: this model sees no images') : part,
    );
    return { ...message, parts };
  });
}
