import { effectOf } from '../effect-of.ts';
import type { JournalEvent } from '../journal-event.ts';
import type { AttachedImage } from './image-schema.ts';

/** The images that an event refers to, in a message or in the answer of a tool. Their bytes are stored with the event. */
export function imagesIn(event: JournalEvent): readonly AttachedImage[] {
  switch (event.type) {
    case 'user-message':
      return event.message.parts.filter((part) => part.type === 'image');
    case 'tool-call-succeeded':
      return effectOf(event.effects, 'images-answered')?.images ?? [];
    case 'delegate-event':
      return imagesIn(event.event);
    default:
      return [];
  }
}
