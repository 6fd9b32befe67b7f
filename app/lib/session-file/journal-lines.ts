import { because, type Reason } from '../protocol/texts/reason.ts';

export type JournalLines = { ok: true; lines: string[] } | { ok: false; reason: Reason };

/** Limits in bytes per record, and in values overall: a few kilobytes may unpack to more than fits into a page's memory. */
const LONGEST_LINE = 32 * 1024 * 1024;
const MOST_VALUES = 20_000_000;

const LINE_FEED = 10;
const MORE_VALUES: ReadonlySet<number> = new Set([...'[{,'].map((character) => character.charCodeAt(0)));

/**
 * Returns the non-empty lines of a journal, at most one more than `most`. Does not split the whole text: one of nothing but line breaks
 * would create a list that crashes the whole page.
 */
export function journalLines(journal: Uint8Array, most: number): JournalLines {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const lines: string[] = [];
  let values = 0;
  let start = 0;
  for (let at = 0; at <= journal.length && lines.length <= most; at += 1) {
    const byte = journal[at] ?? LINE_FEED;
    if (MORE_VALUES.has(byte)) values += 1;
    if (byte !== LINE_FEED) continue;
    if (at - start > LONGEST_LINE || values > MOST_VALUES)
      return { ok: false, reason: because('Its record {number} is larger than any of this app.', { number: lines.length + 1 }) };
    if (at > start) lines.push(decoder.decode(journal.subarray(start, at)));
    start = at + 1;
  }
  return { ok: true, lines };
}
