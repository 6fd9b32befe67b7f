import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';

type Method = (this: Uint8Array, ...args: unknown[]) => unknown;

/** Returns how many bytes a method like `readInt16LE` accesses, or `null` if the caller passes the size. */
function sizeOf(name: string): number | null {
  if (/^(?:read|write)U?[Ii]nt8$/.test(name)) return 1;
  if (/Int16/.test(name)) return 2;
  if (/Int32|Float/.test(name)) return 4;
  return /Int64|Double/.test(name) ? 8 : null;
}

function badOffset(offset: unknown, size: number, length: number): Error {
  if (typeof offset !== 'number') return invalidArgumentType('offset', 'of type number', offset);
  if (Math.floor(offset) !== offset) return outOfRange('offset', 'an integer', offset);
  if (length - size < 0) return nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  return outOfRange('offset', `>= 0 and <= ${length - size}`, offset);
}

function checkSize(size: unknown): void {
  if (typeof size !== 'number') throw invalidArgumentType('byteLength', 'of type number', size);
  if (Math.floor(size) !== size) throw outOfRange('byteLength', 'an integer', size);
  if (size < 1 || size > 6) throw outOfRange('byteLength', '>= 1 and <= 6', size);
}

function badValue(name: string, value: unknown, size: number): Error {
  const bits = size * 8;
  const isUnsigned = /U[Ii]nt/.test(name);
  const big = typeof value === 'bigint' ? 'n' : '';
  if (size > 4) {
    const power = isUnsigned ? bits : bits - 1;
    const least = isUnsigned ? `0${big}` : `-(2${big} ** ${power}${big})`;
    return outOfRange('value', `>= ${least} and < 2${big} ** ${power}${big}`, value);
  }
  const [least, most] = isUnsigned ? ['0', 2 ** bits - 1] : [`${-(2 ** (bits - 1))}`, 2 ** (bits - 1) - 1];
  return outOfRange('value', `>= ${least} and <= ${most}`, value);
}

/** Replaces the float writers so that NaN is written with V8's bits. */
function writeFloats(methods: Record<string, Method>): void {
  for (const [size, set] of [
    ['Float', 'setFloat32'],
    ['Double', 'setFloat64'],
  ] as const)
    for (const order of ['LE', 'BE'])
      methods[`write${size}${order}`] = function (value, offset = 0) {
        new DataView(this.buffer, this.byteOffset, this.byteLength)[set](offset as number, Number(value), order === 'LE');
        return (offset as number) + (size === 'Float' ? 4 : 8);
      };
}

/** Makes bounds checks throw Node's errors, where the base has different messages or no checks. */
export function checkBufferBounds(methods: Record<string, Method>): void {
  writeFloats(methods);
  for (const name of Object.getOwnPropertyNames(methods)) {
    const kind = /^(read|write)(?:U?[Ii]nt|Float|Double|BigU?[Ii]nt)/.exec(name)?.[1];
    const base = methods[name];
    if (kind === undefined || base === undefined) continue;
    const fixed = sizeOf(name);
    const place = kind === 'read' ? 0 : 1;
    const checked: Method = function (...args) {
      const given = args[place];
      const offset = given === undefined && fixed !== null ? 0 : given;
      const size = fixed ?? Number(args[place + 1]);
      if (fixed === null) checkSize(args[place + 1]);
      if (typeof offset !== 'number' || offset >>> 0 !== offset || offset + size > this.length) throw badOffset(offset, size, this.length);
      try {
        return base.apply(this, args);
      } catch (error) {
        if (kind === 'read' || /Big/.test(name)) throw error;
        throw badValue(name, args[0], size);
      }
    };
    Object.defineProperty(checked, 'name', { value: name });
    methods[name] = checked;
  }
  // Both spellings refer to the same function.
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = methods[name];
    if (/^(?:read|write)(?:Big)?UInt/.test(name) && method !== undefined) methods[name.replace('UInt', 'Uint')] = method;
  }
}
