import { extendedToSource } from '../../text/posix-pattern.ts';
import type { AwkValue } from './awk-value.ts';
import { AwkInput } from './awk-value.ts';

/**
 * Splits by `FS`: a blank splits at runs of blanks, a single character at itself, anything longer is an expression. With `isParagraph`,
 * newlines separate fields too, as when `RS` is empty.
 */
export function splitFields(text: string, separator: string, isParagraph = false): string[] {
  if (isParagraph && separator !== ' ') return text.split('\n').flatMap((line) => splitFields(line, separator));
  if (separator === ' ') return text.split(/[ \t\n]+/).filter((field) => field !== '');
  if (text === '') return [];
  if (separator === '') return [...text];
  if (separator.length === 1 && separator !== '\\') return text.split(separator);
  return text.split(new RegExp(extendedToSource(separator), 'su'));
}

/** `$0` and its fields; each is rebuilt when the other changes. */
export class AwkRecord {
  #text = '';
  #fields: AwkValue[] | null = [];
  readonly #separator: () => string;
  readonly #joiner: () => string;
  readonly #isParagraph: () => boolean;
  #isStale = false;

  constructor(separator: () => string, joiner: () => string, isParagraph: () => boolean) {
    this.#separator = separator;
    this.#joiner = joiner;
    this.#isParagraph = isParagraph;
  }

  setText(text: string): void {
    this.#text = text;
    this.#isStale = false;
    // Split with the current separator, not the one at first use.
    this.#fields = splitFields(text, this.#separator(), this.#isParagraph()).map((field) => new AwkInput(field));
  }

  get count(): number {
    return this.#list().length;
  }

  set count(count: number) {
    const fields = this.#list();
    while (fields.length < count) fields.push('');
    fields.length = count;
    this.#isStale = true;
  }

  get(index: number, toText: (value: AwkValue) => string): AwkValue {
    if (index > 0) return this.#list()[index - 1];
    if (this.#isStale) {
      this.#text = this.#list().map(toText).join(this.#joiner());
      this.#isStale = false;
    }
    return new AwkInput(this.#text);
  }

  set(index: number, value: AwkValue): void {
    if (index > this.count) this.count = index;
    this.#list()[index - 1] = value;
    this.#isStale = true;
  }

  #list(): AwkValue[] {
    this.#fields ??= [];
    return this.#fields;
  }
}
