import { compareIntegers } from '../../text/compare-integers.ts';
/** The variables available to shell arithmetic, which has 64-bit integers and C's operators. Its text has its `$…` already expanded. */
export interface ArithmeticVariables {
  /** Returns the variable's text, or null when it is unset. */
  read(name: string, index: string | null): string | null;
  write(name: string, index: string | null, value: string): void;
}

export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError';
}

export function evaluateArithmetic(text: string, variables: ArithmeticVariables, depth = 0): bigint {
  if (depth > 64) throw new ArithmeticError(`${text}: expression recursion level exceeded (error token is "${text}")`);
  return new ArithmeticEvaluator(text, variables, depth).evaluate();
}

/** `start` is the token's position in the text, for messages. */
type Token = { start?: number } & (
  | { type: 'number'; value: bigint }
  | { type: 'name'; name: string; index: string | null }
  | { type: 'operator'; operator: string }
);

const OPERATOR = /^(?:<<=|>>=|\*\*|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%<>=!~&|^?:(),])/;

/** Binary operators from the loosest to the tightest. */
const binaryLevels = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];

const assignmentOperators = new Set(['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^=']);

class ArithmeticEvaluator {
  readonly #text: string;
  readonly #variables: ArithmeticVariables;
  readonly #depth: number;
  readonly #tokens: Token[];
  #index = 0;
  /** Above 0 inside a branch that is not taken: assignments and divisions by zero have no effect there. */
  #dead = 0;

  constructor(text: string, variables: ArithmeticVariables, depth: number) {
    this.#text = text;
    this.#variables = variables;
    this.#depth = depth;
    this.#tokens = tokenize(text);
  }

  evaluate(): bigint {
    if (this.#tokens.length === 0) return 0n;
    const value = this.#comma();
    if (this.#index < this.#tokens.length) throw this.#error('syntax error in expression');
    return value;
  }

  #error(message: string): ArithmeticError {
    const rest = this.#text.slice(this.#tokens[this.#index]?.start ?? this.#text.length);
    return new ArithmeticError(`${this.#text.trimStart()}: ${message} (error token is "${rest}")`);
  }

  #peekOperator(): string | null {
    const token = this.#tokens[this.#index];
    return token?.type === 'operator' ? token.operator : null;
  }

  #take(operator: string): boolean {
    if (this.#peekOperator() !== operator) return false;
    this.#index += 1;
    return true;
  }

  #comma(): bigint {
    let value = this.#assignment();
    while (this.#take(',')) value = this.#assignment();
    return value;
  }

