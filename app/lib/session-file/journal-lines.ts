import { because, type Reason } from '../protocol/texts/reason.ts';

export type JournalLines = { ok: true; lines: string[] } | { ok: false; reason: Reason };

/** Bytes of one record, and values in all of them: what is read of a few kilobytes, unpacked, must fit into the memory of a page. */
const LONGEST_LINE = 32 * 1024 * 1024;
const MOST_VALUES = 20_000_000;

const LINE_FEED = 10;
const MORE_VALUES: ReadonlySet<number> = new Set([...'[{,'].map((character) => character.charCodeAt(0)));

/**
 * The lines of a journal that have something in them, at most one more than `most`. Not by splitting all of its text: one of nothing but
 * line ends makes a list that no engine can hold, which ends the whole page and not only this.
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
