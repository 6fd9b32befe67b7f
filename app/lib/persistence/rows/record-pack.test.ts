import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatId, ContentHash } from '../../protocol/ids.ts';
import { type JournalRecord, journalRecordSchema } from '../../protocol/journal-event.ts';
import { packRecords, recordsOfRow } from './record-pack.ts';

const chatId = 'chat-1' as ChatId;
const recordsFrom = (first: number, paths: readonly string[]) =>
  paths.map((path, index): JournalRecord => {
    const event = { type: 'file-changed', path, hash: 'a'.repeat(64) as ContentHash, size: index, by: 'user', before: null } as const;
    return { version: 1, chatId, sequence: first + index, at: 7, event };
  });

test('whatever records are packed come out of their rows, each row found by the number of its last one', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 700 }), fc.string({ unit: 'binary', minLength: 1 }), (first, count, name) => {
      const records = recordsFrom(
        first,
        Array.from({ length: count }, (_, index) => `${name}/${index}`),
      );
      const rows = packRecords(records);
      expect(rows.flatMap(({ key, value }) => recordsOfRow(structuredClone(value), key))).toEqual(records);
      for (const { key, value } of rows) expect(key[1]).toBe(Math.max(...sequencesIn(recordsOfRow(value, key))));
      expect(rows.length).toBe(count < 50 ? count : Math.ceil(count / 250));
    }),
  );
});

test.each([
  ['no list', '{"type":"file-removed"}'],
  ['cut off', '[{"type":"file-rem'],
  ['empty', '[]'],
  ['longer than the journal', JSON.stringify(Array.from({ length: 10 }, () => ({})))],
])('a pack whose events are %s is one damaged record', (_name, events) => {
  const row = { version: 1, at: 7, events };
  expect(recordsOfRow(row, [chatId, 3])).toEqual([row]);
  expect(journalRecordSchema.safeParse(row).success).toBe(false);
});

function sequencesIn(records: readonly unknown[]): number[] {
  return records.map((record) => journalRecordSchema.parse(record).sequence);
}
