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

/** Matches that differ in line ends and trailing blanks only. */
export function findByLines(text: string, find: string): LineMatch[] {
  const wanted = searchLines(find);
  if (wanted === null) return [];
  const trimmed = wanted.map(trimEndBlanks);
  return collect(text, find, trimmed.length, (window) =>
    window.every((line, index) => trimEndBlanks(line.text) === trimmed[index]) ? { shift: null } : null,
  );
}

/** Matches whose every line is indented by the same amount more, or less, than the search. Blank lines match blank lines. */
export function findByIndentation(text: string, find: string): LineMatch[] {
  const wanted = searchLines(find);
  if (wanted === null) return [];
  return collect(text, find, wanted.length, (window) => {
    const shift = shiftBetween(wanted, window);
    return shift === null ? null : { shift };
  });
}

function shiftBetween(wanted: readonly string[], window: readonly Line[]): { add: string; remove: string } | null {
  let shift: { add: string; remove: string } | null = null;
  for (const [index, search] of wanted.entries()) {
    const line = window[index]?.text ?? '';
    const isBlank = search.trim() === '';
    if (isBlank !== (line.trim() === '')) return null;
    if (isBlank) continue;
    if (trimEndBlanks(search).trimStart() !== trimEndBlanks(line).trimStart()) return null;
    const one = shiftOf(indentationOf(search), indentationOf(line));
    if (one === null || (shift !== null && (one.add !== shift.add || one.remove !== shift.remove))) return null;
    shift = one;
  }
  return shift;
}

function shiftOf(search: string, line: string): { add: string; remove: string } | null {
  if (line.endsWith(search)) return { add: line.slice(0, line.length - search.length), remove: '' };
  if (search.endsWith(line)) return { add: '', remove: search.slice(0, search.length - line.length) };
  return null;
}

function collect(
  text: string,
  find: string,
  count: number,
  accepts: (window: readonly Line[]) => Pick<LineMatch, 'shift'> | null,
): LineMatch[] {
  const lines = splitLines(text);
  const matches: LineMatch[] = [];
  for (let first = 0; first + count <= lines.length; ) {
    const window = lines.slice(first, first + count);
    const accepted = accepts(window);
    const start = window[0];
    const last = window.at(-1);
    if (accepted === null || start === undefined || last === undefined) {
      first++;
      continue;
    }
    const endsAtLineEnd = find.endsWith('\n') && last.next > last.end;
    matches.push({ start: start.start, end: endsAtLineEnd ? last.next : last.end, endsAtLineEnd, ...accepted });
    first += count;
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
