import { z } from 'zod';
import type { ChatId } from '../../protocol/ids.ts';
import type { JournalRecord } from '../../protocol/journal-event.ts';

/**
 * Many records in one row, as an import writes them: a row by itself costs the browser more than what is in it. Its key has the number of
 * the last one, so that the next record's number and the rows from some number on are found as if it were that record alone. As text: what
 * has become of a part of it is seen, and a browser copies it in one go.
 */
const recordPackSchema = z.object({
  version: z.literal(1),
  at: z.number(),
  /** JSON of a list. */
  events: z.string(),
});
type RecordPack = z.infer<typeof recordPackSchema>;

/** Fewer are rows of their own. */
const SMALLEST_PACK = 50;
/** A damaged row loses no more than these. */
const LARGEST_PACK = 250;

interface RecordRow {
  key: [ChatId, number];
  value: JournalRecord | RecordPack;
}

/** The rows of new records, in order. They were made at one time, and follow each other; their events are such as JSON can say. */
export function packRecords(records: readonly JournalRecord[]): RecordRow[] {
  if (records.length < SMALLEST_PACK) return records.map((record) => ({ key: [record.chatId, record.sequence], value: record }));
  const rows: RecordRow[] = [];
  for (let from = 0; from < records.length; from += LARGEST_PACK) {
    const part = records.slice(from, from + LARGEST_PACK);
    const last = part.at(-1);
    if (last === undefined) break;
    const { chatId, sequence, at } = last;
    rows.push({ key: [chatId, sequence], value: { version: 1, at, events: JSON.stringify(part.map(({ event }) => event)) } });
  }
  return rows;
}

/** The records in a row, none of them validated; a pack that cannot be read is itself what is in it, which is no record. */
export function recordsOfRow(value: unknown, [chatId, last]: readonly [string, number]): readonly unknown[] {
  if (typeof value !== 'object' || value === null || !('events' in value)) return [value];
  const { data: pack } = recordPackSchema.safeParse(value);
  const events = pack === undefined ? null : listIn(pack.events);
  if (pack === undefined || events === null || events.length > last + 1) return [value];
  return events.map((event, index) => ({ version: 1, chatId, sequence: last + 1 - events.length + index, at: pack.at, event }));
}

function listIn(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length > 0 ? value : null;
  } catch {
    return null;
  }
}
