import { toJson } from './jq-json.ts';
import type { JqObject, JqValue } from './jq-value.ts';
import { compareValues, described, isArray, isObject, JqError } from './jq-value.ts';

export function applyOperator(operator: string, left: JqValue, right: JqValue): JqValue {
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
      return subtract(left, right);
    case '*':
      return multiply(left, right);
    case '/':
      return divide(left, right);
    case '%':
      return remainder(left, right);
    case '==':
      return compareValues(left, right) === 0;
    case '!=':
      return compareValues(left, right) !== 0;
    case '<':
      return compareValues(left, right) < 0;
    case '<=':
      return compareValues(left, right) <= 0;
    case '>':
      return compareValues(left, right) > 0;
    default:
      return compareValues(left, right) >= 0;
  }
}

function refused(left: JqValue, right: JqValue, action: string): JqError {
  return new JqError(`${described(left, toJson)} and ${described(right, toJson)} cannot be ${action}`);
}

export function add(left: JqValue, right: JqValue): JqValue {
  if (left === null) return right;
  if (right === null) return left;
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (isArray(left) && isArray(right)) return [...left, ...right];
  if (isObject(left) && isObject(right)) return new Map([...left, ...right]);
  throw refused(left, right, 'added');
}

function subtract(left: JqValue, right: JqValue): JqValue {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (isArray(left) && isArray(right)) return left.filter((item) => !right.some((other) => compareValues(item, other) === 0));
  throw refused(left, right, 'subtracted');
}

/** A longer string is a mistake. */
const LONGEST_REPEAT = 256 * 1024 * 1024;

function multiply(left: JqValue, right: JqValue): JqValue {
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  const [text, count] = typeof left === 'string' ? [left, right] : [right, left];
  if (typeof text === 'string' && typeof count === 'number') {
    if (!(count > 0)) return null;
    const times = count < 1 ? 1 : Math.floor(count);
    if (text.length * times > LONGEST_REPEAT) throw new JqError('Repeat string result too long');
    return text.repeat(times);
  }
  if (isObject(left) && isObject(right)) return combine(left, right);
  throw refused(left, right, 'multiplied');
}

/** Merges two objects recursively. */
export function combine(left: JqObject, right: JqObject): JqObject {
  const result = new Map(left);
  for (const [key, value] of right) {
    const former = result.get(key) ?? null;
    result.set(key, isObject(former) && isObject(value) ? combine(former, value) : value);
  }
  return result;
}

function divide(left: JqValue, right: JqValue): JqValue {
  if (typeof left === 'number' && typeof right === 'number') {
    if (right === 0) throw refused(left, right, 'divided because the divisor is zero');
    return left / right;
  }
  if (typeof left === 'string' && typeof right === 'string') return split(left, right);
  throw refused(left, right, 'divided');
}

export function split(text: string, separator: string): JqValue[] {
  if (text === '') return [];
  return separator === '' ? [...text] : text.split(separator);
}

function remainder(left: JqValue, right: JqValue): JqValue {
  if (typeof left !== 'number' || typeof right !== 'number') throw refused(left, right, 'divided');
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
  const divisor = Math.trunc(Math.abs(right));
  if (divisor === 0) throw refused(left, right, 'divided because the divisor is zero');
  return Math.trunc(left) % divisor;
}
