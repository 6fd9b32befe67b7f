import { type Hunk, hunksOf, lineHunksOf, splitLines } from '../../agent/calls/hunks.ts';
import { type Merged, mergeHunks } from './merge-texts.ts';

/** `there`: unchanged. `changed`: these lines were changed since. `gone`: the lines are again as before. */
export type HunkState = 'there' | 'changed' | 'gone';

/** One hunk of a file change, and its current state. */
export interface PastHunk extends Hunk {
  state: HunkState;
  /** For a `changed` hunk: labels of the steps that changed it, if known. */
  later: readonly string[];
}

/** A file's text before and after a change, and now. */
export interface HunkTexts {
  before: string;
  after: string;
  now: string;
}

/** In order, without `later`. */
export function hunkStates({ before, after, now }: HunkTexts): PastHunk[] {
  const hunks = hunksOf(before, after);
  if (now === after) return hunks.map((hunk) => ({ ...hunk, state: 'there', later: [] }));
  const lines = splitLines(after);
  const since = lineHunksOf(after, now);
  return hunks.map((hunk) => {
    const merged = mergeHunks(lines, since, [inverse(hunk)]);
    const state = merged.type === 'conflict' ? 'changed' : merged.text === now ? 'gone' : 'there';
    return { ...hunk, state, later: [] };
  });
}

/** The file without the hunk; changes elsewhere stay. Null if the change has no such hunk. */
export function withoutHunk({ before, after, now }: HunkTexts, hunk: Hunk): Merged | null {
  if (!hunksOf(before, after).some((each) => isSameHunk(each, hunk))) return null;
  return mergeHunks(splitLines(after), lineHunksOf(after, now), [inverse(hunk)]);
}

/** A range of lines: the start is included, the end is not. */
export interface LineRange {
  start: number;
  end: number;
}

/** Where the lines are after a change to their text, and whether it touched them; as in a merge, neighbouring lines count. */
export function followRange({ start, end }: LineRange, hunks: readonly Hunk[]): LineRange & { isTouched: boolean } {
  const range = { start, end };
  let before = 0;
  let within = 0;
  let isTouched = false;
  for (const { start: from, removed, added } of hunks) {
    const to = from + removed.length;
    if (from > range.end) break;
    const growth = added.length - removed.length;
    if (to < range.start) {
      before += growth;
      continue;
    }
    isTouched = true;
    range.start = Math.min(range.start, from);
    range.end = Math.max(range.end, to);
    within += growth;
  }
  return { start: range.start + before, end: range.end + before + within, isTouched };
}

/** The inverse hunk, relative to the text after the change. */
function inverse({ start, removed, newStart, added }: Hunk): Hunk {
  return { start: newStart, removed: added, newStart: start, added: removed };
}

export function isSameHunk(one: Hunk, other: Hunk): boolean {
  const isSame = (some: readonly string[], others: readonly string[]) =>
    some.length === others.length && some.every((line, index) => line === others[index]);
  return (
    one.start === other.start && one.newStart === other.newStart && isSame(one.removed, other.removed) && isSame(one.added, other.added)
  );
}