  #assignment(): bigint {
    const target = this.#tokens[this.#index];
    const next = this.#tokens[this.#index + 1];
    if (target?.type !== 'name' || next?.type !== 'operator' || !assignmentOperators.has(next.operator)) return this.#ternary();
    this.#index += 2;
    const right = this.#assignment();
    const operator = next.operator.slice(0, -1);
    const value = operator === '' ? right : this.#apply(operator, this.#valueOf(target.name, target.index), right);
    this.#assign(target.name, target.index, value);
    return value;
  }

  #ternary(): bigint {
    const condition = this.#binary(0);
    if (!this.#take('?')) return condition;
    const whenTrue = this.#inBranch(condition !== 0n, () => this.#assignment());
    if (!this.#take(':')) throw this.#error("`:' expected for conditional expression");
    const whenFalse = this.#inBranch(condition === 0n, () => this.#assignment());
    return condition !== 0n ? whenTrue : whenFalse;
  }

  #inBranch(isTaken: boolean, read: () => bigint): bigint {
    if (isTaken) return read();
    this.#dead += 1;
    const value = read();
    this.#dead -= 1;
    return value;
  }

  #binary(level: number): bigint {
    const operators = binaryLevels[level];
    if (operators === undefined) return this.#power();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#peekOperator();
      if (operator === null || !operators.includes(operator)) return left;
      this.#index += 1;
      if (operator === '&&') left = this.#inBranch(left !== 0n, () => this.#binary(level + 1)) !== 0n && left !== 0n ? 1n : 0n;
      else if (operator === '||') left = this.#inBranch(left === 0n, () => this.#binary(level + 1)) !== 0n || left !== 0n ? 1n : 0n;
      else left = this.#apply(operator, left, this.#binary(level + 1));
    }
  }

  #power(): bigint {
    const base = this.#unary();
    if (!this.#take('**')) return base;
    const exponent = this.#power();
    if (exponent < 0n) throw this.#error('exponent less than 0');
    return this.#dead > 0 ? 0n : BigInt.asIntN(64, base ** (exponent > 4096n ? 4096n : exponent));
  }

  #unary(): bigint {
    const operator = this.#peekOperator();
    if (operator === '+' || operator === '-' || operator === '!' || operator === '~') {
      this.#index += 1;
      const value = this.#unary();
      if (operator === '-') return BigInt.asIntN(64, -value);
      if (operator === '!') return value === 0n ? 1n : 0n;
      return operator === '~' ? ~value : value;
    }
    if (operator === '++' || operator === '--') {
      this.#index += 1;
      const token = this.#tokens[this.#index];
      if (token?.type !== 'name') return operator === '--' ? this.#unary() : this.#unary();
      this.#index += 1;
      return this.#step(token, operator);
    }
    return this.#primary();
  }

  #primary(): bigint {
    const token = this.#tokens[this.#index];
    if (token === undefined)
      throw new ArithmeticError(`${this.#text.trimStart()}: syntax error: operand expected (error token is "${this.#lastText()}")`);
    if (token.type === 'operator') {
      if (!this.#take('(')) throw this.#error('syntax error: operand expected');
      const value = this.#comma();
      if (!this.#take(')')) throw this.#error("missing `)'");
      return value;
    }
    this.#index += 1;
    if (token.type === 'number') return token.value;
    const value = this.#valueOf(token.name, token.index);
    if (this.#take('++')) this.#assign(token.name, token.index, value + 1n);
    else if (this.#take('--')) this.#assign(token.name, token.index, value - 1n);
    return value;
  }

  #lastText(): string {
    return this.#text.slice(this.#tokens.at(-1)?.start ?? 0);
  }

  #step(token: Extract<Token, { type: 'name' }>, operator: '++' | '--'): bigint {
    const value = BigInt.asIntN(64, this.#valueOf(token.name, token.index) + (operator === '++' ? 1n : -1n));
    this.#assign(token.name, token.index, value);
    return value;
  }

  #valueOf(name: string, index: string | null): bigint {
    if (this.#dead > 0) return 0n;
    const text = this.#variables.read(name, index);
    if (text === null || text.trim() === '') return 0n;
    return parseNumber(text.trim()) ?? evaluateArithmetic(text, this.#variables, this.#depth + 1);
  }

  #assign(name: string, index: string | null, value: bigint): void {
    if (this.#dead === 0) this.#variables.write(name, index, String(BigInt.asIntN(64, value)));
  }

  #apply(operator: string, left: bigint, right: bigint): bigint {
    if (operator === '/' || operator === '%') {
      if (this.#dead > 0) return 0n;
      if (right === 0n) throw new ArithmeticError(`${this.#text.trimStart()}: division by 0 (error token is "${this.#divisorText()}")`);
      return operator === '/' ? BigInt.asIntN(64, left / right) : left % right;
    }
    return applyOperator(operator, left, right);
  }

  #divisorText(): string {
    return this.#text.slice(this.#tokens[this.#index - 1]?.start ?? 0);
  }
}

function applyOperator(operator: string, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '+':
      return BigInt.asIntN(64, left + right);
    case '-':
      return BigInt.asIntN(64, left - right);
    case '*':
      return BigInt.asIntN(64, left * right);
    case '<<':
      return BigInt.asIntN(64, left << (right & 63n));
    case '>>':
      return left >> (right & 63n);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    default:
      return compareIntegers(operator, left, right) ? 1n : 0n;
  }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let rest = text.trimStart();
  while (rest !== '') {
    const { token, length } = readToken(rest, text);
    tokens.push({ ...token, start: text.length - rest.length });
    rest = rest.slice(length).trimStart();
  }
  return tokens;
}

function readToken(rest: string, text: string): { token: Token; length: number } {
  const number = /^(?:0[xX][\dA-Fa-f]+|\d+#[\w@]+|\d\w*)/.exec(rest);
  if (number !== null) {
    const value = parseNumber(number[0]);
    if (value === null) throw new ArithmeticError(`${text.trimStart()}: value too great for base (error token is "${number[0]}")`);
    return { token: { type: 'number', value }, length: number[0].length };
  }
  const name = /^[A-Za-z_]\w*/.exec(rest);
  if (name !== null) {
    const index = rest[name[0].length] === '[' ? subscript(rest, name[0].length) : null;
    const length = name[0].length + (index === null ? 0 : index.length + 2);
    return { token: { type: 'name', name: name[0], index }, length };
  }
  const operator = OPERATOR.exec(rest);
  if (operator === null) throw new ArithmeticError(`${text.trimStart()}: syntax error: operand expected (error token is "${rest}")`);
  return { token: { type: 'operator', operator: operator[0] }, length: operator[0].length };
}

function subscript(text: string, open: number): string | null {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === '[') depth += 1;
    else if (text[index] === ']') {
      depth -= 1;
      if (depth === 0) return text.slice(open + 1, index);
    }
  }
  return null;
}

/** Parses decimal, 0octal, 0xhex and base#digits. Returns null for anything else. */
export function parseNumber(text: string): bigint | null {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const magnitude = parseMagnitude(digits);
  if (magnitude === null) return null;
  return BigInt.asIntN(64, sign === '-' ? -magnitude : magnitude);
}

function parseMagnitude(digits: string): bigint | null {
  if (/^0[xX][\dA-Fa-f]+$/.test(digits)) return BigInt(digits);
  if (/^0[0-7]+$/.test(digits)) return BigInt(`0o${digits.slice(1)}`);
  if (/^(?:0|[1-9]\d*)$/.test(digits)) return BigInt(digits);
  const based = /^(\d+)#([\w@]+)$/.exec(digits);
  if (based === null) return null;
  const base = Number(based[1]);
  if (base < 2 || base > 64) return null;
  return inBase(based[2] ?? '', base);
}

function inBase(digits: string, base: number): bigint | null {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_';
  let value = 0n;
  for (const digit of base <= 36 ? digits.toLowerCase() : digits) {
    const position = alphabet.indexOf(digit);
    if (position === -1 || position >= base) return null;
    value = value * BigInt(base) + BigInt(position);
  }
  return value;
}
