import { trimEndBlanks } from '../../search/trim-end-blanks.ts';

/** Whole lines of a text that match the lines of a search. Offsets in characters; `end` is past the last line end iff the search ended with one. */
export interface LineMatch {
  start: number;
  end: number;
  /** The region ends with a line end of the text. */
  endsAtLineEnd: boolean;
  /** How far the text is indented against the search; null when it is not a match by indentation. */
  shift: { add: string; remove: string } | null;
}

interface Line {
  start: number;
  /** Where the text of the line ends. */
  end: number;
  /** Where the next line starts. */
  next: number;
  text: string;
}

/** So many lines are compared by their indentation: nearly every place of an ordinary file is out by its first words already. */
const MOST_COMPARED = 1_000_000;

/** Matches that differ in line ends and trailing blanks only. */
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

/** Matches whose every line is indented by the same amount more, or less, than the search. Blank lines match blank lines. */
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

/** Every place where these lines follow one another, overlapping ones too, in one pass (Knuth, Morris and Pratt). */
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

/** For each beginning of the lines how long its longest beginning is that it also ends with. */
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
  /** Lines of the search. */
  count: number;
}

/** Those places that are accepted and do not overlap one that was before. */
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

/** Null for a search without a visible character: blank lines are everywhere. */
function searchLines(find: string): string[] | null {
  if (find.trim() === '') return null;
  const lines = find.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A carriage return alone is content, not a line end. */
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
