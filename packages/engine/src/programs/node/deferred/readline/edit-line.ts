import type { LineInterface } from '../../builtins/readline/line-interface.ts';

const MOST_UNDONE = 2048;
const MOST_KILLED = 32;

/** Returns the length of the character before the cursor: two code units for a surrogate pair. */
export function lengthBefore({ line, cursor }: LineInterface): number {
  if (cursor <= 0) return 0;
  const isPair = cursor > 1 && (line.codePointAt(cursor - 2) ?? 0) > 0xffff;
  return isPair ? 2 : 1;
}

export function lengthAfter({ line, cursor }: LineInterface): number {
  // At the end of the line, a length of one does not move the cursor.
  return (line.codePointAt(cursor) ?? 0) > 0xffff ? 2 : 1;
}

export function remember(lines: LineInterface): void {
  if (lines._undoStack.push({ text: lines.line, cursor: lines.cursor }) > MOST_UNDONE) lines._undoStack.shift();
}

function restore(lines: LineInterface, from: LineInterface['_undoStack'], to: LineInterface['_undoStack']): void {
  const entry = from.pop();
  if (entry === undefined) return;
  to.push({ text: lines.line, cursor: lines.cursor });
  lines.line = entry.text;
  lines.cursor = entry.cursor;
  lines._refreshLine();
}

export const undo = (lines: LineInterface): void => restore(lines, lines._undoStack, lines._redoStack);
export const redo = (lines: LineInterface): void => restore(lines, lines._redoStack, lines._undoStack);

export function insert(lines: LineInterface, text: string): void {
  remember(lines);
  const isAtEnd = lines.cursor >= lines.line.length;
  const before = isAtEnd ? lines.getCursorPos() : null;
  lines.line = lines.line.slice(0, lines.cursor) + text + lines.line.slice(lines.cursor);
  lines.cursor += text.length;
  const isMoved = before === null || before.rows < lines.getCursorPos().rows;
  // For pasted text, only the last character redraws the line.
  if (isMoved && lines.isCompletionEnabled) lines._refreshLine();
  else lines._writeToOutput(text);
}

/** Deletes `line[from, to)`. */
function cut(lines: LineInterface, from: number, to: number, isKept: boolean): void {
  if (from >= to && !isKept) return;
  remember(lines);
  const text = lines.line.slice(from, to);
  lines.line = lines.line.slice(0, from) + lines.line.slice(to);
  lines.cursor = from;
  lines._refreshLine();
  if (!isKept || text === '' || text === lines._killRing[0]) return;
  lines._killRing.unshift(text);
  lines._killRingCursor = 0;
  if (lines._killRing.length > MOST_KILLED) lines._killRing.pop();
}

/** Returns the length of the match of `pattern` in `text`. */
function lengthOf(text: string, pattern: RegExp): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

const wordBefore = ({ line, cursor }: LineInterface) => lengthOf(reversed(line.slice(0, cursor)), /^\s*(?:[^\w\s]+|\w+)?/);
const wordAfter = ({ line, cursor }: LineInterface, pattern: RegExp) => lengthOf(line.slice(cursor), pattern);

export function wordLeft(lines: LineInterface): void {
  if (lines.cursor > 0) lines._moveCursor(-wordBefore(lines));
}
export function wordRight(lines: LineInterface): void {
  if (lines.cursor < lines.line.length) lines._moveCursor(wordAfter(lines, /^(?:\s+|[^\w\s]+|\w+)\s*/));
}
export function deleteLeft(lines: LineInterface): void {
  if (lines.cursor > 0 && lines.line.length > 0) cut(lines, lines.cursor - lengthBefore(lines), lines.cursor, false);
}
export function deleteRight(lines: LineInterface): void {
  if (lines.cursor < lines.line.length) cut(lines, lines.cursor, lines.cursor + lengthAfter(lines), false);
}
export function deleteWordLeft(lines: LineInterface): void {
  cut(lines, lines.cursor - wordBefore(lines), lines.cursor, false);
}
export function deleteWordRight(lines: LineInterface): void {
  cut(lines, lines.cursor, lines.cursor + wordAfter(lines, /^(?:\s+|\W+|\w+)\s*/), false);
}
export function deleteLineLeft(lines: LineInterface): void {
  cut(lines, 0, lines.cursor, true);
}
export function deleteLineRight(lines: LineInterface): void {
  cut(lines, lines.cursor, lines.line.length, true);
}

export function yank(lines: LineInterface): void {
  const text = lines._killRing[lines._killRingCursor];
  if (text === undefined) return;
  lines._isYanking = true;
  lines._insertString(text);
}

/** Replaces the yanked text with the previous entry of the kill ring. */
export function yankNext(lines: LineInterface): void {
  const { _killRing: ring, _killRingCursor: index } = lines;
  if (!lines._isYanking || ring.length <= 1) return;
  const former = ring[index] ?? '';
  lines._killRingCursor = (index + 1) % ring.length;
  const text = ring[lines._killRingCursor] ?? '';
  const head = lines.line.slice(0, lines.cursor - former.length);
  lines.line = head + text + lines.line.slice(lines.cursor);
  lines.cursor = head.length + text.length;
  lines._refreshLine();
}
