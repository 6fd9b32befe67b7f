import { applyHunks, type Hunk, lineHunksOf } from '../../agent/calls/hunks.ts';
import { linesOf } from '../../search/text-file.ts';

/** One-based and inclusive. */
export interface LineRange {
  first: number;
  last: number;
}

export type RestoredLines = { ok: true; text: string } | { ok: false; why: string };

/**
 * Reverts every difference to an earlier text that lies within these lines of the current text. Lines removed since then return to their
 * place, if that is within the range or at one of its ends. A difference that extends beyond the range is never partly reverted, because it
 * is unknown which of its old lines correspond to which new ones.
 */
export function restoreLines(now: string, past: string, range: LineRange): RestoredLines {
  const count = linesOf(now).length;
  if (range.first > Math.max(1, count)) return { ok: false, why: `the file has ${count} lines now; line ${range.first} is after its end` };
  const hunks = lineHunksOf(past, now);
  const within = hunks.filter((hunk) => isTouched(hunk, range));
  if (within.length === 0) return { ok: false, why: `lines ${range.first}-${range.last} are already as they were` };
  const beyond = within.find(
    ({ newStart, added }) => added.length > 0 && (newStart + 1 < range.first || newStart + added.length > range.last),
  );
  if (beyond !== undefined) {
    const span = `${beyond.newStart + 1}-${beyond.newStart + beyond.added.length}`;
    return { ok: false, why: `lines ${span} changed as one piece. Give a range with all of them` };
  }
  return { ok: true, text: applyHunks(past, hunks, new Set(hunks.flatMap((hunk, index) => (within.includes(hunk) ? [] : [index])))) };
}

export function isTouched({ newStart, added }: Pick<Hunk, 'newStart' | 'added'>, { first, last }: LineRange): boolean {
  return added.length === 0 ? newStart >= first - 1 && newStart <= last : newStart < last && newStart + added.length >= first;
}
