import { breakLines, type FormattedWord, wordOf } from './break-lines.ts';

interface FormatterParts {
  text: string;
  width: number;
  goal: number;
  /** How a paragraph's lines are indented and which lines belong to it: `-s`, `-c`, `-t`. */
  margins: 'same' | 'split' | 'crown' | 'tagged';
  isUniform: boolean;
  /** Only lines that begin with it are formatted. */
  prefix: string;
}

const TAB = 8;

/** The second indent of a tagged paragraph that has only one line. */
const DEFAULT_INDENT = 3;

/** Implements GNU `fmt` step by step: the next character read is always the first after a line's blanks (and prefix). */
export class Formatter {
  readonly #parts: FormatterParts;
  readonly #text: string;
  readonly #prefix: string;
  readonly #prefixLead: number;
  /** Including the blanks at its end. */
  readonly #prefixFull: number;
  #output = '';
  #outColumn = 0;
  #index = 0;
  #column = 0;
  #hasTabs = false;
  #nextPrefixIndent = 0;
  #prefixIndent = 0;
  #firstIndent = 0;
  #otherIndent = 0;
  #words: FormattedWord[] = [];

  constructor(parts: FormatterParts) {
    this.#parts = parts;
    this.#text = parts.text;
    const bare = parts.prefix.replace(/^ +/, '');
    this.#prefixLead = parts.prefix.length - bare.length;
    this.#prefix = bare.replace(/ +$/, '');
    this.#prefixFull = bare.length;
  }

  format(): string {
    this.#readPrefix();
    while (this.#readParagraph()) this.#writeParagraph();
    return this.#output;
  }

  get #isAtLineEnd(): boolean {
    return this.#index >= this.#text.length || this.#text[this.#index] === '\n';
  }

  get #isTextLine(): boolean {
    return !this.#isAtLineEnd && this.#column >= this.#nextPrefixIndent + this.#prefixFull;
  }

  get #isSameParagraph(): boolean {
    return this.#isTextLine && this.#nextPrefixIndent === this.#prefixIndent;
  }

  #skipBlanks(): void {
    for (; ; this.#index += 1) {
      const character = this.#text[this.#index];
      if (character === ' ') this.#column += 1;
      else if (character === '\t') {
        this.#hasTabs = true;
        this.#column = (Math.floor(this.#column / TAB) + 1) * TAB;
      } else return;
    }
  }

  #readPrefix(): void {
    this.#column = 0;
    this.#skipBlanks();
    if (this.#prefix === '') {
      this.#nextPrefixIndent = Math.min(this.#prefixLead, this.#column);
      return;
    }
    this.#nextPrefixIndent = this.#column;
    for (const character of this.#prefix) {
      if (this.#text[this.#index] !== character) return;
      this.#column += 1;
      this.#index += 1;
    }
    this.#skipBlanks();
  }

  #readParagraph(): boolean {
    while (!this.#isTextLine || this.#nextPrefixIndent < this.#prefixLead) {
      this.#copyRest();
      if (this.#index >= this.#text.length) return false;
      this.#output += '\n';
      this.#index += 1;
      this.#readPrefix();
    }
    const { margins } = this.#parts;
    this.#prefixIndent = this.#nextPrefixIndent;
    this.#firstIndent = this.#column;
    this.#words = [];
    this.#readLine();
    this.#setOtherIndent();
    const isGoingOn = margins !== 'tagged' || this.#column !== this.#firstIndent;
    if (margins !== 'split' && isGoingOn) while (this.#isSameParagraph && this.#column === this.#otherIndent) this.#readLine();
    const last = this.#words.at(-1);
    if (last !== undefined) last.isPeriod = last.isFinal = true;
    return true;
  }

  #setOtherIndent(): void {
    const { margins } = this.#parts;
    if (margins === 'crown' && this.#isSameParagraph) this.#otherIndent = this.#column;
    else if (margins !== 'tagged') this.#otherIndent = this.#firstIndent;
    else if (this.#isSameParagraph && this.#column !== this.#firstIndent) this.#otherIndent = this.#column;
    else if (this.#otherIndent === this.#firstIndent) this.#otherIndent = this.#firstIndent === 0 ? DEFAULT_INDENT : 0;
  }

  /** Copies a line that belongs to no paragraph unchanged. */
  #copyRest(): void {
    const isAtEnd = this.#index >= this.#text.length;
    this.#outColumn = 0;
    if (this.#column > this.#nextPrefixIndent || !this.#isAtLineEnd) {
      this.#space(this.#nextPrefixIndent);
      const shown = this.#prefix.slice(0, Math.max(0, this.#column - this.#outColumn));
      this.#output += shown;
      this.#outColumn += shown.length;
      if (!this.#isAtLineEnd) this.#space(this.#column - this.#outColumn);
      if (isAtEnd && this.#column >= this.#nextPrefixIndent + this.#prefix.length) this.#output += '\n';
    }
    const newline = this.#text.indexOf('\n', this.#index);
    const end = newline === -1 ? this.#text.length : newline;
    this.#output += this.#text.slice(this.#index, end);
    this.#index = end;
  }

  #readLine(): void {
    const blank = /[\s]/g;
    do {
      blank.lastIndex = this.#index + 1;
      const end = blank.exec(this.#text)?.index ?? this.#text.length;
      const text = this.#text.slice(this.#index, end);
      this.#index = end;
      this.#column += text.length;
      const start = this.#column;
      this.#skipBlanks();
      const space = this.#column - start;
      const isAtEnd = this.#index >= this.#text.length;
      const word = wordOf(text);
      word.isFinal = isAtEnd || (word.isPeriod && (this.#isAtLineEnd || space > 1));
      word.space = this.#isAtLineEnd || this.#parts.isUniform ? (word.isFinal ? 2 : 1) : space;
      this.#words.push(word);
    } while (!this.#isAtLineEnd);
    this.#index += 1;
    this.#readPrefix();
  }

  #writeParagraph(): void {
    const { width, goal } = this.#parts;
    const words = this.#words;
    const lines = breakLines(words, { width, goal, firstIndent: this.#firstIndent, otherIndent: this.#otherIndent });
    for (const [number, { from, to }] of lines.entries()) {
      this.#outColumn = 0;
      this.#space(this.#prefixIndent);
      this.#output += this.#prefix;
      this.#outColumn += this.#prefix.length;
      this.#space((number === 0 ? this.#firstIndent : this.#otherIndent) - this.#outColumn);
      for (const [index, { text, space }] of words.slice(from, to).entries()) {
        this.#output += text;
        this.#outColumn += text.length;
        if (from + index < to - 1) this.#space(space);
      }
      this.#output += '\n';
    }
  }

  /** Writes blanks, using tabs if the text uses tabs. */
  #space(count: number): void {
    const target = this.#outColumn + count;
    if (this.#hasTabs) {
      const tabTarget = Math.floor(target / TAB) * TAB;
      if (this.#outColumn + 1 < tabTarget) {
        for (; this.#outColumn < tabTarget; this.#outColumn = (Math.floor(this.#outColumn / TAB) + 1) * TAB) this.#output += '\t';
      }
    }
    this.#output += ' '.repeat(Math.max(0, target - this.#outColumn));
    this.#outColumn = Math.max(target, this.#outColumn);
  }
}
