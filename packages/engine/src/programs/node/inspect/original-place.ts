import type { EditList } from '../loader/rewrite/source-edits.ts';

/** Both count from 1. */
export interface SourcePlace {
  line: number;
  column: number;
}

/** Of what rewrite-awaits.ts puts around what is awaited. */
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

/** Where in the source a place of the rewritten code comes from. Rewriting keeps lines; an `await` may end lines below its start. */
export function originalPlace(source: string, edits: EditList, { line, column }: SourcePlace): SourcePlace {
  const bounds = lineBounds(source, line);
  if (bounds === null) return { line, column };
  const openAwaits: number[] = [];
  let position = bounds.start;
  let left = column - 1;
  for (let index = 0; index < edits.length; index += 3) {
    // A list is made of triples of these.
    const [start, removed, text] = edits.slice(index, index + 3) as [number, string, string];
    const end = start + removed.length;
    if (start > bounds.end) break;
    if (awaitBegins.test(text)) openAwaits.push(start);
    const awaitStart = awaitEnds.test(text) ? openAwaits.pop() : undefined;
    if (end < bounds.start) continue;
    const kept = Math.max(0, start - position);
    if (left < kept) break;
    left -= kept;
    // Of one that began in a line above only what follows its last line break is here.
    const added = (start < bounds.start ? text.slice(text.lastIndexOf('\n') + 1) : text).length;
    if (left < added) {
      // The `await` itself was moved behind what it waits for.
      if (awaitStart !== undefined) return placeOfOffset(source, awaitStart);
      return { line, column: Math.max(start, bounds.start) - bounds.start + 1 };
    }
    // V8 gives a call of an imported function, `(0,$mn[0].f)()`, the place of the parenthesis behind it.
    if (left === added && /^;?\(0,/.test(text)) return { line, column: start - bounds.start + 1 };
    left -= added;
    position = Math.max(position, end, start);
  }
  return { line, column: position - bounds.start + left + 1 };
}
