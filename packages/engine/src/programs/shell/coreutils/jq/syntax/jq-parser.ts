import type { JqValue } from '../jq-value.ts';
import type { JqToken } from './jq-lexer.ts';
import { tokenizeJq } from './jq-lexer.ts';
import { parsePattern } from './jq-pattern-parser.ts';
import type { JqDefinition, JqNode } from './jq-syntax.ts';
import { JqSyntaxError } from './jq-syntax.ts';
import { jqKeywords, TokenCursor } from './jq-token-cursor.ts';

/** Parses a whole program: definitions, then a filter (the identity if absent). */
export function parseJq(source: string): JqNode {
  return new JqParser(tokenizeJq(source)).program();
}

/** Parses definitions only (the built-in ones). */
export function parseJqDefinitions(source: string): JqDefinition[] {
  return new JqParser(tokenizeJq(source)).definitions();
}

/** Binary operators from loosest to tightest; all bind tighter than `//` and the assignments. */
const binaryLevels = [
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const assignmentOperators = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);
const constants = new Map<string, JqValue>([
  ['null', null],
  ['true', true],
  ['false', false],
]);
const identity: JqNode = { type: 'identity' };

class JqParser {
  readonly #cursor: TokenCursor;

  constructor(tokens: readonly JqToken[]) {
    this.#cursor = new TokenCursor(tokens);
  }

