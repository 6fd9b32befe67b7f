import { z } from 'zod';
import { type JournalRecord, journalRecordSchema } from '../../protocol/journal-event.ts';
import { toJsonValue } from '../../protocol/json-value.ts';
import { OldCalls } from '../migrations/effects-of-old-calls.ts';

export type ReadRecord = { record: JournalRecord } | { problem: string };

/**
 * Reads the records of one journal, in order, as the journal's schema has them. What an older version did not write is added; what it
 * wrote without looking (a number too large, arguments nested without end, a field that is undefined) is brought into shape: a chat must
 * open, whatever a model once said in it.
 */
export class RecordReader {
  readonly #calls = new OldCalls();

  read(stored: unknown): ReadRecord {
    const { value, old } = this.#calls.prepare(stored);
    const parsed = journalRecordSchema.safeParse(value);
    if (parsed.success) return { record: this.#calls.upgrade(parsed.data, old) };
    const repaired = journalRecordSchema.safeParse(toJsonValue(value));
    return repaired.success ? { record: this.#calls.upgrade(repaired.data, old) } : { problem: z.prettifyError(parsed.error) };
  }
}
