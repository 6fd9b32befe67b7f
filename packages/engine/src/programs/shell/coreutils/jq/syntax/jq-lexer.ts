import { JqSyntaxError } from './jq-syntax.ts';

export type JqToken =
  | { type: 'number'; value: number }
  | { type: 'string'; parts: (string | JqToken[])[] }
  /** `@base64`. */
  | { type: 'format'; name: string }
  /** `$name`, `$__loc__`. */
  | { type: 'variable'; name: string; line: number }
  /** `.name`. */
  | { type: 'field'; name: string }
  | { type: 'word'; text: string }
  | { type: 'operator'; text: string };

const WORD = /^(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*/;
const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/;
const OPERATOR = /^(?:\?\/\/=?|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[.[\](){}|,:;=<>+\-*/%?])/;

export function tokenizeJq(source: string): JqToken[] {
  return new JqLexer(source).all();
}

class JqLexer {
  readonly #source: string;
  #index = 0;

  constructor(source: string) {
    this.#source = source;
  }

  all(): JqToken[] {
    const tokens = this.#until(null);
    return tokens;
  }

  /** Reads to the end, or to the parenthesis that closes an interpolation. */
  #until(close: ')' | null): JqToken[] {
    const tokens: JqToken[] = [];
    let depth = 0;
    for (;;) {
      this.#skipBlanks();
      if (this.#index >= this.#source.length) {
        if (close !== null) throw new JqSyntaxError('syntax error, unexpected $end');
        return tokens;
      }
      const token = this.#next();
      if (close !== null && token.type === 'operator') {
        if (token.text === '(') depth += 1;
        if (token.text === ')') {
          if (depth === 0) return tokens;
          depth -= 1;
        }
      }
      tokens.push(token);
    }
  }

  #skipBlanks(): void {
    const match = /^(?:\s+|#[^\n]*)+/.exec(this.#rest());
    if (match !== null) this.#index += match[0].length;
  }

  #rest(): string {
    return this.#source.slice(this.#index);
  }

  #next(): JqToken {
    const rest = this.#rest();
    if (rest.startsWith('"')) return this.#string();
    const field = /^\.([A-Za-z_]\w*)/.exec(rest);
    if (field !== null) return this.#taken(field[0], { type: 'field', name: field[1] ?? '' });
    const variable = /^\$\s*((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)/.exec(rest);
    if (variable !== null) {
      const line = this.#source.slice(0, this.#index).split('\n').length;
      return this.#taken(variable[0], { type: 'variable', name: variable[1] ?? '', line });
    }
    const format = /^@[A-Za-z0-9_]+/.exec(rest);
    if (format !== null) return this.#taken(format[0], { type: 'format', name: format[0] });
    const number = NUMBER.exec(rest);
    if (number !== null) return this.#taken(number[0], { type: 'number', value: Number(number[0]) });
    const word = WORD.exec(rest);
    if (word !== null) return this.#taken(word[0], { type: 'word', text: word[0] });
    const operator = OPERATOR.exec(rest);
    if (operator !== null) return this.#taken(operator[0], { type: 'operator', text: operator[0] });
    throw new JqSyntaxError(`syntax error, unexpected INVALID_CHARACTER`);
  }

  #taken(text: string, token: JqToken): JqToken {
    this.#index += text.length;
    return token;
  }

  #string(): JqToken {
    this.#index += 1;
    const parts: (string | JqToken[])[] = [];
    let text = '';
    for (;;) {
      const character = this.#source[this.#index];
      if (character === undefined) throw new JqSyntaxError('syntax error, unexpected QQSTRING_END, unterminated string literal');
      this.#index += 1;
      if (character === '"') break;
      if (character !== '\\') {
        text += character;
        continue;
      }
      const letter = this.#source[this.#index] ?? '';
      this.#index += 1;
      if (letter === '(') {
        if (text !== '') parts.push(text);
        text = '';
        parts.push(this.#until(')'));
      } else text += this.#escape(letter);
    }
    if (text !== '' || parts.length === 0) parts.push(text);
    return { type: 'string', parts };
  }

  #escape(letter: string): string {
    if (letter === 'u') {
      const digits = this.#source.slice(this.#index, this.#index + 4);
      this.#index += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = new Map([
      ['n', '\n'],
      ['t', '\t'],
      ['r', '\r'],
      ['b', '\b'],
      ['f', '\f'],
      ['/', '/'],
      ['\\', '\\'],
      ['"', '"'],
    ]).get(letter);
    if (plain === undefined) throw new JqSyntaxError('syntax error, invalid escape in string literal');
    return plain;
  }
}
