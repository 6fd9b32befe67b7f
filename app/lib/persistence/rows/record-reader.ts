import { z } from 'zod';
import { type JournalRecord, journalRecordSchema } from '../../protocol/journal-event.ts';
import { toJsonValue } from '../../protocol/json-value.ts';
import { OldCalls } from '../migrations/effects-of-old-calls.ts';

export type ReadRecord = { record: JournalRecord } | { problem: string };

/**
 * Reads the records of one journal, in order, in the current format. Parts that older versions did not write are added; values
 * that they wrote unchecked (too large a number, arguments nested too deep, undefined fields) are repaired: a chat must open,
 * whatever a model once sent.
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
