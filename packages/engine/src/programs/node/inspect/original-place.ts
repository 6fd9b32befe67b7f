import type { EditList } from '../loader/rewrite/source-edits.ts';

/** Both are 1-based. */
export interface SourcePlace {
  line: number;
  column: number;
}

/** These match the text that rewrite-awaits.ts adds around an awaited expression. */
const awaitBegins = /\.s\($/;
const awaitEnds = /^\),await /;

function placeOfOffset(source: string, offset: number): SourcePlace {
  let [line, lineStart] = [1, 0];
  for (let end = source.indexOf('\n'); end !== -1 && end < offset; end = source.indexOf('\n', lineStart)) {
    lineStart = end + 1;
    line++;
  }
  return { line, column: offset - lineStart + 1 };
}

function lineBounds(source: string, line: number): { start: number; end: number } | null {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const end = source.indexOf('\n', start);
    if (end === -1) return null;
    start = end + 1;
  }
  const end = source.indexOf('\n', start);
  return { start, end: end === -1 ? source.length : end };
}

/** Maps a position in the rewritten code to the source. Rewriting keeps lines, but an `await` may end on a line below its start. */
export function originalPlace(source: string, edits: EditList, { line, column }: SourcePlace): SourcePlace {
  const bounds = lineBounds(source, line);
  if (bounds === null) return { line, column };
  const openAwaits: number[] = [];
  let position = bounds.start;
  let left = column - 1;
  for (let index = 0; index < edits.length; index += 3) {
    // The list consists of such triples.
    const [start, removed, text] = edits.slice(index, index + 3) as [number, string, string];
    const end = start + removed.length;
    if (start > bounds.end) break;
    if (awaitBegins.test(text)) openAwaits.push(start);
    const awaitStart = awaitEnds.test(text) ? openAwaits.pop() : undefined;
    if (end < bounds.start) continue;
    const kept = Math.max(0, start - position);
    if (left < kept) break;
    left -= kept;
    // If the edit began on an earlier line, only the text after its last line break is on this line.
    const added = (start < bounds.start ? text.slice(text.lastIndexOf('\n') + 1) : text).length;
    if (left < added) {
      // The position is on the `await` itself, which was moved behind its operand.
      if (awaitStart !== undefined) return placeOfOffset(source, awaitStart);
      return { line, column: Math.max(start, bounds.start) - bounds.start + 1 };
    }
    // V8 reports a call of an imported function, `(0,$mn[0].f)()`, at the parenthesis after it.
    if (left === added && /^;?\(0,/.test(text)) return { line, column: start - bounds.start + 1 };
    left -= added;
    position = Math.max(position, end, start);
  }
  return { line, column: position - bounds.start + left + 1 };
}
