import { CommandError } from '../command.ts';
import type { AwkToken } from './awk-lexer.ts';
import type { AwkExpression, AwkTarget } from './awk-syntax.ts';

const comparisons = new Set(['<', '<=', '==', '!=', '>', '>=']);
const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);

/** Parses awk's expressions, from assignment down to fields; a subclass parses the statements. */
export class AwkExpressionParser {
  protected readonly tokens: AwkToken[];
  protected index = 0;
  /** Inside `print a > b`, `>` redirects; inside `for (x in a)`, `in` belongs to the loop. */
  protected isPrinting = false;
  protected isWithoutIn = false;

  constructor(tokens: AwkToken[]) {
    this.tokens = tokens;
  }

  protected error(): CommandError {
    const token = this.tokens[this.index];
    const text = token === undefined ? 'end of file' : 'text' in token ? token.text : 'name' in token ? token.name : token.type;
    return new CommandError(`syntax error at source line 1 near ${text}`, 2);
  }

  protected operator(): string | null {
    const token = this.tokens[this.index];
    return token?.type === 'operator' ? token.text : null;
  }

  protected take(text: string): boolean {
    if (this.operator() !== text) return false;
    this.index += 1;
    return true;
  }

  protected expect(text: string): void {
    if (!this.take(text)) throw this.error();
  }

  protected isKeyword(name: string): boolean {
    const token = this.tokens[this.index];
    return token?.type === 'keyword' && token.name === name;
  }

  protected takeKeyword(name: string): boolean {
    if (!this.isKeyword(name)) return false;
    this.index += 1;
    return true;
  }

  protected name(): string {
    const token = this.tokens[this.index];
    if (token?.type !== 'name') throw this.error();
    this.index += 1;
    return token.name;
  }

  protected skipNewlines(): void {
    while (this.tokens[this.index]?.type === 'newline') this.index += 1;
  }

  protected skipEnds(): void {
    while (this.tokens[this.index]?.type === 'newline' || this.operator() === ';') this.index += 1;
  }

  protected list(close: string): AwkExpression[] {
    const [isPrinting, isWithoutIn] = [this.isPrinting, this.isWithoutIn];
    this.isPrinting = false;
    this.isWithoutIn = false;
    const items: AwkExpression[] = [];
    this.skipNewlines();
    while (!this.take(close)) {
      items.push(this.expression());
      this.skipNewlines();
      if (!this.take(',') && this.operator() !== close) throw this.error();
      this.skipNewlines();
    }
    this.isPrinting = isPrinting;
    this.isWithoutIn = isWithoutIn;
    return items;
  }

  protected expression(): AwkExpression {
    const left = this.#conditional();
    const operator = this.operator();
    if (operator === null || !assignments.has(operator) || !isTarget(left)) return left;
    this.index += 1;
    this.skipNewlines();
    return { type: 'assign', target: left, operator, value: this.expression() };
  }