  program(): JqNode {
    if (this.#cursor.isWord('import') || this.#cursor.isWord('include'))
      throw new JqSyntaxError('modules (import, include) are not supported here');
    const definitions: JqDefinition[] = [];
    while (this.#cursor.isWord('def')) definitions.push(this.#definition());
    const body = !this.#cursor.isAtEnd ? this.#pipe() : identity;
    this.#end();
    return definitions.reduceRight<JqNode>((inner, definition) => ({ type: 'define', definition, body: inner }), body);
  }

  definitions(): JqDefinition[] {
    const definitions: JqDefinition[] = [];
    while (this.#cursor.isWord('def')) definitions.push(this.#definition());
    this.#end();
    return definitions;
  }

  #end(): void {
    if (!this.#cursor.isAtEnd) throw this.#cursor.unexpected();
  }

  #pipe(): JqNode {
    if (this.#cursor.isWord('def')) {
      const definition = this.#definition();
      return { type: 'define', definition, body: this.#pipe() };
    }
    const left = this.#comma();
    if (this.#cursor.takeWord('as')) {
      const patterns = [parsePattern(this.#cursor, () => this.#objectKey())];
      while (this.#cursor.take('?//')) patterns.push(parsePattern(this.#cursor, () => this.#objectKey()));
      this.#cursor.expect('|');
      return { type: 'bind', source: left, patterns, body: this.#pipe() };
    }
    return this.#cursor.take('|') ? { type: 'pipe', left, right: this.#pipe() } : left;
  }

  #definition(): JqDefinition {
    this.#cursor.expectWord('def');
    const name = this.#identifier();
    const parameters: string[] = [];
    if (this.#cursor.take('(')) {
      do {
        const token = this.#cursor.peek();
        if (token?.type === 'variable') {
          parameters.push(`$${token.name}`);
          this.#cursor.advance();
        } else parameters.push(this.#identifier());
      } while (this.#cursor.take(';'));
      this.#cursor.expect(')');
    }
    this.#cursor.expect(':');
    const body = this.#pipe();
    this.#cursor.expect(';');
    return { name, parameters, body };
  }

  #identifier(): string {
    const token = this.#cursor.peek();
    if (token?.type !== 'word') throw this.#cursor.unexpected();
    this.#cursor.advance();
    return token.text;
  }

  #comma(): JqNode {
    let left = this.#alternative();
    while (this.#cursor.take(',')) left = { type: 'comma', left, right: this.#alternative() };
    return left;
  }

  // `//` is right-associative and looser than `or`; the assignments are between them.
  #alternative(): JqNode {
    const left = this.#assignment();
    return this.#cursor.take('//') ? { type: 'alternative', left, right: this.#alternative() } : left;
  }

  #assignment(): JqNode {
    const left = this.#or();
    const token = this.#cursor.peek();
    if (token?.type !== 'operator' || !assignmentOperators.has(token.text)) return left;
    this.#cursor.advance();
    return { type: 'assign', operator: token.text, left, right: this.#or() };
  }

  #or(): JqNode {
    let left = this.#and();
    while (this.#cursor.takeWord('or')) left = { type: 'or', left, right: this.#and() };
    return left;
  }

  #and(): JqNode {
    let left = this.#binary(0);
    while (this.#cursor.takeWord('and')) left = { type: 'and', left, right: this.#binary(0) };
    return left;
  }

  #binary(level: number): JqNode {
    const operators = binaryLevels[level];
    if (operators === undefined) return this.#postfix();
    let left = this.#binary(level + 1);
    for (;;) {
      const token = this.#cursor.peek();
      if (token?.type !== 'operator' || !operators.includes(token.text)) return left;
      this.#cursor.advance();
      left = { type: 'binary', operator: token.text, left, right: this.#binary(level + 1) };
      // Comparisons do not chain.
      if (level === 0) return left;
    }
  }

  #postfix(): JqNode {
    if (this.#cursor.takeWord('reduce')) return this.#reduce();
    if (this.#cursor.takeWord('foreach')) return this.#foreach();
    if (this.#cursor.take('-')) return { type: 'negate', operand: this.#postfix() };
    if (this.#cursor.takeWord('label')) {
      const name = this.#cursor.variable();
      this.#cursor.expect('|');
      return { type: 'label', name, body: this.#pipe() };
    }
    if (this.#cursor.takeWord('try')) {
      const body = this.#postfix();
      return { type: 'try', body, handler: this.#cursor.takeWord('catch') ? this.#postfix() : null };
    }
    const term = this.#term();
    // `Term as $x | body` binds tighter than the operators around it.
    if (!this.#cursor.isWord('as')) return term;
    this.#cursor.advance();
    const patterns = [parsePattern(this.#cursor, () => this.#objectKey())];
    while (this.#cursor.take('?//')) patterns.push(parsePattern(this.#cursor, () => this.#objectKey()));
    this.#cursor.expect('|');
    return { type: 'bind', source: term, patterns, body: this.#pipe() };
  }

  #reduce(): JqNode {
    const parts = this.#foldParts();
    this.#cursor.expect(')');
    return { type: 'reduce', ...parts };
  }

  #foreach(): JqNode {
    const parts = this.#foldParts();
    const extract = this.#cursor.take(';') ? this.#pipe() : null;
    this.#cursor.expect(')');
    return { type: 'foreach', ...parts, extract };
  }

  /** Parses `Term as Pattern (start; update`, without the closing parenthesis. */
  #foldParts() {
    const source = this.#term();
    this.#cursor.expectWord('as');
    const pattern = parsePattern(this.#cursor, () => this.#objectKey());
    this.#cursor.expect('(');
    const start = this.#pipe();
    this.#cursor.expect(';');
    return { source, pattern, start, update: this.#pipe() };
  }

  #term(): JqNode {
    let term = this.#primary();
    for (;;) {
      const token = this.#cursor.peek();
      if (token?.type === 'field') {
        this.#cursor.advance();
        term = { type: 'index', target: term, index: { type: 'literal', value: token.name } };
      } else if (this.#cursor.isOperator('.') && ['string', 'operator'].includes(this.#cursor.following()?.type ?? '')) {
        this.#cursor.advance();
        const next = this.#cursor.peek();
        if (next?.type === 'string') term = { type: 'index', target: term, index: this.#string(null) };
        else if (!this.#cursor.isOperator('[')) throw this.#cursor.unexpected();
      } else if (this.#cursor.take('[')) term = this.#bracket(term);
      else if (this.#cursor.take('?')) term = { type: 'try', body: term, handler: null };
      else return term;
    }
  }

  #bracket(target: JqNode): JqNode {
    if (this.#cursor.take(']')) return { type: 'iterate', target };
    if (this.#cursor.take(':')) {
      const to = this.#pipe();
      this.#cursor.expect(']');
      return { type: 'slice', target, from: null, to };
    }
    const index = this.#pipe();
    if (this.#cursor.take(':')) {
      const to = this.#cursor.isOperator(']') ? null : this.#pipe();
      this.#cursor.expect(']');
      return { type: 'slice', target, from: index, to };
    }
    this.#cursor.expect(']');
    return { type: 'index', target, index };
  }

  #primary(): JqNode {
    const token = this.#cursor.peek();
    if (token === undefined) throw this.#cursor.unexpected();
    switch (token.type) {
      case 'number':
        this.#cursor.advance();
        return { type: 'literal', value: token.value };
      case 'string':
        return this.#string(null);
      case 'format': {
        this.#cursor.advance();
        return this.#cursor.peek()?.type === 'string' ? this.#string(token.name) : { type: 'format', name: token.name };
      }
      case 'field':
        this.#cursor.advance();
        return { type: 'index', target: identity, index: { type: 'literal', value: token.name } };
      case 'variable':
        this.#cursor.advance();
        if (token.name !== '__loc__') return { type: 'variable', name: token.name };
        return {
          type: 'literal',
          value: new Map<string, string | number>([
            ['file', '<top-level>'],
            ['line', token.line],
          ]),
        };
      case 'word':
        return this.#wordTerm(token.text);
      case 'operator':
        return this.#operatorTerm(token.text);
    }
  }

  #operatorTerm(text: string): JqNode {
    this.#cursor.advance();
    switch (text) {
      case '.': {
        if (this.#cursor.peek()?.type === 'string') return { type: 'index', target: identity, index: this.#string(null) };
        return identity;
      }
      case '..':
        return { type: 'recurse' };
      case '(': {
        const body = this.#pipe();
        this.#cursor.expect(')');
        return body;
      }
      case '[': {
        const body = this.#cursor.isOperator(']') ? null : this.#pipe();
        this.#cursor.expect(']');
        return { type: 'array', body };
      }
      case '{':
        return this.#object();
      default:
        this.#cursor.back();
        throw this.#cursor.unexpected();
    }
  }

  #wordTerm(text: string): JqNode {
    this.#cursor.advance();
    const constant = constants.get(text);
    if (constant !== undefined) return { type: 'literal', value: constant };
    if (text === 'if') return this.#if();
    if (text === 'break') return { type: 'break', name: this.#cursor.variable() };
    if (text === 'def') {
      this.#cursor.back();
      const definition = this.#definition();
      return { type: 'define', definition, body: this.#pipe() };
    }
    if (text === 'reduce' || text === 'foreach' || text === 'try' || text === 'label') {
      this.#cursor.back();
      return this.#postfix();
    }
    if (jqKeywords.has(text)) {
      this.#cursor.back();
      throw this.#cursor.unexpected();
    }
    const args: JqNode[] = [];
    if (this.#cursor.take('(')) {
      do args.push(this.#pipe());
      while (this.#cursor.take(';'));
      this.#cursor.expect(')');
    }
    return { type: 'call', name: text, args };
  }

  #if(): JqNode {
    const condition = this.#pipe();
    this.#cursor.expectWord('then');
    const whenTrue = this.#pipe();
    if (this.#cursor.takeWord('elif')) return { type: 'if', condition, whenTrue, whenFalse: this.#if() };
    const whenFalse = this.#cursor.takeWord('else') ? this.#pipe() : null;
    this.#cursor.expectWord('end');
    return { type: 'if', condition, whenTrue, whenFalse };
  }

  #string(format: string | null): JqNode {
    const token = this.#cursor.peek();
    if (token?.type !== 'string') throw this.#cursor.unexpected();
    this.#cursor.advance();
    const parts = token.parts.map((part) => (typeof part === 'string' ? part : new JqParser(part).#whole()));
    const [only] = parts;
    if (parts.length === 1 && typeof only === 'string') return { type: 'literal', value: only };
    return { type: 'string', format, parts };
  }

  #whole(): JqNode {
    const node = this.#pipe();
    this.#end();
    return node;
  }

  #object(): JqNode {
    const entries: { key: JqNode; value: JqNode }[] = [];
    while (!this.#cursor.take('}')) {
      entries.push(this.#objectEntry());
      if (!this.#cursor.isOperator('}')) this.#cursor.expect(',');
    }
    return { type: 'object', entries };
  }

  #objectEntry(): { key: JqNode; value: JqNode } {
    const token = this.#cursor.peek();
    if (token?.type === 'variable') {
      this.#cursor.advance();
      const name: JqNode = { type: 'literal', value: token.name };
      if (token.name !== '__loc__') return { key: name, value: { type: 'variable', name: token.name } };
      this.#cursor.back();
      return { key: name, value: this.#primary() };
    }
    const key = this.#objectKey();
    if (this.#cursor.take(':')) return { key, value: this.#objectValue() };
    // `{name}` and `{"name"}` take the value at that key.
    return { key, value: { type: 'index', target: identity, index: key } };
  }

  #objectKey(): JqNode {
    const token = this.#cursor.peek();
    if (token?.type === 'word') {
      this.#cursor.advance();
      return { type: 'literal', value: token.text };
    }
    if (token?.type === 'string') return this.#string(null);
    if (token?.type === 'number') {
      this.#cursor.advance();
      return { type: 'literal', value: token.value };
    }
    if (token?.type === 'format') {
      this.#cursor.advance();
      return this.#string(token.name);
    }
    this.#cursor.expect('(');
    const key = this.#pipe();
    this.#cursor.expect(')');
    return key;
  }

  // Without parentheses, a value may contain operators, but no comma, which ends the entry.
  #objectValue(): JqNode {
    const left = this.#alternative();
    return this.#cursor.take('|') ? { type: 'pipe', left, right: this.#objectValue() } : left;
  }
}
