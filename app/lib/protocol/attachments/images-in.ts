import type { JournalEvent } from '../journal-event.ts';
import type { ImagePart } from './image-schema.ts';

/** The images of the message that an event is about. */
export function imagesIn(event: Extract<JournalEvent, { type: 'user-message' }>): readonly ImagePart[] {
  return event.message.parts.filter((part) => part.type === 'image');
}
