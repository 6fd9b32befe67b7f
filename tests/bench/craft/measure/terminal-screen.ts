/** A control sequence (`ESC [ … letter`), an operating system command (`ESC ] … BEL`), or an escape of two characters. */
const ESCAPE = /\u001b\[([0-9;?]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_=>78]/y;

export function withoutEscapes(text: string): string {
  return text.replaceAll(new RegExp(ESCAPE.source, 'g'), '');
}

/**
 * The text that a terminal would show at the end, without its colours: overwritten lines are there once. It scrolls without end and wraps no line, so that
 * nothing is lost which was not overwritten.
 */
export function terminalScreen(text: string): string {
  const screen = new Screen();
  for (let index = 0; index < text.length; ) {
    ESCAPE.lastIndex = index;
    const sequence = ESCAPE.exec(text);
    if (sequence === null) {
      screen.put(text[index] ?? '');
      index += 1;
    } else {
      const [whole, given = '', letter = ''] = sequence;
      screen.control(letter, Number.parseInt(given, 10) || 0);
      index += whole.length;
    }
  }
  return screen.text();
}

class Screen {
  readonly #lines: string[][] = [[]];
  #row = 0;
  #column = 0;

  put(character: string): void {
    if (character === '\n') {
      this.#row += 1;
      this.#column = 0;
    } else if (character === '\r') this.#column = 0;
    else if (character === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (character >= ' ' || character === '\t') this.#write(character);
    this.#line();
  }

  /** `count` is 0 where the sequence gives none. */
  control(letter: string, count: number): void {
    const distance = Math.max(1, count);
    if (letter === 'A' || letter === 'F') this.#row = Math.max(0, this.#row - distance);
    else if (letter === 'B' || letter === 'E') this.#row += distance;
    else if (letter === 'C') this.#column += distance;
    else if (letter === 'D') this.#column = Math.max(0, this.#column - distance);
    else if (letter === 'G') this.#column = distance - 1;
    else if (letter === 'H') this.#row = 0;
    else if (letter === 'K') this.#eraseInLine(count);
    else if (letter === 'J') this.#eraseBelow(count);
    if ('EFH'.includes(letter)) this.#column = 0;
  }

  text(): string {
    return this.#lines.map((cells) => cells.join('')).join('\n');
  }

  #line(): string[] {
    while (this.#lines.length <= this.#row) this.#lines.push([]);
    return this.#lines[this.#row] ?? [];
  }

  #write(character: string): void {
    const cells = this.#line();
    while (cells.length < this.#column) cells.push(' ');
    cells[this.#column] = character;
    this.#column += 1;
  }

  #eraseInLine(mode: number): void {
    const cells = this.#line();
    if (mode === 0) cells.length = Math.min(cells.length, this.#column);
    else if (mode === 1) cells.fill(' ', 0, this.#column + 1);
    else cells.length = 0;
  }

  #eraseBelow(mode: number): void {
    if (mode >= 2) {
      this.#lines.length = 0;
      return;
    }
    this.#eraseInLine(0);
    this.#lines.length = this.#row + 1;
  }
}
