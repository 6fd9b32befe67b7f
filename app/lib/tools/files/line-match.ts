import { trimEndBlanks } from '../../search/trim-end-blanks.ts';

/**
 * Whole lines of a text that match a search. Offsets are in characters; `end` is after the last line ending iff the search ends with one.
 */
export interface LineMatch {
  start: number;
  end: number;
  /** The region ends with a line ending of the text. */
  endsAtLineEnd: boolean;
  /** The indentation of the text relative to the search; null unless matched by indentation. */
  shift: { add: string; remove: string } | null;
}

interface Line {
  start: number;
  /** End of the line's text. */
  end: number;
  /** Start of the next line. */
  next: number;
  text: string;
}

/** Maximum number of lines compared by indentation; in an ordinary file, nearly every place is excluded by its first words. */
const MOST_COMPARED = 1_000_000;

/** Finds matches that differ only in line endings and trailing whitespace. */
export function findByLines(text: string, find: string): LineMatch[] {
  const wanted = searchLines(find);
  if (wanted === null) return [];
  const lines = splitLines(text);
  const places = placesOf(
    lines.map((line) => trimEndBlanks(line.text)),
    wanted.map(trimEndBlanks),
  );
  return matchesAt(places, { lines, find, count: wanted.length }, () => ({ shift: null }));
}

/** Finds matches in which every line is indented by the same amount more, or less, than in the search. Blank lines match blank lines. */
export function findByIndentation(text: string, find: string): LineMatch[] {
  const wanted = searchLines(find);
  if (wanted === null) return [];
  const lines = splitLines(text);
  const places = placesOf(
    lines.map((line) => withoutIndentation(line.text)),
    wanted.map(withoutIndentation),
  );
  const indentations = wanted.map((line) => (line.trim() === '' ? null : indentationOf(line)));
  let compared = 0;
  return matchesAt(places, { lines, find, count: wanted.length }, (first) => {
    let shift: Shift | null = null;
    for (const [index, search] of indentations.entries()) {
      if (search === null) continue;
      if (++compared > MOST_COMPARED) return null;
      const one = shiftOf(search, indentationOf(lines[first + index]?.text ?? ''));
      if (one === null || (shift !== null && (one.add !== shift.add || one.remove !== shift.remove))) return null;
      shift = one;
    }
    return { shift };
  });
}

type Shift = NonNullable<LineMatch['shift']>;

function withoutIndentation(line: string): string {
  return line.trim() === '' ? '' : trimEndBlanks(line).trimStart();
}

function shiftOf(search: string, line: string): Shift | null {
  if (line.endsWith(search)) return { add: line.slice(0, line.length - search.length), remove: '' };
  if (search.endsWith(line)) return { add: '', remove: search.slice(0, search.length - line.length) };
  return null;
}

/** Returns every place where these lines occur in sequence, including overlaps, in one pass (Knuth, Morris and Pratt). */
function placesOf(lines: readonly string[], wanted: readonly string[]): number[] {
  const known = borders(wanted);
  const places: number[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    while (length > 0 && (length === wanted.length || wanted[length] !== line)) length = known[length - 1] ?? 0;
    if (wanted[length] === line) length++;
    if (length === wanted.length) places.push(index + 1 - length);
  }
  return places;
}

/** Returns, for each prefix of the lines, the length of its longest proper prefix that is also its suffix. */
function borders(wanted: readonly string[]): number[] {
  const known = [0];
  let length = 0;
  for (const line of wanted.slice(1)) {
    while (length > 0 && wanted[length] !== line) length = known[length - 1] ?? 0;
    if (wanted[length] === line) length++;
    known.push(length);
  }
  return known;
}

interface Searched {
  lines: readonly Line[];
  find: string;
  /** Number of lines of the search. */
  count: number;
}

/** Returns the accepted places that do not overlap an earlier one. */
function matchesAt(
  places: readonly number[],
  { lines, find, count }: Searched,
  accepts: (first: number) => Pick<LineMatch, 'shift'> | null,
): LineMatch[] {
  const matches: LineMatch[] = [];
  let free = 0;
  for (const first of places) {
    const start = lines[first];
    const last = lines[first + count - 1];
    const accepted = first < free ? null : accepts(first);
    if (accepted === null || start === undefined || last === undefined) continue;
    const endsAtLineEnd = find.endsWith('\n') && last.next > last.end;
    matches.push({ start: start.start, end: endsAtLineEnd ? last.next : last.end, endsAtLineEnd, ...accepted });
    free = first + count;
  }
  return matches;
}

/** Returns null for a search without visible characters, because blank lines are everywhere. */
function searchLines(find: string): string[] | null {
  if (find.trim() === '') return null;
  const lines = find.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A lone carriage return is content, not a line ending. */
function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const next = newline === -1 ? text.length : newline + 1;
    const end = newline === -1 ? text.length : text[newline - 1] === '\r' && newline > start ? newline - 1 : newline;
    lines.push({ start, end, next, text: text.slice(start, end) });
    start = next;
  }
  return lines;
}

function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
