import type { AwkToken } from './awk-lexer.ts';
import { tokenizeAwk } from './awk-lexer.ts';
import { CommandError } from './command.ts';

export type AwkExpression =
  | { type: 'number'; value: number }
  | { type: 'string'; text: string }
  | { type: 'expression'; source: string }
  | AwkTarget
  | { type: 'group'; items: AwkExpression[] }
  | { type: 'assign'; target: AwkTarget; operator: string; value: AwkExpression }
  | { type: 'step'; target: AwkTarget; by: 1 | -1; isPrefix: boolean }
  | { type: 'unary'; operator: string; operand: AwkExpression }
  | { type: 'binary'; operator: string; left: AwkExpression; right: AwkExpression }
  | { type: 'match'; isNegated: boolean; left: AwkExpression; right: AwkExpression }
  | { type: 'conditional'; test: AwkExpression; yes: AwkExpression; no: AwkExpression }
  | { type: 'in'; keys: AwkExpression[]; array: string }
  | { type: 'call'; name: string; args: AwkExpression[] }
  | { type: 'getline'; target: AwkTarget | null; file: AwkExpression | null; command: AwkExpression | null };

export type AwkTarget =
  | { type: 'variable'; name: string }
  | { type: 'field'; index: AwkExpression }
  | { type: 'element'; array: string; keys: AwkExpression[] };

export type AwkStatement =
  | { type: 'block'; statements: AwkStatement[] }
  | { type: 'evaluate'; expression: AwkExpression }
  | { type: 'print'; isFormatted: boolean; items: AwkExpression[]; redirect: { operator: string; target: AwkExpression } | null }
  | { type: 'if'; test: AwkExpression; yes: AwkStatement; no: AwkStatement | null }
  | { type: 'while'; test: AwkExpression; body: AwkStatement; isTestedAfter: boolean }
  | { type: 'for'; start: AwkStatement | null; test: AwkExpression | null; step: AwkStatement | null; body: AwkStatement }
  | { type: 'for-in'; name: string; array: string; body: AwkStatement }
  | { type: 'delete'; array: string; keys: AwkExpression[] | null }
  | { type: 'leave'; kind: 'break' | 'continue' | 'next' }
  | { type: 'exit' | 'return'; value: AwkExpression | null };

export interface AwkRule {
  pattern:
    | { type: 'begin' | 'end' | 'always' }
    | { type: 'test'; test: AwkExpression }
    | { type: 'range'; from: AwkExpression; to: AwkExpression; isActive: boolean };
  body: AwkStatement | null;
}

export interface AwkProgram {
  rules: AwkRule[];
  functions: Map<string, { parameters: string[]; body: AwkStatement }>;
}

export function parseAwk(source: string): AwkProgram {
  return new AwkParser(tokenizeAwk(source)).parse();
}

const comparisons = new Set(['<', '<=', '==', '!=', '>', '>=']);
const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);

class AwkParser {
  readonly #tokens: AwkToken[];
  #index = 0;
  /** Inside `print a > b` a `>` redirects, inside `for (x in a)` an `in` is the loop's. */
  #isPrinting = false;
  #isWithoutIn = false;

  constructor(tokens: AwkToken[]) {
    this.#tokens = tokens;
  }

  parse(): AwkProgram {
    const program: AwkProgram = { rules: [], functions: new Map() };
    this.#skipEnds();
    while (this.#index < this.#tokens.length) {
      if (this.#takeKeyword('function') || this.#takeKeyword('func')) this.#function(program);
      else program.rules.push(this.#rule());
      this.#skipEnds();
    }
    return program;
  }

  #error(): CommandError {
    const token = this.#tokens[this.#index];
    const text = token === undefined ? 'end of file' : 'text' in token ? token.text : 'name' in token ? token.name : token.type;
    return new CommandError(`syntax error at source line 1 near ${text}`, 2);
  }

  #operator(): string | null {
    const token = this.#tokens[this.#index];
    return token?.type === 'operator' ? token.text : null;
  }

  #take(text: string): boolean {
    if (this.#operator() !== text) return false;
    this.#index += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#error();
  }

