import { escapePattern } from '../../text/glob-pattern.ts';

/** A piece of an expanded word. Quoted pieces are excluded from globbing and tilde expansion. */
export interface Piece {
  text: string;
  isQuoted: boolean;
}

export type Field = Piece[];

/**
 * Collects the results of a word's expansions and splits them into fields. `isSplitting` is false where the shell does not split
 * (assignments, `case` words, redirection targets).
 */
export class FieldBuilder {
  readonly fields: Field[] = [];
  readonly #isSplitting: boolean;
  readonly #whitespace: string;
  readonly #separators: string;
  #current: Field | null = null;
  #isAfterWhitespace = false;

  constructor(isSplitting: boolean, fieldSeparators: string) {
    this.#isSplitting = isSplitting;
    this.#whitespace = [...fieldSeparators].filter((character) => ' \t\n'.includes(character)).join('');
    this.#separators = [...fieldSeparators].filter((character) => !' \t\n'.includes(character)).join('');
  }

  addQuoted(text: string): void {
    this.#append(text, true);
  }

  addLiteral(text: string): void {
    if (text !== '') this.#append(text, false);
  }

  /** Adds the result of an unquoted expansion, split at the separators. */
  addExpansion(text: string): void {
    if (!this.#isSplitting || (this.#whitespace === '' && this.#separators === '')) {
      this.addLiteral(text);
      return;
    }
    let run = '';
    for (const character of text) {
      const isWhitespace = this.#whitespace.includes(character);
      if (!isWhitespace && !this.#separators.includes(character)) {
        run += character;
        continue;
      }
      this.addLiteral(run);
      run = '';
      this.#separate(isWhitespace);
    }
    this.addLiteral(run);
  }

  /** Ends the current field, as between the elements of `"$@"`. */
  breakField(): void {
    if (this.#current !== null) this.fields.push(this.#current);
    this.#current = null;
  }

  finish(): Field[] {
    this.breakField();
    return this.fields;
  }

  // Whitespace around another separator belongs to that separator: `a : b` with IFS=' :' is two fields.
  #separate(isWhitespace: boolean): void {
    if (isWhitespace) {
      if (this.#current === null) return;
      this.breakField();
      this.#isAfterWhitespace = true;
      return;
    }
    if (this.#current === null && this.#isAfterWhitespace) {
      this.#isAfterWhitespace = false;
      return;
    }
    this.#current ??= [];
    this.breakField();
  }

  #append(text: string, isQuoted: boolean): void {
    this.#isAfterWhitespace = false;
    this.#current ??= [];
    const last = this.#current.at(-1);
    if (last !== undefined && last.isQuoted === isQuoted) last.text += text;
    else this.#current.push({ text, isQuoted });
  }
}

export function fieldText(field: Field): string {
  return field.map((piece) => piece.text).join('');
}

/** Returns the field as a shell pattern in which quoted characters are literal. */
export function fieldPattern(field: Field): string {
  return field.map((piece) => (piece.isQuoted ? escapePattern(piece.text) : piece.text)).join('');
}
