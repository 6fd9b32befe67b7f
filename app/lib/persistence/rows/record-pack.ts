import { z } from 'zod';
import type { ChatId } from '../../protocol/ids.ts';
import type { JournalRecord } from '../../protocol/journal-event.ts';

/**
 * Many records in one row, as written by an import: single rows would cost the browser more than their content. The key has the
 * number of the last record, so that the next number and all rows from some number on are found as for single records. Stored as
 * text, so that damage is detected and the browser copies it in one step.
 */
const recordPackSchema = z.object({
  version: z.literal(1),
  at: z.number(),
  /** A JSON list. */
  events: z.string(),
});
type RecordPack = z.infer<typeof recordPackSchema>;

/** With fewer records, each gets its own row. */
const SMALLEST_PACK = 50;
/** The most records that one damaged row can lose. */
const LARGEST_PACK = 250;

interface RecordRow {
  key: [ChatId, number];
  value: JournalRecord | RecordPack;
}

/** The rows of new records, in order. All have the same time and consecutive numbers, and their events can be written as JSON. */
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

/** The records in a row, not validated. An unreadable pack is returned itself, as one invalid record. */
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
