/** A function is asked when everything has been seen. */
type EditText = string | (() => string);

/** `start, removed, text` of one replacement after the other, in order. JSON: it is kept between processes. */
export type EditList = (number | string)[];

type Visit = (start: number, removed: string, text: string) => void;

export function forEachEdit(edits: EditList, visit: Visit): void {
  // A list is made of such triples.
  for (let index = 0; index < edits.length; index += 3) visit(...(edits.slice(index, index + 3) as [number, string, string]));
}

export function applyEdits(source: string, edits: EditList): string {
  const pieces: string[] = [];
  let position = 0;
  forEachEdit(edits, (start, removed, text) => {
    pieces.push(source.slice(position, start), text);
    position = start + removed.length;
  });
  pieces.push(source.slice(position));
  return pieces.join('');
}

/** The source that was edited, out of what it has become. */
export function undoEdits(edited: string, edits: EditList): string {
  const pieces: string[] = [];
  let position = 0;
  /** How far the edited text is ahead. */
  let shift = 0;
  forEachEdit(edits, (start, removed, text) => {
    pieces.push(edited.slice(position, start + shift), removed);
    shift += text.length - removed.length;
    position = start + removed.length + shift;
  });
  pieces.push(edited.slice(position));
  return pieces.join('');
}

const nameCharacter = /[\w$\u0080-\uffff]/;

/** Replacements in a source text, gathered in any order; none may lie across another. */
export class SourceEdits {
  /** At one place: what closes what ends there, from the inside out, then all else. */
  readonly #edits: { start: number; end: number; text: EditText; rank: number; order: number }[] = [];

  constructor(private readonly source: string) {}

  replace(start: number, end: number, text: EditText): void {
    this.#edits.push({ start, end, text, rank: 2, order: this.#edits.length });
  }

  /** Behind what ends at `position`. What is around others closes after them, or is a `statement` that is closed before they are looked into. */
  close(position: number, text: EditText, kind: 'inner' | 'statement' = 'inner'): void {
    this.#edits.push({ start: position, end: position, text, rank: kind === 'inner' ? 0 : 1, order: this.#edits.length });
  }

  /** Takes the text away but leaves its line breaks, so that the lines below keep their numbers. */
  remove(start: number, end: number, replacement = ''): void {
    const lineBreaks = this.source.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, '');
    this.replace(start, end, replacement + lineBreaks);
  }

  list(): EditList {
    const sorted = [...this.#edits].sort((a, b) => a.start - b.start || a.rank - b.rank || a.order - b.order);
    const list: EditList = [];
    let position = 0;
    let last = '';
    for (const { start, end, text } of sorted) {
      if (start > position) last = this.source.charAt(start - 1);
      const plain = typeof text === 'string' ? text : text();
      // `of(0,a)(b)` has no space that would keep a name in front of the parenthesis off `of`.
      const spaced = nameCharacter.test(last) && nameCharacter.test(plain.charAt(0)) ? ` ${plain}` : plain;
      if (spaced !== '') last = spaced.charAt(spaced.length - 1);
      else if (end > start) last = '';
      position = Math.max(position, end);
      if (spaced !== '' || end > start) list.push(start, this.source.slice(start, end), spaced);
    }
    return list;
  }
}
