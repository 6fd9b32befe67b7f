import { diffArrays } from 'diff';

/** A stretch of lines that a change replaces. Lines keep their line endings, so that joining them restores the text byte for byte. */
export interface Hunk {
  /** Zero-based index of the first line in the old text. An insertion has no `removed` lines and comes before that line. */
  start: number;
  removed: readonly string[];
  /** Zero-based index of the first line in the new text. */
  newStart: number;
  added: readonly string[];
}

/** Changes separated by at most this many unchanged lines form one hunk, since they would make little sense apart. */
const JOINED_WITHIN = 2;
/** Maximum number of added and removed lines to diff. Beyond it the texts have little in common, and the cost grows quadratically. */
const MOST_EDITS = 1_500;

/** Returns the hunks of a change in order, more than `JOINED_WITHIN` lines apart. Deterministic. */
export function hunksOf(before: string, after: string): Hunk[] {
  return joined(lineHunksOf(before, after), splitLines(before), splitLines(after));
}

/** Like `hunksOf`, but every unchanged line separates two hunks. */
export function lineHunksOf(before: string, after: string): Hunk[] {
  const from = splitLines(before);
  const to = splitLines(after);
  const changes = diffArrays(from, to, { maxEditLength: MOST_EDITS });
  return changes === undefined ? [wholeChange(from, to)].filter(isChange) : hunksOfChanges(changes);
}

/** Returns the text with only the accepted hunks applied. Unknown indexes are ignored. */
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

/** Returns the position of a hunk as shown on cards and to the model: in the old text, or for an insertion in the new text. */
export function hunkRange(hunk: Hunk): string {
  const { first, last } = hunkSpan(hunk);
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

/** Returns one-based line numbers: of the new lines if the hunk only adds lines, otherwise of the old ones. */
export function hunkSpan({ start, removed, newStart, added }: Hunk): { first: number; last: number } {
  const [before, count] = removed.length > 0 ? [start, removed.length] : [newStart, added.length];
  return { first: before + 1, last: before + count };
}

/** Splits a text into lines that keep their line endings. */
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

/** Returns one hunk for everything between the common beginning and the common end of the texts. */
function wholeChange(from: readonly string[], to: readonly string[]): Hunk {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { start, removed: from.slice(start, from.length - end), newStart: start, added: to.slice(start, to.length - end) };
}
