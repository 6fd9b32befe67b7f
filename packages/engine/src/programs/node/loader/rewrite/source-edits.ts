/** A function is asked when everything has been seen. */
type EditText = string | (() => string);

/** `start, end, text` of one replacement after the other, in order. JSON: it is kept between processes. */
export type EditList = (number | string)[];

export function applyEdits(source: string, edits: EditList): string {
  const pieces: string[] = [];
  let position = 0;
  for (let index = 0; index < edits.length; index += 3) {
    // A list is made of such triples.
    const [start, end, text] = edits.slice(index, index + 3) as [number, number, string];
    pieces.push(source.slice(position, start), text);
    position = Math.max(position, end);
  }
  pieces.push(source.slice(position));
  return pieces.join('');
}

/** Replacements in a source text, gathered in any order. */
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

  list(): EditList {
    const sorted = [...this.#edits].sort((a, b) => a.start - b.start || a.order - b.order);
    return sorted.flatMap(({ start, end, text }) => [start, end, typeof text === 'string' ? text : text()]);
  }
}