  #isKeyword(name: string): boolean {
    const token = this.#tokens[this.#index];
    return token?.type === 'keyword' && token.name === name;
  }

  #takeKeyword(name: string): boolean {
    if (!this.#isKeyword(name)) return false;
    this.#index += 1;
    return true;
  }

  #name(): string {
    const token = this.#tokens[this.#index];
    if (token?.type !== 'name') throw this.#error();
    this.#index += 1;
    return token.name;
  }

  #skipNewlines(): void {
    while (this.#tokens[this.#index]?.type === 'newline') this.#index += 1;
  }

  #skipEnds(): void {
    while (this.#tokens[this.#index]?.type === 'newline' || this.#operator() === ';') this.#index += 1;
  }

  #function(program: AwkProgram): void {
    const name = this.#name();
    const parameters: string[] = [];
    this.#expect('(');
    while (!this.#take(')')) {
      parameters.push(this.#name());
      this.#take(',');
      this.#skipNewlines();
    }
    this.#skipNewlines();
    program.functions.set(name, { parameters, body: this.#block() });
  }

  #rule(): AwkRule {
    if (this.#takeKeyword('BEGIN')) return { pattern: { type: 'begin' }, body: this.#block() };
    if (this.#takeKeyword('END')) return { pattern: { type: 'end' }, body: this.#block() };
    if (this.#operator() === '{') return { pattern: { type: 'always' }, body: this.#block() };
    const test = this.#expression();
    let pattern: AwkRule['pattern'] = { type: 'test', test };
    if (this.#take(',')) {
      this.#skipNewlines();
      pattern = { type: 'range', from: test, to: this.#expression(), isActive: false };
    }
    return { pattern, body: this.#operator() === '{' ? this.#block() : null };
  }

  #block(): AwkStatement {
    this.#expect('{');
    const statements: AwkStatement[] = [];
    this.#skipEnds();
    while (!this.#take('}')) {
      statements.push(this.#statement());
      this.#skipEnds();
    }
    return { type: 'block', statements };
  }

  /** The body of `if` and of loops: the next statement, whatever newlines stand before it. */
  #body(): AwkStatement {
    this.#skipNewlines();
    if (this.#take(';')) return { type: 'block', statements: [] };
    return this.#statement();
  }

  #statement(): AwkStatement {
    if (this.#operator() === '{') return this.#block();
    if (this.#takeKeyword('if')) return this.#if();
    if (this.#takeKeyword('while')) {
      const test = this.#parenthesized();
      return { type: 'while', test, body: this.#body(), isTestedAfter: false };
    }
    if (this.#takeKeyword('do')) {
      const body = this.#body();
      this.#skipEnds();
      if (!this.#takeKeyword('while')) throw this.#error();
      return { type: 'while', test: this.#parenthesized(), body, isTestedAfter: true };
    }
    if (this.#takeKeyword('for')) return this.#for();
    for (const kind of ['break', 'continue', 'next'] as const) if (this.#takeKeyword(kind)) return { type: 'leave', kind };
    for (const type of ['exit', 'return'] as const)
      if (this.#takeKeyword(type)) return { type, value: this.#isAtEnd() ? null : this.#expression() };
    return this.#simple();
  }

  #isAtEnd(): boolean {
    const token = this.#tokens[this.#index];
    return token === undefined || token.type === 'newline' || (token.type === 'operator' && (token.text === ';' || token.text === '}'));
  }

  #parenthesized(): AwkExpression {
    this.#expect('(');
    const expression = this.#expression();
    this.#expect(')');
    return expression;
  }

  #if(): AwkStatement {
    const test = this.#parenthesized();
    const yes = this.#body();
    const before = this.#index;
    this.#skipEnds();
    if (this.#takeKeyword('else')) return { type: 'if', test, yes, no: this.#body() };
    this.#index = before;
    return { type: 'if', test, yes, no: null };
  }

  #for(): AwkStatement {
    this.#expect('(');
    const [name, keyword, array, close] = this.#tokens.slice(this.#index, this.#index + 4);
    const isIn =
      name?.type === 'name' &&
      keyword?.type === 'keyword' &&
      keyword.name === 'in' &&
      array?.type === 'name' &&
      close?.type === 'operator' &&
      close.text === ')';
    if (isIn) {
      this.#index += 4;
      return { type: 'for-in', name: name.name, array: array.name, body: this.#body() };
    }
    const start = this.#operator() === ';' ? null : this.#simple();
    this.#expect(';');
    const test = this.#operator() === ';' ? null : this.#expression();
    this.#expect(';');
    const step = this.#operator() === ')' ? null : this.#simple();
    this.#expect(')');
    return { type: 'for', start, test, step, body: this.#body() };
  }

  #simple(): AwkStatement {
    if (this.#isKeyword('print') || this.#isKeyword('printf')) return this.#print();
    if (this.#takeKeyword('delete')) {
      const array = this.#name();
      if (!this.#take('[')) return { type: 'delete', array, keys: null };
      const keys = this.#list(']');
      return { type: 'delete', array, keys };
    }
    return { type: 'evaluate', expression: this.#expression() };
  }

  #print(): AwkStatement {
    const isFormatted = this.#takeKeyword('printf');
    if (!isFormatted) this.#takeKeyword('print');
    this.#isPrinting = true;
    const items: AwkExpression[] = [];
    while (!this.#isAtEnd() && !['>', '>>', '|'].includes(this.#operator() ?? '')) {
      const item = this.#expression();
      if (item.type === 'group' && items.length === 0 && item.items.length > 1) items.push(...item.items);
      else items.push(item);
      if (!this.#take(',')) break;
      this.#skipNewlines();
    }
    this.#isPrinting = false;
    const operator = this.#operator();
    if (operator !== '>' && operator !== '>>' && operator !== '|') return { type: 'print', isFormatted, items, redirect: null };
    this.#index += 1;
    return { type: 'print', isFormatted, items, redirect: { operator, target: this.#concatenation() } };
  }

  #list(close: string): AwkExpression[] {
    const [isPrinting, isWithoutIn] = [this.#isPrinting, this.#isWithoutIn];
    this.#isPrinting = false;
    this.#isWithoutIn = false;
    const items: AwkExpression[] = [];
    this.#skipNewlines();
    while (!this.#take(close)) {
      items.push(this.#expression());
      this.#skipNewlines();
      if (!this.#take(',') && this.#operator() !== close) throw this.#error();
      this.#skipNewlines();
    }
    this.#isPrinting = isPrinting;
    this.#isWithoutIn = isWithoutIn;
    return items;
  }

  #expression(): AwkExpression {
    const left = this.#conditional();
    const operator = this.#operator();
    if (operator === null || !assignments.has(operator) || !isTarget(left)) return left;
    this.#index += 1;
    this.#skipNewlines();
    return { type: 'assign', target: left, operator, value: this.#expression() };
  }

  #conditional(): AwkExpression {
    const test = this.#or();
    if (!this.#take('?')) return test;
    this.#skipNewlines();
    const yes = this.#expression();
    this.#skipNewlines();
    this.#expect(':');
    this.#skipNewlines();
    return { type: 'conditional', test, yes, no: this.#expression() };
  }

  #or(): AwkExpression {
    let left = this.#and();
    while (this.#take('||')) {
      this.#skipNewlines();
      left = { type: 'binary', operator: '||', left, right: this.#and() };
    }
    return left;
  }

  #and(): AwkExpression {
    let left = this.#membership();
    while (this.#take('&&')) {
      this.#skipNewlines();
      left = { type: 'binary', operator: '&&', left, right: this.#membership() };
    }
    return left;
  }

  #membership(): AwkExpression {
    let left = this.#matching();
    while (!this.#isWithoutIn && this.#takeKeyword('in'))
      left = { type: 'in', keys: left.type === 'group' ? left.items : [left], array: this.#name() };
    return left;
  }

  #matching(): AwkExpression {
    let left = this.#comparison();
    for (;;) {
      const operator = this.#operator();
      if (operator !== '~' && operator !== '!~') return left;
      this.#index += 1;
      left = { type: 'match', isNegated: operator === '!~', left, right: this.#comparison() };
    }
  }

  #comparison(): AwkExpression {
    const left = this.#concatenation();
    const operator = this.#operator();
    if (operator === null || !comparisons.has(operator) || (operator === '>' && this.#isPrinting)) return this.#piped(left);
    this.#index += 1;
    return { type: 'binary', operator, left, right: this.#concatenation() };
  }

  #piped(left: AwkExpression): AwkExpression {
    const next = this.#tokens[this.#index + 1];
    if (this.#operator() !== '|' || next?.type !== 'keyword' || next.name !== 'getline') return left;
    this.#index += 2;
    return { type: 'getline', target: this.#optionalTarget(), file: null, command: left };
  }

  #concatenation(): AwkExpression {
    let left = this.#additive();
    while (this.#startsValue()) left = { type: 'binary', operator: ' ', left, right: this.#additive() };
    return left;
  }

  #startsValue(): boolean {
    const token = this.#tokens[this.#index];
    if (token === undefined || token.type === 'newline') return false;
    if (token.type === 'keyword') return false;
    return token.type !== 'operator' || ['(', '$', '++', '--'].includes(token.text);
  }

  #additive(): AwkExpression {
    let left = this.#multiplicative();
    for (;;) {
      const operator = this.#operator();
      if (operator !== '+' && operator !== '-') return left;
      this.#index += 1;
      left = { type: 'binary', operator, left, right: this.#multiplicative() };
    }
  }

  #multiplicative(): AwkExpression {
    let left = this.#unary();
    for (;;) {
      const operator = this.#operator();
      if (operator !== '*' && operator !== '/' && operator !== '%') return left;
      this.#index += 1;
      left = { type: 'binary', operator, left, right: this.#unary() };
    }
  }

  #unary(): AwkExpression {
    const operator = this.#operator();
    if (operator === '!' || operator === '-' || operator === '+') {
      this.#index += 1;
      return { type: 'unary', operator, operand: this.#unary() };
    }
    return this.#power();
  }

  #power(): AwkExpression {
    const base = this.#postfix();
    if (!this.#take('^')) return base;
    return { type: 'binary', operator: '^', left: base, right: this.#unary() };
  }

  #postfix(): AwkExpression {
    const operator = this.#operator();
    if (operator === '++' || operator === '--') {
      this.#index += 1;
      const target = this.#primary();
      if (!isTarget(target)) throw this.#error();
      return { type: 'step', target, by: operator === '++' ? 1 : -1, isPrefix: true };
    }
    const value = this.#primary();
    const after = this.#operator();
    if ((after !== '++' && after !== '--') || !isTarget(value)) return value;
    this.#index += 1;
    return { type: 'step', target: value, by: after === '++' ? 1 : -1, isPrefix: false };
  }

  #primary(): AwkExpression {
    const token = this.#tokens[this.#index];
    if (token === undefined || token.type === 'newline') throw this.#error();
    this.#index += 1;
    switch (token.type) {
      case 'number':
      case 'string':
      case 'expression':
        return token;
      case 'name':
        return this.#named(token);
      case 'keyword':
        if (token.name !== 'getline') break;
        return this.#getline();
      case 'operator':
        if (token.text === '$') return { type: 'field', index: this.#fieldIndex() };
        if (token.text === '(') return { type: 'group', items: this.#list(')') };
        break;
    }
    this.#index -= 1;
    throw this.#error();
  }

  #fieldIndex(): AwkExpression {
    if (this.#operator() === '-') return this.#unary();
    if (this.#operator() === '++' || this.#operator() === '--') return this.#postfix();
    return this.#primary();
  }

  #named(token: Extract<AwkToken, { type: 'name' }>): AwkExpression {
    if (this.#operator() === '(' && (token.isCall || builtInNames.has(token.name))) {
      this.#index += 1;
      return { type: 'call', name: token.name, args: this.#list(')') };
    }
    if (token.name === 'length') return { type: 'call', name: 'length', args: [] };
    if (this.#take('[')) return { type: 'element', array: token.name, keys: this.#list(']') };
    return { type: 'variable', name: token.name };
  }

  #optionalTarget(): AwkTarget | null {
    const token = this.#tokens[this.#index];
    const isTargetNext = token?.type === 'name' || (token?.type === 'operator' && token.text === '$');
    if (!isTargetNext) return null;
    const target = this.#primary();
    return isTarget(target) ? target : null;
  }

  #getline(): AwkExpression {
    const target = this.#optionalTarget();
    const file = this.#take('<') ? this.#primary() : null;
    return { type: 'getline', target, file, command: null };
  }
}

export const builtInNames: ReadonlySet<string> = new Set([
  'length',
  'substr',
  'index',
  'split',
  'sub',
  'gsub',
  'match',
  'sprintf',
  'tolower',
  'toupper',
  'int',
  'sqrt',
  'exp',
  'log',
  'sin',
  'cos',
  'atan2',
  'rand',
  'srand',
  'system',
  'close',
  'fflush',
  'systime',
  'strftime',
  'gensub',
]);

function isTarget(expression: AwkExpression): expression is AwkTarget {
  return expression.type === 'variable' || expression.type === 'field' || expression.type === 'element';
}
