import { imagesIn } from '../protocol/attachments/images-in.ts';
import { hashesOfFiles } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { JournalEvent } from '../protocol/journal-event.ts';

/** Returns the contents without which an event cannot be shown or restored. */
export function contentsNamed(event: JournalEvent): readonly ContentHash[] {
  if (event.type === 'file-changed') return event.isThinned === true ? [] : hashesOfFiles([event.hash]);
  return event.type === 'user-message' ? imagesIn(event).map(({ hash }) => hash) : [];
}
