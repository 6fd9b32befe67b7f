/** A function is asked when everything has been seen. */
type EditText = string | (() => string);

/** Replacements in a source text, gathered in any order and applied once. */
export class SourceEdits {
  readonly #edits: { start: number; end: number; text: EditText; order: number }[] = [];

  constructor(private readonly source: string) {}

  replace(start: number, end: number, text: EditText): void {
    this.#edits.push({ start, end, text, order: this.#edits.length });
  }

  /** Takes the text away but leaves its line breaks, so that the lines below keep their numbers. */
  remove(start: number, end: number, replacement = ''): void {
    const lineBreaks = this.source.slice(start, end).replace(/[^\n]/g, '');
    this.replace(start, end, replacement + lineBreaks);
  }

  apply(): string {
    const sorted = [...this.#edits].sort((a, b) => a.start - b.start || a.order - b.order);
    const pieces: string[] = [];
    let position = 0;
    for (const edit of sorted) {
      pieces.push(this.source.slice(position, edit.start), typeof edit.text === 'string' ? edit.text : edit.text());
      position = Math.max(position, edit.end);
    }
    pieces.push(this.source.slice(position));
    return pieces.join('');
  }
}
