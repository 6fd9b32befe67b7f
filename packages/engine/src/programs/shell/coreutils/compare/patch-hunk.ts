import type { StructuredPatchHunk } from 'diff';

/** A hunk as the lines it removes and the lines it inserts, with line ends; the last line of a file may have none. */
export interface PatchHunk {
  /** The number of its first line, from 1. */
  start: number;
  before: readonly string[];
  after: readonly string[];
  /** The unchanged lines at its start and its end. */
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
      // This marks the previous line as having no newline.
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
  /** The index of its first line, from 0. */
  at: number;
  /** The number of its leading lines that are ignored. */
  cut: number;
  /** The number of context lines that do not match. */
  fuzz: number;
  /** The part of the hunk that is used. */
  hunk: PatchHunk;
}

/** Formats a range as in a hunk's header: an empty range has the number of the line before it. */
export function hunkRange(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start}${lines === 1 ? '' : `,${lines}`}`;
}

/** GNU's own limit. */
const LARGEST_FUZZ = 2;

/**
 * Finds the place for a hunk nearest to its expected line, first with all its context, then with less. A hunk with less leading than
 * trailing context belongs to the file's start, and vice versa to its end; as in GNU patch, it is only searched there. Returns null if none
 * fits.
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
