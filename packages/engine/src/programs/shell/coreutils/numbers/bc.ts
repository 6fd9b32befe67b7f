import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import type { BcNumber } from './bc-number.ts';
import {
  addNumbers,
  bcText,
  compareNumbers,
  divideNumbers,
  fromDouble,
  multiplyNumbers,
  negate,
  parseBcNumber,
  powerOf,
  remainderOf,
  rescaled,
  squareRoot,
  zero,
} from './bc-number.ts';

/**
 * Implements `bc`: expressions, variables, `scale`, `ibase`, `obase`, comparisons and (-l) the mathematical functions; no statements, no
 * user-defined functions.
 */
export const bc: Command = async (context) => {
  const { flags, operands } = parseOptions(context, { flags: 'lqsw', long: { mathlib: 'l', quiet: 'q' } });
  const calculator = new BcCalculator(flags.has('l'));
  const run = async (text: string) => {
    for (const statement of text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/#.*$/gm, '')
      .replace(/\\\n/g, '')
      .split(/[;\n]/)) {
      if (statement.trim() === '') continue;
      if (/^\s*(?:quit|halt)\s*$/.test(statement)) return false;
      const { output, problem } = calculator.run(statement.trim());
      if (output !== null) await context.stdout.write(output);
      if (problem !== null) {
        await context.stdout.flush();
        await context.stderr.writeLine(problem);
      }
    }
    return true;
  };
  for (const path of operands) if (!(await run(await context.files.readText(path)))) return 0;
  for await (const line of context.stdin.lines()) if (!(await run(line))) return 0;
  return 0;
};

class BcError extends Error {}

