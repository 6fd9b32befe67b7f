import { AwkExpressionParser } from './awk-expression-parser.ts';
import { tokenizeAwk } from './awk-lexer.ts';
import type { AwkExpression, AwkProgram, AwkRule, AwkStatement } from './awk-syntax.ts';

export function parseAwk(source: string): AwkProgram {
  return new AwkParser(tokenizeAwk(source)).parse();
}

class AwkParser extends AwkExpressionParser {
  parse(): AwkProgram {
    const program: AwkProgram = { rules: [], functions: new Map() };
    this.skipEnds();
    while (this.index < this.tokens.length) {
      if (this.takeKeyword('function') || this.takeKeyword('func')) this.#function(program);
      else program.rules.push(this.#rule());
      this.skipEnds();
    }
    return program;
  }

  #function(program: AwkProgram): void {
    const name = this.name();
    const parameters: string[] = [];
    this.expect('(');
    while (!this.take(')')) {
      parameters.push(this.name());
      this.take(',');
      this.skipNewlines();
    }
    this.skipNewlines();
    program.functions.set(name, { parameters, body: this.#block() });
  }

  #rule(): AwkRule {
    if (this.takeKeyword('BEGIN')) return { pattern: { type: 'begin' }, body: this.#block() };
    if (this.takeKeyword('END')) return { pattern: { type: 'end' }, body: this.#block() };
    if (this.operator() === '{') return { pattern: { type: 'always' }, body: this.#block() };
    const test = this.expression();
    let pattern: AwkRule['pattern'] = { type: 'test', test };
    if (this.take(',')) {
      this.skipNewlines();
      pattern = { type: 'range', from: test, to: this.expression(), isActive: false };
    }
    return { pattern, body: this.operator() === '{' ? this.#block() : null };
  }

  #block(): AwkStatement {
    this.expect('{');
    const statements: AwkStatement[] = [];
    this.skipEnds();
    while (!this.take('}')) {
      statements.push(this.#statement());
      this.skipEnds();
    }
    return { type: 'block', statements };
  }

  /** Parses the body of `if` and of loops: the next statement after any newlines. */
  #body(): AwkStatement {
    this.skipNewlines();
    if (this.take(';')) return { type: 'block', statements: [] };
    return this.#statement();
  }

  #statement(): AwkStatement {
    if (this.operator() === '{') return this.#block();
    if (this.takeKeyword('if')) return this.#if();
    if (this.takeKeyword('while')) {
      const test = this.#parenthesized();
      return { type: 'while', test, body: this.#body(), isTestedAfter: false };
    }
    if (this.takeKeyword('do')) {
      const body = this.#body();
      this.skipEnds();
      if (!this.takeKeyword('while')) throw this.error();
      return { type: 'while', test: this.#parenthesized(), body, isTestedAfter: true };
    }
    if (this.takeKeyword('for')) return this.#for();
    for (const kind of ['break', 'continue', 'next'] as const) if (this.takeKeyword(kind)) return { type: 'leave', kind };
    for (const type of ['exit', 'return'] as const)
      if (this.takeKeyword(type)) return { type, value: this.#isAtEnd() ? null : this.expression() };
    return this.#simple();
  }

  #isAtEnd(): boolean {
    const token = this.tokens[this.index];
    return token === undefined || token.type === 'newline' || (token.type === 'operator' && (token.text === ';' || token.text === '}'));
  }

  #parenthesized(): AwkExpression {
    this.expect('(');
    const expression = this.expression();
    this.expect(')');
    return expression;
  }

  #if(): AwkStatement {
    const test = this.#parenthesized();
    const yes = this.#body();
    const before = this.index;
    this.skipEnds();
    if (this.takeKeyword('else')) return { type: 'if', test, yes, no: this.#body() };
    this.index = before;
    return { type: 'if', test, yes, no: null };
  }

  #for(): AwkStatement {
    this.expect('(');
    const [name, keyword, array, close] = this.tokens.slice(this.index, this.index + 4);
    const isIn =
      name?.type === 'name' &&
      keyword?.type === 'keyword' &&
      keyword.name === 'in' &&
      array?.type === 'name' &&
      close?.type === 'operator' &&
      close.text === ')';
    if (isIn) {
      this.index += 4;
      return { type: 'for-in', name: name.name, array: array.name, body: this.#body() };
    }
    const start = this.operator() === ';' ? null : this.#simple();
    this.expect(';');
    const test = this.operator() === ';' ? null : this.expression();
    this.expect(';');
    const step = this.operator() === ')' ? null : this.#simple();
    this.expect(')');
    return { type: 'for', start, test, step, body: this.#body() };
  }

  #simple(): AwkStatement {
    if (this.isKeyword('print') || this.isKeyword('printf')) return this.#print();
    if (this.takeKeyword('delete')) {
      const array = this.name();
      if (!this.take('[')) return { type: 'delete', array, keys: null };
      const keys = this.list(']');
      return { type: 'delete', array, keys };
    }
    return { type: 'evaluate', expression: this.expression() };
  }

  #print(): AwkStatement {
    const isFormatted = this.takeKeyword('printf');
    if (!isFormatted) this.takeKeyword('print');
    this.isPrinting = true;
    const items: AwkExpression[] = [];
    while (!this.#isAtEnd() && !['>', '>>', '|'].includes(this.operator() ?? '')) {
      const item = this.expression();
      if (item.type === 'group' && items.length === 0 && item.items.length > 1) items.push(...item.items);
      else items.push(item);
      if (!this.take(',')) break;
      this.skipNewlines();
    }
    this.isPrinting = false;
    const operator = this.operator();
    if (operator !== '>' && operator !== '>>' && operator !== '|') return { type: 'print', isFormatted, items, redirect: null };
    this.index += 1;
    return { type: 'print', isFormatted, items, redirect: { operator, target: this.concatenation() } };
  }
}
