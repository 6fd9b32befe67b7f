import type { FileStatus } from '../../../abi/system-calls.ts';
import { compareIntegers } from './compare-integers.ts';

/** The environment that the operators of `test`, `[` and `[[` query. */
export interface TestSurroundings {
  /** Returns null if the path does not exist. */
  status(path: string, isFollowing: boolean): FileStatus | null;
  isTerminal(descriptor: number): boolean;
  isVariableSet(name: string): boolean;
  isOptionOn(name: string): boolean;
  /** Throws if the text is not a number. */
  toNumber(text: string): bigint;
}

export const unaryOperators: ReadonlySet<string> = new Set([...'abcdefghkprstuwxGLNOSznov'].map((letter) => `-${letter}`));

export const binaryOperators: ReadonlySet<string> = new Set([
  '=',
  '==',
  '!=',
  '<',
  '>',
  '-eq',
  '-ne',
  '-lt',
  '-le',
  '-gt',
  '-ge',
  '-nt',
  '-ot',
  '-ef',
]);

export function evaluateUnary(operator: string, operand: string, surroundings: TestSurroundings): boolean {
  switch (operator) {
    case '-z':
      return operand === '';
    case '-n':
      return operand !== '';
    case '-v':
      return surroundings.isVariableSet(operand);
    case '-o':
      return surroundings.isOptionOn(operand);
    case '-t':
      return surroundings.isTerminal(Number(operand));
    case '-h':
    case '-L':
      return operand !== '' && surroundings.status(operand, false)?.kind === 'symlink';
    default: {
      const status = operand === '' ? null : surroundings.status(operand, true);
      return status !== null && matchesStatus(operator, status);
    }
  }
}

function matchesStatus(operator: string, status: FileStatus): boolean {
  switch (operator) {
    case '-f':
      return status.kind === 'file';
    case '-d':
      return status.kind === 'directory';
    case '-s':
      return status.size > 0;
    case '-p':
      return status.kind === 'pipe';
    case '-S':
      return status.kind === 'socket';
    case '-c':
      return status.kind === 'terminal' || status.kind === 'console';
    case '-r':
      return (status.mode & 0o444) !== 0;
    case '-w':
      return (status.mode & 0o222) !== 0;
    case '-x':
      return (status.mode & 0o111) !== 0;
    case '-b':
    case '-g':
    case '-k':
    case '-u':
      return false;
    default:
      return true;
  }
}

export function evaluateBinary(operator: string, left: string, right: string, surroundings: TestSurroundings): boolean {
  switch (operator) {
    case '=':
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '-nt':
    case '-ot':
    case '-ef':
      return compareFiles(operator, surroundings.status(left, true), surroundings.status(right, true));
    default:
      return compareIntegers(numberOperators.get(operator) ?? '>=', surroundings.toNumber(left), surroundings.toNumber(right));
  }
}

function compareFiles(operator: string, left: FileStatus | null, right: FileStatus | null): boolean {
  if (operator === '-ef') return left !== null && right !== null && left.inode === right.inode;
  const newer = operator === '-nt' ? left : right;
  const older = operator === '-nt' ? right : left;
  return newer !== null && (older === null || newer.modifiedAt > older.modifiedAt);
}

const numberOperators = new Map([
  ['-eq', '=='],
  ['-ne', '!='],
  ['-lt', '<'],
  ['-le', '<='],
  ['-gt', '>'],
]);

/** Invalid arguments of `test` or `[`: exit code 2. */
export class TestSyntaxError extends Error {
  override readonly name = 'TestSyntaxError';
}

/**
 * Evaluates the arguments of `test`, or of `[` without its `]`. Up to four arguments, POSIX decides by their number; longer lists are
 * parsed.
 */
export function evaluateTestArguments(args: readonly string[], surroundings: TestSurroundings): boolean {
  const [first = '', second = '', third = '', fourth = ''] = args;
  if (args.length === 0) return false;
  if (args.length === 1) return first !== '';
  if (args.length === 2) return evaluateTwo(first, second, surroundings);
  if (args.length === 3) {
    if (binaryOperators.has(second)) return evaluateBinary(second, first, third, surroundings);
    if (first === '!') return !evaluateTwo(second, third, surroundings);
    if (first === '(' && third === ')') return second !== '';
  }
  if (args.length === 4 && first === '!') return !evaluateTestArguments(args.slice(1), surroundings);
  if (args.length === 4 && first === '(' && fourth === ')') return evaluateTwo(second, third, surroundings);
  return new TestParser(args, surroundings).parse();
}

function evaluateTwo(first: string, second: string, surroundings: TestSurroundings): boolean {
  if (first === '!') return second === '';
  if (!unaryOperators.has(first)) throw new TestSyntaxError(`${first}: unary operator expected`);
  return evaluateUnary(first, second, surroundings);
}

class TestParser {
  readonly #args: readonly string[];
  readonly #surroundings: TestSurroundings;
  #index = 0;

  constructor(args: readonly string[], surroundings: TestSurroundings) {
    this.#args = args;
    this.#surroundings = surroundings;
  }

  parse(): boolean {
    const result = this.#or();
    if (this.#index < this.#args.length) {
      if (this.#args.length === 3) throw new TestSyntaxError(`${this.#args[1] ?? ''}: binary operator expected`);
      throw new TestSyntaxError('too many arguments');
    }
    return result;
  }

  #or(): boolean {
    let result = this.#and();
    while (this.#take('-o')) result = this.#and() || result;
    return result;
  }

  #and(): boolean {
    let result = this.#not();
    while (this.#take('-a')) result = this.#not() && result;
    return result;
  }

  #not(): boolean {
    return this.#take('!') ? !this.#not() : this.#primary();
  }

  #primary(): boolean {
    const first = this.#args[this.#index];
    if (first === undefined) throw new TestSyntaxError('argument expected');
    const operator = this.#args[this.#index + 1] ?? '';
    const right = this.#args[this.#index + 2];
    if (binaryOperators.has(operator) && right !== undefined) {
      this.#index += 3;
      return evaluateBinary(operator, first, right, this.#surroundings);
    }
    if (first === '(') {
      this.#index += 1;
      const result = this.#or();
      if (!this.#take(')')) throw new TestSyntaxError("`)' expected");
      return result;
    }
    if (unaryOperators.has(first) && this.#index + 1 < this.#args.length) {
      this.#index += 2;
      return evaluateUnary(first, operator, this.#surroundings);
    }
    this.#index += 1;
    return first !== '';
  }

  #take(word: string): boolean {
    if (this.#args[this.#index] !== word) return false;
    this.#index += 1;
    return true;
  }
}
