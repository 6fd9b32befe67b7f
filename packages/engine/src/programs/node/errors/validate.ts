import { invalidArgumentType, invalidArgumentValue, outOfRange } from './node-error.ts';

const LARGEST_UINT32 = 4_294_967_295;

export function validateNumber(value: unknown, name: string, least?: number, most?: number): asserts value is number {
  if (typeof value !== 'number') throw invalidArgumentType(name, 'of type number', value);
  const isBounded = least !== undefined || most !== undefined;
  if ((least !== undefined && value < least) || (most !== undefined && value > most) || (isBounded && Number.isNaN(value))) {
    const range = [least === undefined ? [] : `>= ${least}`, most === undefined ? [] : `<= ${most}`].flat().join(' && ');
    throw outOfRange(name, range, value);
  }
}

export function validateInteger(
  value: unknown,
  name: string,
  least: number = Number.MIN_SAFE_INTEGER,
  most: number = Number.MAX_SAFE_INTEGER,
): asserts value is number {
  if (typeof value !== 'number') throw invalidArgumentType(name, 'of type number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < least || value > most) throw outOfRange(name, `>= ${least} && <= ${most}`, value);
}

export function validateInt32(value: unknown, name: string, least = -2_147_483_648, most = 2_147_483_647): asserts value is number {
  validateInteger(value, name, least, most);
}

export function validateUint32(value: unknown, name: string, isPositive = false): asserts value is number {
  validateInteger(value, name, isPositive ? 1 : 0, LARGEST_UINT32);
}

export function validateString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw invalidArgumentType(name, 'of type string', value);
}

export function validateBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== 'boolean') throw invalidArgumentType(name, 'of type boolean', value);
}

// biome-ignore lint/complexity/noBannedTypes: any function will do, as for Node
export function validateFunction(value: unknown, name: string): asserts value is Function {
  if (typeof value !== 'function') throw invalidArgumentType(name, 'of type function', value);
}

export function validateObject(value: unknown, name: string): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidArgumentType(name, 'of type object', value);
}

export function validateArray(value: unknown, name: string): asserts value is unknown[] {
  if (!Array.isArray(value)) throw invalidArgumentType(name, 'an instance of Array', value);
}

export function validateBuffer(value: unknown, name = 'buffer'): asserts value is ArrayBufferView {
  if (!ArrayBuffer.isView(value)) throw invalidArgumentType(name, 'an instance of Buffer, TypedArray, or DataView', value);
}

export function validateOneOf(value: unknown, name: string, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return;
  const list = allowed.map((item) => (typeof item === 'string' ? `'${item}'` : String(item))).join(', ');
  throw invalidArgumentValue(name, value, `must be one of: ${list}`);
}

export function validateAbortSignal(signal: unknown, name: string): void {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal)))
    throw invalidArgumentType(name, 'an instance of AbortSignal', signal);
}
