import type { TextPart } from './types.ts';

/** The size of the agent's terminal, also assumed if an output moves the cursor. */
export const TERMINAL_SIZE = { columns: 120, rows: 30 };

// Matches CSI with its parameters and final character, OSC (ended by BEL or ST), the string escapes, other escapes with their final
// character; then a control character, a line end, or a run of printed characters.
const TOKEN =
  /\u001b(?:\[(?<parameters>[0-?]*)[ -/]*(?<csi>[@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*(?<escape>[0-~]))|[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u0008\u000a-\u001f\u007f]+/g;
/** Codes that move the cursor between lines. Only with these does the terminal's width matter, because the program counts rows. */
const MOVES_BETWEEN_LINES = /\u001b(?:\[[0-?]*[A-FHJPXdf]|\[1K|\[\?(?:1049|1047|47)[hl]|[78Mc])/;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Final characters of sequences that do not move the cursor: erasing, colours, modes. */
const STAYS_BEHIND_EDGE: ReadonlySet<string> = new Set('JKmhl');

const MOVES: ReadonlySet<string> = new Set('ABCDEFGHdf');

const SPACE = 0x20;
/** Marks a cell as written to standard error. Larger than any character code. */
const ERROR = 0x1_0000;

export interface ScreenText {
  text: string;
  /** The parts of `text` that were written to standard error. */
  errorParts: TextPart[];
}

/**
 * Returns the text that a terminal shows at the end of an output, including everything that has scrolled out: overwritten and cleared text
 * is gone, and so are colours and titles. `errorParts` are the parts of `output`, in order. A cell is one UTF-16 code unit.
 */
export function screenText(output: string, errorParts: readonly TextPart[] = []): ScreenText {
  const screen = new Screen(MOVES_BETWEEN_LINES.test(output) ? TERMINAL_SIZE.columns : Number.POSITIVE_INFINITY);
  let part = 0;
  const print = (text: string, at: number): void => {
    for (let from = at; from < at + text.length; ) {
      while ((errorParts[part]?.to ?? Number.POSITIVE_INFINITY) <= from) part++;
      const next = errorParts[part];
      const isError = next !== undefined && next.from <= from;
      const to = Math.min(at + text.length, next === undefined ? Number.POSITIVE_INFINITY : isError ? next.to : next.from);
      screen.print(output, from, to, isError ? ERROR : 0);
      from = to;
    }
  };
  for (const { 0: token, index, groups } of output.matchAll(TOKEN)) {
    if (groups?.csi !== undefined) screen.control(groups.csi, groups.parameters ?? '');
    else if (groups?.escape !== undefined) screen.escape(groups.escape);
    else if (token === '\n') {
      while ((errorParts[part]?.to ?? Number.POSITIVE_INFINITY) <= index) part++;
      screen.lineFeed((errorParts[part]?.from ?? Number.POSITIVE_INFINITY) <= index ? ERROR : 0);
    } else if (token === '\r') screen.column = 0;
    else if (token === '\b') screen.control('D', '');
    else if (token.charCodeAt(0) >= SPACE || token.startsWith('\t')) print(token, index);
  }
  return screen.text();
}

interface Row {
  /** Character codes, each with the mark of its stream. */
  cells: number[];
  /** It continues the previous row, which was full. */
  isWrapped: boolean;
  /** The mark of the line end after it. */
  lineEnd: number;
}

interface Position {
  row: number;
  column: number;
}

class Screen {
  column = 0;
  #row = 0;
  #rows: Row[] = [emptyRow()];
  /** The first row that is still on the screen; earlier ones have scrolled out. */
  #top = 0;
  #saved: Position = { row: 0, column: 0 };
  /** The state of the main screen while a program uses the alternate one. */
  #main: { rows: Row[]; top: number; position: Position } | null = null;
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  print(source: string, from: number, to: number, mark: number): void {
    for (let at = from; at < to; at++) {
      if (this.column >= this.#columns) this.#wrap();
      const { cells } = this.#current();
      while (cells.length < this.column) cells.push(SPACE | mark);
      cells[this.column] = source.charCodeAt(at) | mark;
      this.column += 1;
    }
  }

  lineFeed(mark: number): void {
    this.#current().lineEnd = mark;
    this.#down();
    this.#current().isWrapped = false;
    this.column = 0;
  }

  escape(final: string): void {
    switch (final) {
      case '7':
        this.#saved = this.#position();
        return;
      case '8':
        this.#place(this.#saved);
        return;
      case 'M':
        this.#moveTo(this.#row - 1);
        return;
      case 'c':
        this.#clear(this.#top, this.#bottom());
        this.#place({ row: this.#top, column: 0 });
        return;
    }
  }

  control(final: string, parameters: string): void {
    const [first = 0, second = 0] = parameters.split(';').map((text) => Number.parseInt(text, 10) || 0);
    // After the last column, the cursor is still in it until the next character is printed.
    if (!STAYS_BEHIND_EDGE.has(final)) this.column = Math.min(this.column, this.#columns - 1);
    if (MOVES.has(final)) this.#move(final, Math.max(1, first), Math.max(1, second));
    else if (final === 's') this.#saved = this.#position();
    else if (final === 'u') this.#place(this.#saved);
    else if (final === 'h' || final === 'l') {
      if (/^\?(?:1049|1047|47)$/.test(parameters)) this.#switch(final === 'h');
    } else this.#erase(final, first);
  }

  text(): ScreenText {
    if (this.#main === null) return textOf(this.#rows, this.#row);
    // The output ended on the alternate screen: the main screen is included, so that nothing is lost.
    const { rows, position } = this.#main;
    return textOf([...rows.slice(0, position.row + 1), ...this.#rows], position.row + 1 + this.#row);
  }

  #move(final: string, count: number, second: number): void {
    switch (final) {
      case 'A':
      case 'F':
        this.#moveTo(this.#row - count);
        break;
      case 'B':
      case 'E':
        this.#moveTo(this.#row + count);
        break;
      case 'C':
        this.#moveAcross(this.column + count);
        break;
      case 'D':
        this.#moveAcross(this.column - count);
        break;
      case 'G':
        this.#moveAcross(count - 1);
        break;
      default:
        this.#moveTo(this.#top + count - 1);
    }
    if (final === 'E' || final === 'F') this.column = 0;
    if (final === 'H' || final === 'f') this.#moveAcross(second - 1);
  }

  #erase(final: string, first: number): void {
    const { cells } = this.#current();
    const count = Math.max(1, first);
    if (final === 'J') this.#eraseScreen(first);
    if (final === 'K') this.#eraseLine(first);
    if (final === 'P') cells.splice(this.column, count);
    if (final === 'X') this.#blank(this.column, Math.min(this.column + count, cells.length));
  }

  #current(): Row {
    let row = this.#rows[this.#row];
    while (row === undefined) {
      this.#rows.push(emptyRow());
      row = this.#rows[this.#row];
    }
    return row;
  }

  #wrap(): void {
    this.#down();
    this.#current().isWrapped = true;
    this.column = 0;
  }

  #down(): void {
    this.#row += 1;
    this.#current();
    this.#top = Math.max(this.#top, this.#rows.length - TERMINAL_SIZE.rows);
  }

  #bottom(): number {
    return this.#top + TERMINAL_SIZE.rows - 1;
  }

  #position(): Position {
    return { row: this.#row, column: this.column };
  }

  #place({ row, column }: Position): void {
    this.#moveTo(row);
    this.#moveAcross(column);
  }

  #moveTo(row: number): void {
    this.#row = Math.min(Math.max(row, this.#top), this.#bottom());
    // Creates the row, so that the screen scrolls as a terminal would.
    this.#current();
  }

  #moveAcross(column: number): void {
    const edge = Math.min(this.#columns, Math.max(TERMINAL_SIZE.columns, this.#current().cells.length));
    this.column = Math.min(Math.max(column, 0), edge - 1);
  }

  #eraseScreen(mode: number): void {
    if (mode === 3) {
      this.#forgetScrolled();
      return;
    }
    this.#eraseLine(mode);
    if (mode === 1) this.#current().isWrapped = false;
    this.#clear(mode === 0 ? this.#row + 1 : this.#top, mode === 1 ? this.#row - 1 : this.#bottom());
  }

  #eraseLine(mode: number): void {
    const row = this.#current();
    if (mode === 0) row.cells.length = Math.min(row.cells.length, this.column);
    if (mode === 1) this.#blank(0, Math.min(this.column + 1, row.cells.length));
    if (mode === 2) row.cells = [];
    if (mode === 2 || (mode === 0 && this.column === 0)) row.isWrapped = false;
  }

  #blank(from: number, to: number): void {
    this.#current().cells.fill(SPACE, from, to);
  }

  #clear(from: number, to: number): void {
    for (let at = from; at <= to && at < this.#rows.length; at++) this.#rows[at] = emptyRow();
  }

  #forgetScrolled(): void {
    this.#rows.splice(0, this.#top);
    this.#row -= this.#top;
    this.#saved.row = Math.max(0, this.#saved.row - this.#top);
    this.#top = 0;
  }

  #switch(isOther: boolean): void {
    if (isOther === (this.#main !== null)) return;
    if (this.#main === null) {
      this.#main = { rows: this.#rows, top: this.#top, position: this.#position() };
      this.#rows = [emptyRow()];
      this.#top = 0;
      this.#row = 0;
      return;
    }
    const { rows, top, position } = this.#main;
    this.#main = null;
    this.#rows = rows;
    this.#top = top;
    this.#place(position);
  }
}

