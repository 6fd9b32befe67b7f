import type { IBuffer, IBufferCellPosition } from '@xterm/xterm';

/** A line that may be wrapped to several rows. */
interface FoldedLine {
  /** Its first row, from zero. */
  first: number;
  text: string;
  /** The position of each of its characters, from one. */
  places: readonly IBufferCellPosition[];
}

/** The most rows before and after the requested one. */
const MOST_ROWS = 12;

/** Returns the line that contains a row, up to a limited number of rows. */
export function foldedLine(buffer: IBuffer, row: number): FoldedLine {
  let first = row;
  while (first > 0 && row - first < MOST_ROWS && buffer.getLine(first)?.isWrapped) first--;
  let last = row;
  while (last - row < MOST_ROWS && buffer.getLine(last + 1)?.isWrapped) last++;
  let text = '';
  const places: IBufferCellPosition[] = [];
  for (let y = first; y <= last; y++) {
    const line = buffer.getLine(y);
    for (let x = 0; line !== undefined && x < line.length; x++) {
      const cell = line.getCell(x);
      // The second half of a wide character.
      if (cell === undefined || cell.getWidth() === 0) continue;
      const characters = cell.getChars() || ' ';
      text += characters;
      for (let unit = 0; unit < characters.length; unit++) places.push({ x: x + 1, y: y + 1 });
    }
  }
  return { first, text, places };
}
