import type { JsonValue } from '../../protocol/json-value.ts';

/**
 * The position where a text stops being JSON. A custom scanner reports it along with the unambiguous repairs, because JSON engines word
 * their errors differently and none says what could be repaired. One pass, no recursion.
 */
export interface JsonProblem {
  /** Offset in the text. */
  at: number;
  /** The problem, as the end of a sentence: "a comma or } is missing". */
  what: string;
}

/** Replaces the text between two offsets. */
interface JsonRepair {
  from: number;
  to: number;
  by: string;
}

export interface JsonScan {
  /** Null if the text is JSON after the repairs. */
  problem: JsonProblem | null;
  /** In text order. */
  repairs: readonly JsonRepair[];
  /** The closing brackets missing from a text that ends after a complete value; empty if none are missing. */
  missing: string;
}

type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma' | 'end';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** Matches an incomplete escape at the end of the text. */
const ESCAPE_BEGUN = /^\\(?:u[0-9a-fA-F]{0,3})?$/;
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
/** The JSON escapes of control characters. */
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

export function scanJson(text: string): JsonScan {
  return new JsonScanner(text).scan();
}

export function repairedJson(text: string, repairs: readonly JsonRepair[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, by } of repairs) {
    pieces.push(text.slice(at, from), by);
    at = to;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    // JSON.parse returns JSON, except that a number too large becomes Infinity, which callers must check.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

class JsonScanner {
  readonly #text: string;
  readonly #open: ('{' | '[')[] = [];
  readonly #repairs: JsonRepair[] = [];
  #at = 0;
  #expected: Expected = 'value';
  #problem: JsonProblem | null = null;
  /** Offset of the last comma. */
  #comma = -1;
  /** The newest value is a number, which could continue after the end of the text. */
  #mayContinue = false;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): JsonScan {
    while (this.#problem === null) {
      this.#skipBlanks();
      if (this.#at >= this.#text.length) return this.#ended();
      this.#read(this.#text[this.#at] ?? '');
    }
    return { problem: this.#problem, repairs: [], missing: '' };
  }

  #ended(): JsonScan {
    if (this.#expected === 'end') return { problem: null, repairs: this.#repairs, missing: '' };
    const closers = this.#open.map((bracket) => (bracket === '{' ? '}' : ']')).reverse();
    const isWhole = this.#expected === 'comma' && !this.#mayContinue;
    const problem = { at: this.#text.length, what: endedWithin(this.#expected, closers[0]) };
    return { problem, repairs: isWhole ? this.#repairs : [], missing: isWhole ? closers.join('') : '' };
  }

  #read(character: string): void {
    switch (this.#expected) {
      case 'value':
      case 'first-value':
        this.#readValue(character);
        return;
      case 'key':
      case 'first-key':
        this.#readKey(character);
        return;
      case 'colon':
        if (character === ':') this.#step('value');
        else this.#fail('a colon is missing after the name of a field');
        return;
      case 'comma':
        this.#readComma(character);
        return;
      case 'end':
        // An extra closing bracket has no meaning.
        if (character === '}' || character === ']') this.#repair(this.#at, this.#at + 1, '');
        else this.#fail('the JSON ends here, and more follows');
        return;
    }
  }

  #readValue(character: string): void {
    if (character === '{' || character === '[') {
      this.#open.push(character);
      this.#step(character === '{' ? 'first-key' : 'first-value');
    } else if (character === ']' && this.#expected === 'first-value') this.#close();
    else if (character === ']' && this.#open.at(-1) === '[') this.#closeAfterComma();
    else if (character === '"') this.#readText('comma');
    else if (/[-\d]/.test(character)) this.#readNumber();
    else this.#readWord(character);
  }

  #readKey(character: string): void {
    if (character === '"') this.#readText('colon');
    else if (character === '}' && this.#expected === 'first-key') this.#close();
    else if (character === '}') this.#closeAfterComma();
    else this.#fail(`the name of a field must come here, in double quotes, not ${shown(character)}`);
  }

  #readComma(character: string): void {
    const bracket = this.#open.at(-1);
    if (character === ',') {
      this.#comma = this.#at;
      this.#step(bracket === '{' ? 'key' : 'value');
    } else if (character === (bracket === '{' ? '}' : ']')) this.#close();
    else this.#fail(`a comma or ${bracket === '{' ? '}' : ']'} is missing`);
  }

  #close(): void {
    this.#open.pop();
    this.#at++;
    this.#valueRead(false);
  }

  /** Removes the trailing comma before the bracket. */
  #closeAfterComma(): void {
    this.#repair(this.#comma, this.#comma + 1, '');
    this.#close();
  }

  #valueRead(mayContinue: boolean): void {
    this.#mayContinue = mayContinue;
    this.#expected = this.#open.length === 0 ? 'end' : 'comma';
  }

  #readText(next: 'comma' | 'colon'): void {
    const from = this.#at;
    for (let at = from + 1; at < this.#text.length; at++) {
      const character = this.#text[at] ?? '';
      if (character === '"') {
        this.#at = at + 1;
        if (next === 'colon') this.#expected = 'colon';
        else this.#valueRead(false);
        return;
      }
      if (character === '\\') {
        ESCAPE.lastIndex = at;
        const escaped = ESCAPE.exec(this.#text)?.[0];
        if (escaped === undefined && !ESCAPE_BEGUN.test(this.#text.slice(at, at + 7))) {
          this.#at = at;
          this.#fail(`${shown(this.#text.slice(at, at + 2))} is no escape of JSON; a backslash is written \\\\`);
          return;
        }
        at += (escaped?.length ?? 1) - 1;
      } else if (character < ' ') this.#replaceControl(at, character);
    }
    this.#at = from;
    this.#fail('the text that begins here has no end');
  }

  /** Escapes a raw control character inside a string, which can only stand for itself. */
  #replaceControl(at: number, character: string): void {
    const by = ESCAPED.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    this.#repairs.push({ from: at, to: at + 1, by });
  }

  #readNumber(): void {
    NUMBER.lastIndex = this.#at;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number === undefined) {
      this.#fail('this is no number of JSON');
      return;
    }
    this.#at += number.length;
    this.#valueRead(true);
  }

  #readWord(character: string): void {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0] ?? '';
    if (LITERALS.has(word)) {
      this.#at += word.length;
      this.#valueRead(false);
    } else if (word !== '') this.#fail(`${shown(word)} is no value of JSON; a text needs double quotes`);
    else if (character === "'" || character === '`') this.#fail('a text needs double quotes');
    else this.#fail(`a value is missing before ${shown(character)}`);
  }

  #skipBlanks(): void {
    while (/[ \n\r\t]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #step(expected: Expected): void {
    this.#at++;
    this.#expected = expected;
  }

  #repair(from: number, to: number, by: string): void {
    this.#repairs.push({ from, to, by });
    this.#at = Math.max(this.#at, to);
  }

  #fail(what: string): void {
    this.#problem = { at: this.#at, what };
  }
}

function endedWithin(expected: Expected, closer: string | undefined): string {
  switch (expected) {
    case 'comma':
      return `the text ends before its ${closer}`;
    case 'colon':
      return 'the text ends after the name of a field';
    case 'key':
    case 'first-key':
      return 'the text ends where the name of a field must come';
    default:
      return 'the text ends where a value must come';
  }
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 20));
}
