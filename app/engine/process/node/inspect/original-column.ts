import type { EditList } from '../loader/source-edits.ts';

/** Where in a line of the source a column of the rewritten line comes from. Rewriting keeps lines; both count from 1. */
export function originalColumn(source: string, edits: EditList, line: number, column: number): number {
  let lineStart = 0;
  for (let count = 1; count < line; count++) {
    const end = source.indexOf('\n', lineStart);
    if (end === -1) return column;
    lineStart = end + 1;
  }
  const lineBreak = source.indexOf('\n', lineStart);
  const lineEnd = lineBreak === -1 ? source.length : lineBreak;
  let position = lineStart;
  let left = column - 1;
  for (let index = 0; index < edits.length; index += 3) {
    // A list is made of triples of these.
    const [start, end, text] = edits.slice(index, index + 3) as [number, number, string];
    if (end < lineStart || start > lineEnd) continue;
    const kept = Math.max(0, start - position);
    if (left < kept) break;
    left -= kept;
    // Of one that began in a line above only what follows its last line break stands here.
    const added = (start < lineStart ? text.slice(text.lastIndexOf('\n') + 1) : text).length;
    if (left < added) return Math.max(start, lineStart) - lineStart + 1;
    // V8 gives a call of an imported function, `(0,$mn[0].f)()`, the place of the parenthesis behind it.
    if (left === added && /^;?\(0,/.test(text)) return start - lineStart + 1;
    left -= added;
    position = Math.max(position, end, start);
  }
  return position - lineStart + left + 1;
}
