import { diffArrays } from 'diff';
import { type Hunk, hunkRange, hunksOf, splitLines } from '../../lib/agent/calls/hunks.ts';

/** Unchanged lines shown before and after a hunk. */
const CONTEXT = 2;

interface HunkLine {
  sign: '+' | '-' | ' ';
  /** Where it is: removed lines in the text before, all others in the text after. From 1. */
  number: number;
  text: string;
}

/** A hunk as a card shows it. Its place in the list is its number for the executor. */
export interface ShownHunk {
  /** `lines 10-14` */
  range: string;
  lines: readonly HunkLine[];
  added: number;
  removed: number;
}

/** The hunks of a change, taken apart as the executor takes them. */
export function shownHunks(before: string, after: string): ShownHunk[] {
  const hunks = hunksOf(before, after);
  const lines = hunkLines(before, hunks);
  return hunks.map((hunk, index) => {
    const ofHunk = lines[index] ?? [];
    const count = (sign: HunkLine['sign']) => ofHunk.filter((line) => line.sign === sign).length;
    return { range: hunkRange(hunk), lines: ofHunk, added: count('+'), removed: count('-') };
  });
}

/** Each hunk's lines as they are shown, with some unchanged ones around; a line that two hunks share is shown once. */
function hunkLines(before: string, hunks: readonly Hunk[]): HunkLine[][] {
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
      from.slice(start, stop).map((text, offset): HunkLine => ({ sign: ' ', number: start + offset + by + 1, text: plain(text) }));
    return [...context(first, hunk.start, shift), ...changedLines(hunk), ...context(end, last, shiftAfter)];
  });
}

/** Within a hunk of several changes the lines between them are unchanged. */
function changedLines({ start, newStart, removed, added }: Hunk): HunkLine[] {
  const lines: HunkLine[] = [];
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
