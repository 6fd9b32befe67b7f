import { z } from 'zod';
import { type ContentHash, contentHashSchema } from '../protocol/ids.ts';
import { journalEventSchema } from '../protocol/journal-event.ts';

/**
 * A session file is a zip archive:
 *
 *   devonz-session.json   the header below
 *   journal.jsonl         the records in order, a line of JSON each
 *   contents/HASH         what the journal names by that hash: versions of files, images (a symbolic link is in the journal alone)
 *
 * It names no chat and no project: importing makes new ones, and exporting those again gives the same bytes.
 */
export const sessionHeaderSchema = z.object({
  format: z.literal('devonz-session'),
  /** 2: there is a symbolic link in it, which versions of the app before that do not know. */
  version: z.union([z.literal(1), z.literal(2)]),
  title: z.string().max(500),
  /** Lines of the journal and files below `contents/`: an archive that was cut off is noticed. */
  records: z.number().int().nonnegative(),
  contents: z.number().int().nonnegative(),
  /** Versions of files whose content the browser no longer had. */
  gone: z.array(contentHashSchema),
  /** Files whose text was left out, since they hold keys or passwords. */
  withoutSecretsOf: z.array(z.string()),
});
export type SessionHeader = z.infer<typeof sessionHeaderSchema>;

/** https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LATEST = 8.64e15;

/** Further records follow the last one: beyond what numbers can count there would be no place for them. */
const LAST_SEQUENCE = 2 ** 40;

/** A record without the chat it belongs to. */
export const sessionRecordSchema = z.object({
  version: z.literal(1),
  sequence: z.number().int().nonnegative().max(LAST_SEQUENCE),
  /** Of the times that a date can name: no other can be shown. */
  at: z.number().min(0).max(LATEST),
  event: journalEventSchema,
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** A session on its way out of a browser or into one. */
export interface Session {
  header: SessionHeader;
  records: readonly SessionRecord[];
  contents: ReadonlyMap<ContentHash, Uint8Array>;
}
