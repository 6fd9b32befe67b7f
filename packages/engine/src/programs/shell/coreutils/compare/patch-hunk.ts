import type { StructuredPatchHunk } from 'diff';

/** A hunk as what it takes away and what it puts there: lines with their ends, the last one of a file perhaps without. */
export interface PatchHunk {
  /** Number of the first line it is about, from 1. */
  start: number;
  before: readonly string[];
  after: readonly string[];
  /** Lines at its begin and its end that it leaves as they are. */
  leading: number;
  trailing: number;
}

export function patchHunk({ oldStart, newStart, lines }: StructuredPatchHunk, isReversed: boolean): PatchHunk {
  const before: string[] = [];
  const after: string[] = [];
  const marks: string[] = [];
  for (const line of lines) {
    const [mark = ' ', text] = [line[0], `${line.slice(1)}\n`];
    if (mark === '\\') {
      // It says of the line before that nothing ends it.
      for (const side of sidesOf(marks.at(-1) ?? ' ', before, after)) side.push((side.pop() ?? '').replace(/\n$/, ''));
      continue;
    }
    for (const side of sidesOf(mark, before, after)) side.push(text);
    marks.push(mark);
  }
  const leading = marks.findIndex((mark) => mark !== ' ');
  const trailing = marks.length - 1 - marks.findLastIndex((mark) => mark !== ' ');
  const around = { leading: leading === -1 ? marks.length : leading, trailing };
  return isReversed ? { start: newStart, before: after, after: before, ...around } : { start: oldStart, before, after, ...around };
}

function sidesOf(mark: string, before: string[], after: string[]): string[][] {
  return mark === '-' ? [before] : mark === '+' ? [after] : [before, after];
}

export interface PlacedHunk {
  /** Of its first line, from 0. */
  at: number;
  /** Lines at its begin that are not used. */
  cut: number;
  /** How many lines of what is around it are not as it says. */
  fuzz: number;
  /** What of it is used. */
  hunk: PatchHunk;
}

/** As a hunk's head names lines: where there are none, it is the line before them. */
export function hunkRange(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start}${lines === 1 ? '' : `,${lines}`}`;
}

/** GNU's own limit. */
const LARGEST_FUZZ = 2;

/**
 * Where a hunk fits: nearest to where it should, first with all that is around it, then with less. A hunk with less before its change than
 * after it is one of the file's begin, and the other way round one of its end: as GNU's, it is looked for only there. null: nowhere.
 */
export function placeHunk(lines: readonly string[], hunk: PatchHunk, expectedAt: number): PlacedHunk | null {
  if (hunk.before.length === 0) return { at: Math.min(Math.max(0, expectedAt), lines.length), cut: 0, fuzz: 0, hunk };
  const around = Math.max(hunk.leading, hunk.trailing);
  for (let fuzz = 0; fuzz <= Math.min(LARGEST_FUZZ, around); fuzz += 1) {
    const [cut, end] = [fuzz + hunk.leading - around, fuzz + hunk.trailing - around];
    const used = shortened(hunk, Math.max(0, cut), Math.max(0, end));
    const places =
      cut < 0 && hunk.start <= 1
        ? [0]
        : end < 0
          ? [lines.length - used.before.length]
          : placesAround(expectedAt + Math.max(0, cut), lines.length);
    for (const at of places) if (fits(lines, used, at)) return { at, cut: Math.max(0, cut), fuzz, hunk: used };
  }
  return null;
}

function shortened(hunk: PatchHunk, cut: number, end: number): PatchHunk {
  const shorter = (side: readonly string[]) => side.slice(cut, side.length - end);
  return { ...hunk, before: shorter(hunk.before), after: shorter(hunk.after) };
}

function* placesAround(expectedAt: number, count: number): Generator<number> {
  for (let offset = 0; offset <= count; offset += 1) {
    yield expectedAt + offset;
    yield expectedAt - offset;
  }
}

function fits(lines: readonly string[], { before }: PatchHunk, at: number): boolean {
  return at >= 0 && at + before.length <= lines.length && before.every((line, index) => lines[at + index] === line);
}
