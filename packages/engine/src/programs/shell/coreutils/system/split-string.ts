import { CommandError } from '../command.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ...['"', '#', '$', "'", '\\'].map((sign): [string, string] => [sign, sign]),
]);

/** Splits the text of `env -S` into words: quotes, escapes, `${NAME}` and comments as GNU's env reads them. */
export function splitString(text: string, env: ReadonlyMap<string, string>): string[] {
  const splitter = new Splitter(text, env);
  splitter.run();
  return splitter.words;
}

class Splitter {
  readonly words: string[] = [];
  readonly #text: string;
  readonly #env: ReadonlyMap<string, string>;
  #quote: '"' | "'" | null = null;
  /** True if the next character that is not blank begins a word. */
  #isBetweenWords = true;
  #index = 0;

  constructor(text: string, env: ReadonlyMap<string, string>) {
    this.#text = text;
    this.#env = env;
  }

  run(): void {
    while (this.#index < this.#text.length) if (!this.#step(this.#text[this.#index] ?? '')) break;
    if (this.#quote !== null) throw new CommandError('no terminating quote in -S string', 125);
  }

  /** Returns false if the rest of the text must not be read. */
  #step(sign: string): boolean {
    if ((sign === '"' || sign === "'") && (this.#quote === null || this.#quote === sign)) {
      this.#quote = this.#quote === null ? sign : null;
      this.#add('', 1);
    } else if (this.#quote === null && /[ \t\n\v\f\r]/.test(sign)) {
      this.#isBetweenWords = true;
      this.#index += 1;
    } else if (sign === '#' && this.#isBetweenWords && this.#quote === null) return false;
    else if (sign === '\\') return this.#escape(this.#text[this.#index + 1]);
    else if (sign === '$' && this.#quote !== "'") this.#variable();
    else this.#add(sign, 1);
    return true;
  }

  #add(text: string, length: number): void {
    if (this.#isBetweenWords) this.words.push('');
    this.#isBetweenWords = false;
    this.words.push(`${this.words.pop() ?? ''}${text}`);
    this.#index += length;
  }

  #escape(next: string | undefined): boolean {
    if (this.#quote === "'" && next !== '\\' && next !== "'") {
      this.#add('\\', 1);
      return true;
    }
    if (next === undefined) throw new CommandError('invalid backslash at end of string in -S', 125);
    if (next === 'c') {
      if (this.#quote !== null) throw new CommandError("'\\c' must not appear in double-quoted -S string", 125);
      return false;
    }
    if (next === '_' && this.#quote === null) {
      this.#isBetweenWords = true;
      this.#index += 2;
      return true;
    }
    const escaped = next === '_' ? ' ' : ESCAPES.get(next);
    if (escaped === undefined) throw new CommandError(`invalid sequence '\\${next}' in -S`, 125);
    this.#add(escaped, 2);
    return true;
  }

  #variable(): void {
    const rest = this.#text.slice(this.#index);
    const [whole, name] = /^\$\{([A-Za-z_]\w*)\}/.exec(rest) ?? [];
    if (whole === undefined) throw new CommandError(`only \${VARNAME} expansion is supported, error at: ${rest}`, 125);
    const value = this.#env.get(name ?? '');
    // A variable that is not set adds nothing, not even an empty word.
    if (value === undefined) this.#index += whole.length;
    else this.#add(value, whole.length);
  }
}
