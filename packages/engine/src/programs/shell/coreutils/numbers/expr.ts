import { basicToSource } from '../../text/posix-pattern.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';

export const expr: Command = async ({ args, stdout }) => {
  if (args.length === 0) throw new CommandError("missing operand\nTry 'expr --help' for more information.", 2);
  const parser = new ExprParser(args);
  const result = parser.parse();
  await stdout.writeLine(result);
  return result === '' || /^-?0+$/.test(result) ? 1 : 0;
};

const levels = [['|'], ['&'], ['<', '<=', '=', '==', '!=', '>=', '>'], ['+', '-'], ['*', '/', '%'], [':']];

class ExprParser {
  readonly #args: readonly string[];
  #index = 0;

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  parse(): string {
    const result = this.#level(0);
    const rest = this.#args[this.#index];
    if (rest !== undefined) throw new CommandError(`syntax error: unexpected argument '${rest}'`, 2);
    return result;
  }

  #level(level: number): string {
    const operators = levels[level];
    if (operators === undefined) return this.#primary();
    let left = this.#level(level + 1);
    for (;;) {
      const operator = this.#args[this.#index];
      if (operator === undefined || !operators.includes(operator)) return left;
      this.#index += 1;
      left = apply(operator, left, this.#level(level + 1));
    }
  }

  #primary(): string {
    const word = this.#args[this.#index];
    if (word === undefined) throw new CommandError(`syntax error: missing argument after '${this.#args.at(-1)}'`, 2);
    this.#index += 1;
    if (word === '(') {
      const value = this.#level(0);
      if (this.#args[this.#index] !== ')')
        throw new CommandError(`syntax error: expecting ')' after '${this.#args[this.#index - 1] ?? ''}'`, 2);
      this.#index += 1;
      return value;
    }
    const isFunction = this.#index < this.#args.length;
    if (word === 'length' && isFunction) return String([...this.#primary()].length);
    if (word === 'match' && isFunction) return match(this.#primary(), this.#primary());
    if (word === 'index' && isFunction) {
      const [text, set] = [this.#primary(), this.#primary()];
      return String([...text].findIndex((character) => set.includes(character)) + 1);
    }
    if (word === 'substr' && isFunction) {
      const [text, start, length] = [this.#primary(), Number(this.#primary()), Number(this.#primary())];
      return start < 1 || length < 1 ? '' : [...text].slice(start - 1, start - 1 + length).join('');
    }
    return word;
  }
}

const isNumber = (text: string) => /^-?\d+$/.test(text);
const isNull = (text: string) => text === '' || /^-?0+$/.test(text);

function apply(operator: string, left: string, right: string): string {
  if (operator === '|') return isNull(left) ? (isNull(right) ? '0' : right) : left;
  if (operator === '&') return isNull(left) || isNull(right) ? '0' : left;
  if (operator === ':') return match(left, right);
  if ('+-*/%'.includes(operator)) return calculate(operator, left, right);
  const order = isNumber(left) && isNumber(right) ? Number(BigInt(left) - BigInt(right)) : left < right ? -1 : left > right ? 1 : 0;
  const results: Record<string, boolean> = {
    '<': order < 0,
    '<=': order <= 0,
    '=': order === 0,
    '==': order === 0,
    '!=': order !== 0,
    '>=': order >= 0,
    '>': order > 0,
  };
  return results[operator] === true ? '1' : '0';
}

function calculate(operator: string, left: string, right: string): string {
  if (!isNumber(left) || !isNumber(right)) throw new CommandError('non-integer argument', 2);
  const [first, second] = [BigInt(left), BigInt(right)];
  if (operator === '+') return String(first + second);
  if (operator === '-') return String(first - second);
  if (operator === '*') return String(first * second);
  if (second === 0n) throw new CommandError('division by zero', 2);
  return String(operator === '/' ? first / second : first % second);
}

function match(text: string, pattern: string): string {
  const found = new RegExp(`^(?:${basicToSource(pattern)})`, 'su').exec(text);
  if (pattern.includes('\\(')) return found?.[1] ?? '';
  return String([...(found?.[0] ?? '')].length);
}
