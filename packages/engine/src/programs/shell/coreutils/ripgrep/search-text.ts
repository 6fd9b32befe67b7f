/** A line that matches, or a context line. */
export interface FoundLine {
  /** From 1. */
  number: number;
  /** Its offset in the text. */
  start: number;
  /** Without the newline; several lines if a match spans them. */
  text: string;
  /** Empty for a context line. */
  matches: FoundMatch[];
  isMatch: boolean;
}

export interface FoundMatch {
  /** Offset in the line's text. */
  start: number;
  end: number;
  groups: RegExpExecArray;
}

export interface SearchLimits {
  before: number;
  after: number;
  maxCount: number;
  isInverted: boolean;
  isEverything: boolean;
}

/** Returns the lines of a text to show, in order. Searches the whole text at once; lines are extracted only around matches. */
export function searchText(text: string, expression: RegExp, limits: SearchLimits): FoundLine[] {
  const found = limits.isInverted ? invertedLines(text, expression, limits.maxCount) : matchingLines(text, expression, limits.maxCount);
  if (limits.isEverything) return withContext(text, found, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return limits.before === 0 && limits.after === 0 ? found : withContext(text, found, limits.before, limits.after);
}

/** Returns whether there is a match, for -l and -q; the search ends at the first one. */
export function hasMatch(text: string, expression: RegExp, isInverted: boolean): boolean {
  if (isInverted) return invertedLines(text, expression, 1).length > 0;
  return matchingLines(text, expression, 1).length > 0;
}

function matchingLines(text: string, expression: RegExp, maxCount: number): FoundLine[] {
  const lines: FoundLine[] = [];
  const counter = new LineCounter(text);
  let current: FoundLine | null = null;
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    if (match[0] === '') expression.lastIndex += 1;
    // There is no line after the last newline.
    if (match.index >= text.length && (text === '' || text.endsWith('\n'))) break;
    const end = match.index + match[0].length;
    if (current === null || match.index >= current.start + current.text.length + 1) {
      if (lines.length >= maxCount) break;
      const start = text.lastIndexOf('\n', match.index - 1) + 1;
      // A match that ends in a newline ends with its line.
      const lineEnd = endOfLine(text, match[0].endsWith('\n') ? end - 1 : end);
      current = { number: counter.at(start), start, text: text.slice(start, lineEnd), matches: [], isMatch: true };
      lines.push(current);
    } else if (end > current.start + current.text.length) current.text = text.slice(current.start, endOfLine(text, end));
    current.matches.push({ start: match.index - current.start, end: Math.min(end - current.start, current.text.length), groups: match });
  }
  return lines;
}

function invertedLines(text: string, expression: RegExp, maxCount: number): FoundLine[] {
  const lines: FoundLine[] = [];
  for (const line of allLines(text)) {
    expression.lastIndex = 0;
    if (expression.test(line.text)) continue;
    lines.push({ ...line, isMatch: true });
    if (lines.length >= maxCount) break;
  }
  return lines;
}

function* allLines(text: string): Generator<FoundLine, void, undefined> {
  let number = 1;
  for (let start = 0; start < text.length; number += 1) {
    const end = endOfLine(text, start);
    yield { number, start, text: text.slice(start, end), matches: [], isMatch: false };
    start = end + 1;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function withContext(text: string, found: readonly FoundLine[], before: number, after: number): FoundLine[] {
  if (found.length === 0 && after !== Number.POSITIVE_INFINITY) return [];
  const byNumber = new Map(found.map((line) => [line.number, line]));
  const isNear = new Set<number>();
  if (after !== Number.POSITIVE_INFINITY) {
    for (const { number } of found) for (let offset = -before; offset <= after; offset += 1) isNear.add(number + offset);
  }
  const lines: FoundLine[] = [];
  let skippedTo = 0;
  for (const line of allLines(text)) {
    if (line.number <= skippedTo) continue;
    const match = byNumber.get(line.number);
    if (match !== undefined) {
      lines.push(match);
      skippedTo = line.number + match.text.split('\n').length - 1;
    } else if (isNear.has(line.number) || after === Number.POSITIVE_INFINITY) lines.push(line);
  }
  return lines;
}

/** Computes line numbers incrementally from the previous request. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(position: number): number {
    for (
      let index = this.#text.indexOf('\n', this.#position);
      index !== -1 && index < position;
      index = this.#text.indexOf('\n', index + 1)
    ) {
      this.#line += 1;
      this.#position = index + 1;
    }
    return this.#line;
  }
}