const TOKEN = /\s*(?:(\d+\.?\d*|\.\d+|[0-9A-F]+)|([a-z][a-z0-9_]*)|("[^"]*")|(\+\+|--|==|!=|<=|>=|&&|\|\||[-+*/%^]=|[-+*/%^()=<>!,]))/y;

class BcCalculator {
  readonly #variables = new Map<string, BcNumber>();
  #tokens: string[] = [];
  #index = 0;
  #last: BcNumber = zero;

  constructor(hasLibrary: boolean) {
    this.#variables.set('scale', { digits: hasLibrary ? 20n : 0n, scale: 0 });
    this.#variables.set('ibase', { digits: 10n, scale: 0 });
    this.#variables.set('obase', { digits: 10n, scale: 0 });
  }

  get #scale(): number {
    return Number(this.#variables.get('scale')?.digits ?? 0n);
  }

  run(statement: string): { output: string | null; problem: string | null } {
    try {
      this.#tokens = tokenize(statement);
      this.#index = 0;
      const [first = ''] = this.#tokens;
      if (first.startsWith('"')) return { output: first.slice(1, -1), problem: null };
      if (first === 'print') return { output: this.#print(), problem: null };
      const isAssignment = /^[a-z]/.test(first) && /^[-+*/%^]?=$/.test(this.#tokens[1] ?? '');
      const value = this.#expression();
      if (this.#index < this.#tokens.length) throw new BcError('(standard_in) 1: syntax error');
      if (isAssignment) return { output: null, problem: null };
      this.#last = value;
      return { output: `${this.#text(value)}\n`, problem: null };
    } catch (error) {
      if (error instanceof BcError) return { output: null, problem: error.message };
      throw error;
    }
  }

  #print(): string {
    this.#index = 1;
    let text = '';
    while (this.#index < this.#tokens.length) {
      const token = this.#tokens[this.#index] ?? '';
      if (token.startsWith('"')) {
        this.#index += 1;
        text += token.slice(1, -1).replaceAll('\\n', '\n').replaceAll('\\t', '\t');
      } else text += this.#text(this.#expression());
      if (this.#tokens[this.#index] === ',') this.#index += 1;
    }
    return text;
  }

  #text(value: BcNumber): string {
    return bcText(value, Number(this.#variables.get('obase')?.digits ?? 10n));
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#index] !== token) return false;
    this.#index += 1;
    return true;
  }

  #expression(): BcNumber {
    const [name = '', operator = ''] = this.#tokens.slice(this.#index, this.#index + 2);
    if (/^[a-z]/.test(name) && /^[-+*/%^]?=$/.test(operator)) {
      this.#index += 2;
      const right = this.#expression();
      const former = this.#variables.get(name) ?? zero;
      const value = operator === '=' ? right : this.#apply(operator.slice(0, 1), former, right);
      this.#variables.set(name, value);
      return value;
    }
    return this.#or();
  }

  #or(): BcNumber {
    let left = this.#and();
    while (this.#take('||')) {
      const right = this.#and();
      left = truth(left.digits !== 0n || right.digits !== 0n);
    }
    return left;
  }

  #and(): BcNumber {
    let left = this.#comparison();
    while (this.#take('&&')) {
      const right = this.#comparison();
      left = truth(left.digits !== 0n && right.digits !== 0n);
    }
    return left;
  }

  #comparison(): BcNumber {
    const left = this.#sum();
    const operator = this.#tokens[this.#index] ?? '';
    if (!['==', '!=', '<', '<=', '>', '>='].includes(operator)) return left;
    this.#index += 1;
    const order = compareNumbers(left, this.#sum());
    const meanings = new Map([
      ['==', order === 0],
      ['!=', order !== 0],
      ['<', order < 0],
      ['<=', order <= 0],
      ['>', order > 0],
      ['>=', order >= 0],
    ]);
    return truth(meanings.get(operator) === true);
  }

  #sum(): BcNumber {
    let left = this.#product();
    for (;;) {
      if (this.#take('+')) left = addNumbers(left, this.#product());
      else if (this.#take('-')) left = addNumbers(left, negate(this.#product()));
      else return left;
    }
  }

  #product(): BcNumber {
    let left = this.#power();
    for (;;) {
      const operator = this.#tokens[this.#index] ?? '';
      if (!['*', '/', '%'].includes(operator)) return left;
      this.#index += 1;
      left = this.#apply(operator, left, this.#power());
    }
  }

  #power(): BcNumber {
    const base = this.#unary();
    return this.#take('^') ? this.#apply('^', base, this.#power()) : base;
  }

  #unary(): BcNumber {
    if (this.#take('-')) return negate(this.#unary());
    if (this.#take('!')) return truth(this.#unary().digits === 0n);
    return this.#primary();
  }

  #primary(): BcNumber {
    const token = this.#tokens[this.#index] ?? '';
    this.#index += 1;
    if (token === '(') {
      const value = this.#expression();
      if (!this.#take(')')) throw new BcError('(standard_in) 1: syntax error');
      return value;
    }
    if (/^[0-9A-F.]/.test(token)) return this.#number(token);
    if (/^[a-z]/.test(token)) {
      if (this.#take('(')) {
        const value = this.#take(')') ? zero : this.#expression();
        if (this.#tokens[this.#index - 1] !== ')' && !this.#take(')')) throw new BcError('(standard_in) 1: syntax error');
        return this.#call(token, value);
      }
      return token === 'last' ? this.#last : (this.#variables.get(token) ?? zero);
    }
    throw new BcError('(standard_in) 1: syntax error');
  }

  #number(token: string): BcNumber {
    const base = Number(this.#variables.get('ibase')?.digits ?? 10n);
    if (base === 10) return parseBcNumber(token.replace(/[A-F]/g, '9'));
    let value = 0n;
    for (const digit of token.split('.')[0] ?? '') value = value * BigInt(base) + BigInt(Number.parseInt(digit, 16));
    return { digits: value, scale: 0 };
  }

  #apply(operator: string, left: BcNumber, right: BcNumber): BcNumber {
    const scale = this.#scale;
    switch (operator) {
      case '+':
        return addNumbers(left, right);
      case '-':
        return addNumbers(left, negate(right));
      case '*':
        return multiplyNumbers(left, right, scale);
      case '^':
        return powerOf(left, right, scale) ?? fail('Runtime error (func=(main), adr=3): exponent too large');
      case '%':
        return remainderOf(left, right, scale) ?? fail('Runtime error (func=(main), adr=3): Modulo by zero');
      default:
        return divideNumbers(left, right, scale) ?? fail('Runtime error (func=(main), adr=3): Divide by zero');
    }
  }

  #call(name: string, value: BcNumber): BcNumber {
    const scale = this.#scale;
    const double = () => Number(bcText(value));
    switch (name) {
      case 'sqrt':
        return squareRoot(value, scale) ?? fail('Runtime error (func=(main), adr=3): Square root of a negative number');
      case 'length':
        return { digits: BigInt(String(value.digits).replace('-', '').length), scale: 0 };
      case 'scale':
        return { digits: BigInt(value.scale), scale: 0 };
      case 's':
        return fromDouble(Math.sin(double()), scale);
      case 'c':
        return fromDouble(Math.cos(double()), scale);
      case 'a':
        return fromDouble(Math.atan(double()), scale);
      case 'l':
        return fromDouble(Math.log(double()), scale);
      case 'e':
        return fromDouble(Math.exp(double()), scale);
      default:
        return fail(`Runtime error (func=(main), adr=3): Function ${name} not defined.`);
    }
  }
}

function fail(message: string): never {
  throw new BcError(message);
}

function truth(value: boolean): BcNumber {
  return rescaled({ digits: value ? 1n : 0n, scale: 0 }, 0);
}

function tokenize(statement: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < statement.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(statement);
    if (match === null) {
      if (statement.slice(start).trim() === '') return tokens;
      throw new BcError('(standard_in) 1: syntax error');
    }
    tokens.push(match[0].trim());
  }
  return tokens;
}
