/** The line being typed and the cursor position, in whole characters. */
export class LineBuffer {
  #characters: string[] = [];
  #cursor = 0;
  #killed: string[] = [];

  get text(): string {
    return this.#characters.join('');
  }

  get cursor(): number {
    return this.#cursor;
  }

  get beforeCursor(): string {
    return this.#characters.slice(0, this.#cursor).join('');
  }

  get isEmpty(): boolean {
    return this.#characters.length === 0;
  }

  set(text: string): void {
    this.#characters = [...text];
    this.#cursor = this.#characters.length;
  }

  insert(text: string): void {
    const added = [...text];
    this.#characters.splice(this.#cursor, 0, ...added);
    this.#cursor += added.length;
  }

  moveTo(position: number): void {
    this.#cursor = Math.max(0, Math.min(position, this.#characters.length));
  }

  moveBy(count: number): void {
    this.moveTo(this.#cursor + count);
  }

  moveToEnd(): void {
    this.#cursor = this.#characters.length;
  }

  wordLeft(): number {
    let position = this.#cursor;
    while (position > 0 && !isWordCharacter(this.#characters[position - 1])) position -= 1;
    while (position > 0 && isWordCharacter(this.#characters[position - 1])) position -= 1;
    return position;
  }

  wordRight(): number {
    let position = this.#cursor;
    while (position < this.#characters.length && !isWordCharacter(this.#characters[position])) position += 1;
    while (position < this.#characters.length && isWordCharacter(this.#characters[position])) position += 1;
    return position;
  }

  deleteBefore(): void {
    if (this.#cursor === 0) return;
    this.#cursor -= 1;
    this.#characters.splice(this.#cursor, 1);
  }

  deleteAfter(): void {
    this.#characters.splice(this.#cursor, 1);
  }

  killToEnd(): void {
    this.#killed = this.#characters.splice(this.#cursor);
  }

  killToStart(): void {
    this.#killed = this.#characters.splice(0, this.#cursor);
    this.#cursor = 0;
  }

  /** Deletes back to the last blank (Ctrl-W). */
  killWord(): void {
    let start = this.#cursor;
    while (start > 0 && this.#characters[start - 1] === ' ') start -= 1;
    while (start > 0 && this.#characters[start - 1] !== ' ') start -= 1;
    this.#killed = this.#characters.splice(start, this.#cursor - start);
    this.#cursor = start;
  }

  yank(): void {
    this.insert(this.#killed.join(''));
  }

  transpose(): void {
    const right = Math.min(Math.max(this.#cursor, 1), this.#characters.length - 1);
    const [left = '', after = ''] = this.#characters.slice(right - 1, right + 1);
    if (this.#characters.length < 2) return;
    this.#characters.splice(right - 1, 2, after, left);
    this.moveTo(right + 1);
  }
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
