import { diffArrays } from 'diff';
import type { DiffLine, FileDiff } from '../../protocol/tool-effect.ts';
import { type Hunk, hunkRange, hunksOf, splitLines } from './hunks.ts';

/** Unchanged lines shown before and after a hunk. */
const CONTEXT = 2;

/** Maximum number of diff lines stored with a call, and of characters per line. */
const MOST_KEPT = 160;
const LONGEST_KEPT = 300;

/** A hunk as shown on a card. Its index in the list is the hunk number for the executor. */
export interface ShownHunk {
  /** For example `lines 10-14`. */
  range: string;
  lines: readonly DiffLine[];
  added: number;
  removed: number;
}

/** Returns the hunks of a change, split in the same way as by the executor. */
export function shownHunks(before: string, after: string): ShownHunk[] {
  const hunks = hunksOf(before, after);
  const lines = hunkLines(before, hunks);
  return hunks.map((hunk, index) => {
    const ofHunk = lines[index] ?? [];
    const count = (sign: DiffLine['sign']) => ofHunk.filter((line) => line.sign === sign).length;
    return { range: hunkRange(hunk), lines: ofHunk, added: count('+'), removed: count('-') };
  });
}

/** Returns the diff that is stored with the call. */
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

/** Returns the displayed lines of each hunk with unchanged context; context shared by two hunks is shown once. */
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

/** Returns the changed lines of a hunk, including the unchanged lines between its changes. */
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

/** Makes the line ending visible, for changes that affect only line endings. */
function withEnd(line: string): string {
  return plain(line) + line.slice(plain(line).length).replace('\r', '␍').replace('\n', '␊');
}
