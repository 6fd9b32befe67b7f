import { z } from 'zod';
import { type JournalRecord, journalRecordSchema } from '../protocol/journal-event.ts';
import { toJsonValue } from '../protocol/json-value.ts';

export type ReadRecord = { record: JournalRecord } | { problem: string };

/**
 * A record as the journal's schema has it. What an older version wrote without looking (a number too large, arguments nested without
 * end, a field that is undefined) is brought into shape: a chat must open, whatever a model once said in it.
 */
export function readRecord(value: unknown): ReadRecord {
  const parsed = journalRecordSchema.safeParse(value);
  if (parsed.success) return { record: parsed.data };
  const repaired = journalRecordSchema.safeParse(toJsonValue(value));
  return repaired.success ? { record: repaired.data } : { problem: z.prettifyError(parsed.error) };
}
