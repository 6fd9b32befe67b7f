import type { JqToken } from './jq-lexer.ts';
import { JqSyntaxError } from './jq-syntax.ts';

export const jqKeywords = new Set([
  'def',
  'if',
  'then',
  'elif',
  'else',
  'end',
  'as',
  'reduce',
  'foreach',
  'try',
  'catch',
  'label',
  'and',
  'or',
  'import',
  'include',
  '__loc__',
]);

/** A parser's position in the tokens. */
export class TokenCursor {
  readonly #tokens: readonly JqToken[];
  #index = 0;

  constructor(tokens: readonly JqToken[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#tokens.length;
  }

  advance(): void {
    this.#index += 1;
  }

  back(): void {
    this.#index -= 1;
  }

  following(): JqToken | undefined {
    return this.#tokens[this.#index + 1];
  }

  variable(): string {
    const token = this.peek();
    if (token?.type !== 'variable') throw this.unexpected();
    this.#index += 1;
    return token.name;
  }

  peek(): JqToken | undefined {
    return this.#tokens[this.#index];
  }

  isOperator(text: string): boolean {
    const token = this.peek();
    return token?.type === 'operator' && token.text === text;
  }

  isWord(text: string): boolean {
    const token = this.peek();
    return token?.type === 'word' && token.text === text;
  }

  take(text: string): boolean {
    if (!this.isOperator(text)) return false;
    this.#index += 1;
    return true;
  }

  takeWord(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.#index += 1;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) throw this.unexpected();
  }

  expectWord(text: string): void {
    if (!this.takeWord(text)) throw this.unexpected();
  }

  unexpected(): JqSyntaxError {
    return new JqSyntaxError(`syntax error, unexpected ${tokenText(this.peek())}`);
  }
}

function tokenText(token: JqToken | undefined): string {
  if (token === undefined) return '$end';
  switch (token.type) {
    case 'operator':
      return token.text.length === 1 ? `'${token.text}'` : token.text;
    case 'word':
      return jqKeywords.has(token.text) ? token.text : 'IDENT';
    case 'field':
      return 'FIELD';
    case 'number':
      return 'LITERAL';
    case 'string':
      return 'QQSTRING_START';
    case 'format':
      return 'FORMAT';
    case 'variable':
      return "'$'";
  }
}
