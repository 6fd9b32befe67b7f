/** Characters sent to the model from the beginning and the end of a command's output. */
const HEAD = 6_000;
const TAIL = 14_000;

/** The shown parts of an output and the note about what is omitted between them. */
export interface CutOutput {
  head: string;
  statement: string;
  tail: string;
}

/** Returns the beginning and the end of a long output. `gap` describes what is already missing between `text` and `tail`. */
export function cutOutput(text: string, gap?: { tail: string; characters: number; lines: number }): CutOutput {
  if (gap === undefined && text.length <= HEAD + TAIL) return { head: text, statement: '', tail: '' };
  const last = gap?.tail ?? text;
  const headEnd = Math.min(text.length, atLineEnd(text, HEAD));
  const tailStart = Math.max(gap === undefined ? headEnd : 0, last.length <= TAIL ? 0 : atLineEnd(last, last.length - TAIL));
  const missing = gap === undefined ? text.slice(headEnd, tailStart) : text.slice(headEnd) + last.slice(0, tailStart);
  const characters = missing.length + (gap?.characters ?? 0);
  if (characters === 0) return { head: text, statement: '', tail: gap?.tail ?? '' };
  const head = text.slice(0, headEnd);
  const first = lineEnds(head) + 1;
  const isWhole = tailStart > 0 && last[tailStart - 1] === '\n';
  const final = first + lineEnds(missing) + (gap?.lines ?? 0) - (isWhole ? 1 : 0);
  const range = final === first ? `of line ${first}` : `of lines ${first} to ${final}`;
  return { head, statement: `\n[… ${characters} characters ${range} left out …]\n`, tail: last.slice(tailStart) };
}

/** Returns the end of the line at `position` if it is near; otherwise `position`, or one more to keep a surrogate pair together. */
function atLineEnd(text: string, position: number): number {
  const lineEnd = text.indexOf('\n', position);
  if (lineEnd !== -1 && lineEnd - position < 400) return lineEnd + 1;
  return /[\ud800-\udbff]/.test(text[position - 1] ?? '') ? position + 1 : position;
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}
