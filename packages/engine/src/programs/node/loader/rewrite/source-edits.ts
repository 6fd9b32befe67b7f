/** A function is called after the whole source has been visited. */
type EditText = string | (() => string);

/** Triples of `start, removed, text`, in order. Must be JSON, because it is stored between processes. */
export type EditList = (number | string)[];

type Visit = (start: number, removed: string, text: string) => void;

export function forEachEdit(edits: EditList, visit: Visit): void {
  // A list consists of such triples.
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

/** Restores the source from the edited text. */
export function undoEdits(edited: string, edits: EditList): string {
  const pieces: string[] = [];
  let position = 0;
  /** The offset of the edited text relative to the source. */
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

/** Replacements in a source text, added in any order; they must not overlap. */
export class SourceEdits {
  /** At one position, closing texts come first, from the inside out, then all other edits. */
  readonly #edits: { start: number; end: number; text: EditText; rank: number; order: number }[] = [];

  constructor(private readonly source: string) {}

  replace(start: number, end: number, text: EditText): void {
    this.#edits.push({ start, end, text, rank: 2, order: this.#edits.length });
  }

  /**
   * Inserts text after what ends at `position`. An outer construct must be closed after the inner ones, or be a `statement`, which is
   * closed before its parts are visited.
   */
  close(position: number, text: EditText, kind: 'inner' | 'statement' = 'inner'): void {
    this.#edits.push({ start: position, end: position, text, rank: kind === 'inner' ? 0 : 1, order: this.#edits.length });
  }

  /** Removes the text but keeps its line breaks, so that the lines below keep their numbers. */
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
      // `of(0,a)(b)` has no space to separate `of` from a name that replaces the parenthesis.
      const spaced = nameCharacter.test(last) && nameCharacter.test(plain.charAt(0)) ? ` ${plain}` : plain;
      if (spaced !== '') last = spaced.charAt(spaced.length - 1);
      else if (end > start) last = '';
      position = Math.max(position, end);
      if (spaced !== '' || end > start) list.push(start, this.source.slice(start, end), spaced);
    }
    return list;
  }
}
