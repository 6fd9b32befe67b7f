import { diffArrays } from 'diff';
import type { DiffLine, FileDiff } from '../../protocol/tool-effect.ts';
import { type Hunk, hunkRange, hunksOf, splitLines } from './hunks.ts';

/** Unchanged lines shown before and after a hunk. */
const CONTEXT = 2;

/** Lines of a diff that are kept with a call, and characters of each. */
const MOST_KEPT = 160;
const LONGEST_KEPT = 300;

/** A hunk as a card shows it. Its place in the list is its number for the executor. */
export interface ShownHunk {
  /** `lines 10-14` */
  range: string;
  lines: readonly DiffLine[];
  added: number;
  removed: number;
}

/** The hunks of a change, taken apart as the executor takes them. */
export function shownHunks(before: string, after: string): ShownHunk[] {
  const hunks = hunksOf(before, after);
  const lines = hunkLines(before, hunks);
  return hunks.map((hunk, index) => {
    const ofHunk = lines[index] ?? [];
    const count = (sign: DiffLine['sign']) => ofHunk.filter((line) => line.sign === sign).length;
    return { range: hunkRange(hunk), lines: ofHunk, added: count('+'), removed: count('-') };
  });
}

/** The change as it is kept with the call that made it. */
export function fileDiff(before: string, after: string): FileDiff {
  const shown = shownHunks(before, after);
  let left = MOST_KEPT;
  const hunks = shown.flatMap(({ range, lines }) => {
    const kept = lines.slice(0, Math.max(0, left)).map((line) => ({ ...line, text: cut(line.text) }));
    left -= lines.length;
    return kept.length === 0 ? [] : [{ range, lines: kept }];
  });
  const sum = (what: 'added' | 'removed') => shown.reduce((total, hunk) => total + hunk[what], 0);
  return { added: sum('added'), removed: sum('removed'), hunks, ...(left < 0 ? { leftOut: -left } : {}) };
}

function cut(text: string): string {
  return text.length > LONGEST_KEPT ? `${text.slice(0, LONGEST_KEPT)}…` : text;
}

/** Each hunk's lines as they are shown, with some unchanged ones around; a line that two hunks share is shown once. */
function hunkLines(before: string, hunks: readonly Hunk[]): DiffLine[][] {
  const from = splitLines(before);
  let shownTo = 0;
  return hunks.map((hunk, index) => {
    const end = hunk.start + hunk.removed.length;
    const shift = hunk.newStart - hunk.start;
    const shiftAfter = hunk.newStart + hunk.added.length - end;
    const first = Math.max(shownTo, hunk.start - CONTEXT);
    const last = Math.min(end + CONTEXT, hunks[index + 1]?.start ?? from.length);
    shownTo = last;
    const context = (start: number, stop: number, by: number) =>
      from.slice(start, stop).map((text, offset): DiffLine => ({ sign: ' ', number: start + offset + by + 1, text: plain(text) }));
    return [...context(first, hunk.start, shift), ...changedLines(hunk), ...context(end, last, shiftAfter)];
  });
}

/** Within a hunk of several changes the lines between them are unchanged. */
function changedLines({ start, newStart, removed, added }: Hunk): DiffLine[] {
  const lines: DiffLine[] = [];
  const show = removed.map(plain).join('\n') === added.map(plain).join('\n') ? withEnd : plain;
  let oldNumber = start;
  let newNumber = newStart;
  for (const part of diffArrays([...removed], [...added])) {
    for (const text of part.value) {
      if (part.removed) lines.push({ sign: '-', number: ++oldNumber, text: show(text) });
      else {
        lines.push({ sign: part.added ? '+' : ' ', number: ++newNumber, text: show(text) });
        if (!part.added) oldNumber++;
      }
    }
  }
  return lines;
}

function plain(line: string): string {
  return line.replace(/\r?\n$/, '');
}

/** Where nothing but line ends changes, they are what must be seen. */
function withEnd(line: string): string {
  return plain(line) + line.slice(plain(line).length).replace('\r', '␍').replace('\n', '␊');
}
