import { diffArrays } from 'diff';

/** A stretch of lines that a change replaces. Lines keep their ends, so that joining them gives the text back byte for byte. */
export interface Hunk {
  /** Place of the first line in the text before, from 0. An insertion has no `removed` and is before that line. */
  start: number;
  removed: readonly string[];
  /** Place of the first line in the text after, from 0. */
  newStart: number;
  added: readonly string[];
}

/** Changes with no more unchanged lines between them than this are one hunk: apart they would make little sense. */
const JOINED_WITHIN = 2;
/** More lines than this added and removed: the texts have little in common, and looking for it costs time that grows with its square. */
const MOST_EDITS = 1_500;

/** The hunks of a change, in order, at least one line apart. The same texts always give the same hunks. */
export function hunksOf(before: string, after: string): Hunk[] {
  return joined(lineHunksOf(before, after), splitLines(before), splitLines(after));
}

/** The same, but with every unchanged line between two of them. */
export function lineHunksOf(before: string, after: string): Hunk[] {
  const from = splitLines(before);
  const to = splitLines(after);
  const changes = diffArrays(from, to, { maxEditLength: MOST_EDITS });
  return changes === undefined ? [wholeChange(from, to)].filter(isChange) : hunksOfChanges(changes);
}

/** The text with these hunks of the change in place and all others left out. Places that there are not are passed over. */
export function applyHunks(before: string, hunks: readonly Hunk[], accepted: ReadonlySet<number>): string {
  const lines = splitLines(before);
  const pieces: string[] = [];
  let at = 0;
  hunks.forEach((hunk, index) => {
    pieces.push(...lines.slice(at, hunk.start), ...(accepted.has(index) ? hunk.added : hunk.removed));
    at = hunk.start + hunk.removed.length;
  });
  return [...pieces, ...lines.slice(at)].join('');
}

/** Where the hunk is, as a card and the model are shown: in the text before, or of an insertion in the text after. */
export function hunkRange(hunk: Hunk): string {
  const { first, last } = hunkSpan(hunk);
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

/** The first line is 1; of a hunk that only adds, those that are new. */
export function hunkSpan({ start, removed, newStart, added }: Hunk): { first: number; last: number } {
  const [before, count] = removed.length > 0 ? [start, removed.length] : [newStart, added.length];
  return { first: before + 1, last: before + count };
}

/** Lines with their ends. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function isChange(hunk: Hunk): boolean {
  return hunk.removed.length > 0 || hunk.added.length > 0;
}

function hunksOfChanges(changes: readonly { added: boolean; removed: boolean; value: string[] }[]): Hunk[] {
  const hunks: Hunk[] = [];
  let open: { start: number; removed: string[]; newStart: number; added: string[] } | null = null;
  let start = 0;
  let newStart = 0;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) open = null;
    else if (open === null) {
      open = { start, removed: [], newStart, added: [] };
      hunks.push(open);
    }
    if (removed) open?.removed.push(...value);
    if (added) open?.added.push(...value);
    if (!added) start += value.length;
    if (!removed) newStart += value.length;
  }
  return hunks;
}

function joined(hunks: readonly Hunk[], from: readonly string[], to: readonly string[]): Hunk[] {
  const result: Hunk[] = [];
  for (const hunk of hunks) {
    const last = result.at(-1);
    if (last === undefined || hunk.start - (last.start + last.removed.length) > JOINED_WITHIN) {
      result.push(hunk);
      continue;
    }
    result[result.length - 1] = {
      start: last.start,
      removed: from.slice(last.start, hunk.start + hunk.removed.length),
      newStart: last.newStart,
      added: to.slice(last.newStart, hunk.newStart + hunk.added.length),
    };
  }
  return result;
}

/** Everything between what the texts have in common at their beginning and at their end. */
function wholeChange(from: readonly string[], to: readonly string[]): Hunk {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { start, removed: from.slice(start, from.length - end), newStart: start, added: to.slice(start, to.length - end) };
}