  #conditional(): AwkExpression {
    const test = this.#or();
    if (!this.take('?')) return test;
    this.skipNewlines();
    const yes = this.expression();
    this.skipNewlines();
    this.expect(':');
    this.skipNewlines();
    return { type: 'conditional', test, yes, no: this.expression() };
  }

  #or(): AwkExpression {
    let left = this.#and();
    while (this.take('||')) {
      this.skipNewlines();
      left = { type: 'binary', operator: '||', left, right: this.#and() };
    }
    return left;
  }

  #and(): AwkExpression {
    let left = this.#membership();
    while (this.take('&&')) {
      this.skipNewlines();
      left = { type: 'binary', operator: '&&', left, right: this.#membership() };
    }
    return left;
  }

  #membership(): AwkExpression {
    let left = this.#matching();
    while (!this.isWithoutIn && this.takeKeyword('in'))
      left = { type: 'in', keys: left.type === 'group' ? left.items : [left], array: this.name() };
    return left;
  }

  #matching(): AwkExpression {
    let left = this.#comparison();
    for (;;) {
      const operator = this.operator();
      if (operator !== '~' && operator !== '!~') return left;
      this.index += 1;
      left = { type: 'match', isNegated: operator === '!~', left, right: this.#comparison() };
    }
  }

  #comparison(): AwkExpression {
    const left = this.concatenation();
    const operator = this.operator();
    if (operator === null || !comparisons.has(operator) || (operator === '>' && this.isPrinting)) return this.#piped(left);
    this.index += 1;
    return { type: 'binary', operator, left, right: this.concatenation() };
  }

  #piped(left: AwkExpression): AwkExpression {
    const next = this.tokens[this.index + 1];
    if (this.operator() !== '|' || next?.type !== 'keyword' || next.name !== 'getline') return left;
    this.index += 2;
    return { type: 'getline', target: this.#optionalTarget(), file: null, command: left };
  }

  protected concatenation(): AwkExpression {
    let left = this.#additive();
    while (this.#startsValue()) left = { type: 'binary', operator: ' ', left, right: this.#additive() };
    return left;
  }

  #startsValue(): boolean {
    const token = this.tokens[this.index];
    if (token === undefined || token.type === 'newline') return false;
    if (token.type === 'keyword') return false;
    return token.type !== 'operator' || ['(', '$', '++', '--'].includes(token.text);
  }

  #additive(): AwkExpression {
    let left = this.#multiplicative();
    for (;;) {
      const operator = this.operator();
      if (operator !== '+' && operator !== '-') return left;
      this.index += 1;
      left = { type: 'binary', operator, left, right: this.#multiplicative() };
    }
  }

  #multiplicative(): AwkExpression {
    let left = this.#unary();
    for (;;) {
      const operator = this.operator();
      if (operator !== '*' && operator !== '/' && operator !== '%') return left;
      this.index += 1;
      left = { type: 'binary', operator, left, right: this.#unary() };
    }
  }

  #unary(): AwkExpression {
    const operator = this.operator();
    if (operator === '!' || operator === '-' || operator === '+') {
      this.index += 1;
      return { type: 'unary', operator, operand: this.#unary() };
    }
    return this.#power();
  }

  #power(): AwkExpression {
    const base = this.#postfix();
    if (!this.take('^')) return base;
    return { type: 'binary', operator: '^', left: base, right: this.#unary() };
  }

  #postfix(): AwkExpression {
    const operator = this.operator();
    if (operator === '++' || operator === '--') {
      this.index += 1;
      const target = this.#primary();
      if (!isTarget(target)) throw this.error();
      return { type: 'step', target, by: operator === '++' ? 1 : -1, isPrefix: true };
    }
    const value = this.#primary();
    const after = this.operator();
    if ((after !== '++' && after !== '--') || !isTarget(value)) return value;
    this.index += 1;
    return { type: 'step', target: value, by: after === '++' ? 1 : -1, isPrefix: false };
  }

  #primary(): AwkExpression {
    const token = this.tokens[this.index];
    if (token === undefined || token.type === 'newline') throw this.error();
    this.index += 1;
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
        if (token.text === '(') return { type: 'group', items: this.list(')') };
        break;
    }
    this.index -= 1;
    throw this.error();
  }

  #fieldIndex(): AwkExpression {
    if (this.operator() === '-') return this.#unary();
    if (this.operator() === '++' || this.operator() === '--') return this.#postfix();
    return this.#primary();
  }

  #named(token: Extract<AwkToken, { type: 'name' }>): AwkExpression {
    if (this.operator() === '(' && (token.isCall || builtInNames.has(token.name))) {
      this.index += 1;
      return { type: 'call', name: token.name, args: this.list(')') };
    }
    if (token.name === 'length') return { type: 'call', name: 'length', args: [] };
    if (this.take('[')) return { type: 'element', array: token.name, keys: this.list(']') };
    return { type: 'variable', name: token.name };
  }

  #optionalTarget(): AwkTarget | null {
    const token = this.tokens[this.index];
    const isTargetNext = token?.type === 'name' || (token?.type === 'operator' && token.text === '$');
    if (!isTargetNext) return null;
    const target = this.#primary();
    return isTarget(target) ? target : null;
  }

  #getline(): AwkExpression {
    const target = this.#optionalTarget();
    const file = this.take('<') ? this.#primary() : null;
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
