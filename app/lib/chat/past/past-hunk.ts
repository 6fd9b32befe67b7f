import { type Hunk, hunksOf, lineHunksOf, splitLines } from '../../agent/calls/hunks.ts';
import { type Merged, mergeHunks } from './merge-texts.ts';

/** `there`: as it was made. `changed`: something has changed these lines since. `gone`: the lines are again what they were before it. */
export type HunkState = 'there' | 'changed' | 'gone';

/** A stretch of lines that a change of a file has made, and what has become of it. */
export interface PastHunk extends Hunk {
  state: HunkState;
  /** Of one that is `changed`: labels of the steps that did it, where they are known. */
  later: readonly string[];
}

/** A file before a change and after it, and as it is now. */
export interface HunkTexts {
  before: string;
  after: string;
  now: string;
}

/** In their order; without `later`. */
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

/** What the file becomes without the hunk: everything that has changed elsewhere stays. null: the change has no such hunk. */
export function withoutHunk({ before, after, now }: HunkTexts, hunk: Hunk): Merged | null {
  if (!hunksOf(before, after).some((each) => isSameHunk(each, hunk))) return null;
  return mergeHunks(splitLines(after), lineHunksOf(after, now), [inverse(hunk)]);
}

/** Lines of a text, the first included and the last not. */
export interface LineRange {
  start: number;
  end: number;
}

/** Where the lines are after a change of their text, and whether it has touched them; neighbouring lines count, as in a merge. */
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

/** The change that takes the hunk back, of the text after it. */
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
