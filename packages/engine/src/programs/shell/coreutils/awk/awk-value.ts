import { formatPrintf } from '../../text/printf-format.ts';
import { CommandError } from '../command.ts';

/** awk's values: numbers, texts, and input that compares as a number when it looks like one. */
export type AwkValue = number | string | AwkInput | undefined;

export class AwkInput {
  constructor(readonly text: string) {}
}

const LOOKS_NUMERIC = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

export function toNumber(value: AwkValue): number {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : (value?.text ?? '');
  return Number(/^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(text)?.[1] ?? 0);
}

export function toText(value: AwkValue, format = '%.6g'): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (value instanceof AwkInput) return value.text;
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return String(value);
  return new TextDecoder().decode(formatPrintf(format, [String(value)]).bytes);
}

export function toTruth(value: AwkValue): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (value === undefined) return false;
  return LOOKS_NUMERIC.test(value.text) ? Number(value.text) !== 0 : value.text !== '';
}

/** Compares as numbers if both are numeric, otherwise as text. Returns -1, 0 or 1. */
export function compareValues(left: AwkValue, right: AwkValue): number {
  if (isNumeric(left) && isNumeric(right)) return Math.sign(toNumber(left) - toNumber(right));
  const [first, second] = [toText(left), toText(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function isNumeric(value: AwkValue): boolean {
  if (typeof value === 'number' || value === undefined) return true;
  return value instanceof AwkInput && LOOKS_NUMERIC.test(value.text);
}

/** Applies one of awk's operators to two numbers. */
export function arithmetic(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '^':
      return left ** right;
    default:
      if (right === 0) throw new CommandError(operator === '%' ? 'division by zero in %' : 'division by zero', 2);
      return operator === '/' ? left / right : left % right;
  }
}
