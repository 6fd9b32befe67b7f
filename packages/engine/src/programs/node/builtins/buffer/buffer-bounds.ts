import { invalidArgumentType, nodeError, outOfRange } from '../../errors/node-error.ts';

type Method = (this: Uint8Array, ...args: unknown[]) => unknown;

/** Bytes that a method like `readInt16LE` touches; null where the caller says how many. */
function sizeOf(name: string): number | null {
  if (/^(?:read|write)U?[Ii]nt8$/.test(name)) return 1;
  if (/Int16/.test(name)) return 2;
  if (/Int32|Float/.test(name)) return 4;
  return /Int64|Double/.test(name) ? 8 : null;
}

function badOffset(offset: unknown, size: number, length: number): Error {
  if (typeof offset !== 'number') return invalidArgumentType('offset', 'of type number', offset);
  if (!Number.isInteger(offset)) return outOfRange('offset', 'an integer', offset);
  if (length - size < 0) return nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  return outOfRange('offset', `>= 0 and <= ${length - size}`, offset);
}

function badValue(name: string, value: unknown, size: number): Error {
  if (typeof value !== 'number') return invalidArgumentType('value', 'of type number', value);
  const bits = size * 8;
  const [least, most] = /U[Ii]nt/.test(name) ? ['0', 2 ** bits - 1] : [`${-(2 ** (bits - 1))}`, 2 ** (bits - 1) - 1];
  return outOfRange('value', `>= ${least} and <= ${most}`, value);
}

/** Node's errors, where the base words them otherwise or has none. */
export function checkBufferBounds(methods: Record<string, Method>): void {
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
      if (fixed === null && !(Number.isInteger(size) && size >= 1 && size <= 6))
        throw outOfRange('byteLength', '>= 1 and <= 6', args[place + 1]);
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
}