function emptyRow(): Row {
  return { cells: [], isWrapped: false, lineEnd: 0 };
}

/** Ends with the last row that has text, or the cursor's row if that is lower: rows below were only cleared. */
function textOf(rows: readonly Row[], cursorRow: number): ScreenText {
  let end = rows.length - 1;
  while (end > cursorRow && rows[end]?.cells.length === 0) end--;
  const cells: number[] = [];
  for (const [at, row] of rows.slice(0, end + 1).entries()) {
    for (const cell of row.cells) cells.push(cell);
    const isContinued = rows[at + 1]?.isWrapped === true;
    // If the line continues in the next row, erased cells are spaces.
    for (let column = row.cells.length; isContinued && column < TERMINAL_SIZE.columns; column++) cells.push(SPACE);
    if (at < end && !isContinued) cells.push(0x0a | row.lineEnd);
  }
  return { text: charactersOf(cells).replace(LONE_SURROGATE, '\ufffd'), errorParts: errorPartsOf(cells) };
}

/** Limit of arguments per call: more could overflow the stack. */
const CHUNK = 8_192;

function charactersOf(cells: readonly number[]): string {
  let text = '';
  for (let at = 0; at < cells.length; at += CHUNK) text += String.fromCharCode(...cells.slice(at, at + CHUNK).map((cell) => cell & 0xffff));
  return text;
}

function errorPartsOf(cells: readonly number[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = -1;
  for (let at = 0; at <= cells.length; at++) {
    const isError = ((cells[at] ?? 0) & ERROR) !== 0;
    if (isError && from === -1) from = at;
    if (isError || from === -1) continue;
    parts.push({ from, to: at });
    from = -1;
  }
  return parts;
}
