import type { LineInterface } from '../../builtins/readline/line-interface.ts';
import { displayWidth, stripEscapes } from '../../inspect/text-layout.ts';

interface Position {
  rows: number;
  cols: number;
}

export const screen = {
  clearBelow: '\u001b[0J',
  to: (column: number, row?: number) => (row === undefined ? `\u001b[${column + 1}G` : `\u001b[${row + 1};${column + 1}H`),
  by: (columns: number, rows: number) => {
    const across = columns < 0 ? `\u001b[${-columns}D` : columns > 0 ? `\u001b[${columns}C` : '';
    const down = rows < 0 ? `\u001b[${-rows}A` : rows > 0 ? `\u001b[${rows}B` : '';
    return across + down;
  },
};

function write(lines: LineInterface, text: string): void {
  if (text !== '') lines.output?.write(text);
}

/** Returns the position of the cursor after a text on the terminal. */
export function displayPosition(lines: LineInterface, text: string): Position {
  const { columns, tabSize } = lines;
  let offset = 0;
  let rows = 0;
  for (const character of stripEscapes(text)) {
    if (character === '\n') {
      rows += Math.ceil(offset / columns) || 1;
      offset = 0;
    } else if (character === '\t') offset += tabSize - (offset % tabSize);
    else {
      const width = displayWidth(character);
      // A wide character cannot start in the last column.
      if (width === 2 && (offset + 1) % columns === 0) offset++;
      offset += width;
    }
  }
  const cols = offset % columns;
  rows += (offset - cols) / columns;
  return { cols, rows: Number.isNaN(rows) ? 0 : rows };
}

export function refresh(lines: LineInterface): void {
  const text = lines._prompt + lines.line;
  const end = displayPosition(lines, text);
  const cursor = lines.getCursorPos();
  if (lines.prevRows > 0) write(lines, screen.by(0, -lines.prevRows));
  write(lines, screen.to(0));
  write(lines, screen.clearBelow);
  lines._writeToOutput(text);
  // Makes the terminal move to the next line.
  if (end.cols === 0) lines._writeToOutput(' ');
  write(lines, screen.to(cursor.cols));
  if (end.rows > cursor.rows) write(lines, screen.by(0, cursor.rows - end.rows));
  lines.prevRows = cursor.rows;
}

export function move(lines: LineInterface, by: number): void {
  if (by === 0) return;
  const before = lines.getCursorPos();
  lines.cursor = Math.max(0, Math.min(lines.line.length, lines.cursor + by));
  const after = lines.getCursorPos();
  if (before.rows === after.rows) write(lines, screen.by(after.cols - before.cols, 0));
  else lines._refreshLine();
}

export function clearLine(lines: LineInterface): void {
  lines._moveCursor(Number.POSITIVE_INFINITY);
  lines._writeToOutput('\r\n');
  lines.line = '';
  lines.cursor = 0;
  lines.prevRows = 0;
}
