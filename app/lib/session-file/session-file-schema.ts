import { z } from 'zod';
import { type ContentHash, contentHashSchema } from '../protocol/ids.ts';
import { journalEventSchema } from '../protocol/journal-event.ts';

/**
 * A session file is a zip archive:
 *
 *   devonz-session.json   the header below
 *   journal.jsonl         the records in order, one line of JSON each
 *   contents/HASH         what the journal names by that hash: versions of files, images (a symbolic link is only in the journal)
 *
 * It names no chat and no project: importing makes new ones, and exporting those again gives the same bytes.
 */
export const sessionHeaderSchema = z.object({
  format: z.literal('devonz-session'),
  /** 3 if it contains an action of the user, which earlier versions of the app call `person`; else 2 if it contains a symbolic link; else 1. */
  version: z.literal([1, 2, 3]),
  title: z.string().max(500),
  /** Number of journal lines and of files below `contents/`, to detect a truncated archive. */
  records: z.number().int().nonnegative(),
  contents: z.number().int().nonnegative(),
  /** Versions of files whose content the browser no longer had. */
  gone: z.array(contentHashSchema),
  /** Files whose text was omitted, because they contain keys or passwords. */
  withoutSecretsOf: z.array(z.string()),
});
export type SessionHeader = z.infer<typeof sessionHeaderSchema>;

/** https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LATEST = 8.64e15;

/** Leaves room for further records, whose numbers must stay exact. */
const LAST_SEQUENCE = 2 ** 40;

/** A record without its chat. */
export const sessionRecordSchema = z.object({
  version: z.literal(1),
  sequence: z.number().int().nonnegative().max(LAST_SEQUENCE),
  /** Within the range of valid dates; other times cannot be shown. */
  at: z.number().min(0).max(LATEST),
  event: journalEventSchema,
});
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** A session being exported or imported. */
export interface Session {
  header: SessionHeader;
  records: readonly SessionRecord[];
  contents: ReadonlyMap<ContentHash, Uint8Array>;
}
