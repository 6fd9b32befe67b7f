import { Buffer } from '../../base/buffer-class.ts';
import { invalidArgumentType, invalidArgumentValue, outOfRange } from '../../errors/node-error.ts';
import { validateBuffer, validateInteger, validateObject } from '../../errors/validate.ts';
import { bytesArgument, positionArgument } from './fs-arguments.ts';

const DEFAULT_READ_BYTES = 16_384;

interface Part {
  offset: unknown;
  length: unknown;
  position: unknown;
}

export interface ReadArguments {
  /** The view that the program passed, or one created for it. */
  target: ArrayBufferView;
  view: Uint8Array;
  length: number;
  position: number | null;
}

function partOf(given: unknown, view: ArrayBufferView): Part {
  const { offset = 0, length, position = null } = (given ?? {}) as Partial<Part>;
  return { offset, length: length === undefined ? view.byteLength - Number(offset) : length, position };
}

function checkNullableOptions(options: unknown): void {
  if (options !== undefined && options !== null) validateObject(options, 'options');
}

/** Resolves the arguments of `readSync` and `FileHandle.read` that follow the descriptor. */
export function readArguments(target: unknown, rest: unknown[]): ReadArguments {
  validateBuffer(target);
  const [first] = rest;
  if (rest.length <= 1 || (typeof first === 'object' && first !== null)) {
    checkNullableOptions(first);
    return checkedRead(target, partOf(first, target));
  }
  return checkedRead(target, { offset: first ?? 0, length: rest[1], position: rest[2] });
}

/** Resolves the arguments of the callback form, where everything after the descriptor is optional. */
export function callbackReadArguments(args: unknown[]): ReadArguments {
  const [first, second] = args;
  if (args.length >= 3) {
    validateBuffer(first);
    return checkedRead(first, { offset: second ?? 0, length: args[2], position: args[3] });
  }
  if (args.length === 2) {
    checkNullableOptions(second);
    validateBuffer(first);
    return checkedRead(first, partOf(second, first));
  }
  const isView = ArrayBuffer.isView(first);
  if (!isView) checkNullableOptions(first);
  const options = isView ? undefined : first;
  const { buffer = Buffer.alloc(DEFAULT_READ_BYTES) } = (options ?? {}) as { buffer?: unknown };
  const target = isView ? first : buffer;
  validateBuffer(target);
  return checkedRead(target, partOf(options, target));
}

/** Resolves the arguments of `FileHandle.read`, where all are optional. */
export function handleReadArguments(args: unknown[]): ReadArguments {
  return ArrayBuffer.isView(args[0]) ? readArguments(args[0], args.slice(1)) : callbackReadArguments(args.slice(0, 1));
}

function checkedRead(target: ArrayBufferView, part: Part): ReadArguments {
  const offset = part.offset ?? 0;
  validateInteger(offset, 'offset', 0);
  const length = Number(part.length) | 0;
  const whole = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  if (length !== 0) {
    if (whole.length === 0) throw invalidArgumentValue('buffer', target, 'is empty and cannot be written');
    if (length < 0) throw outOfRange('length', '>= 0', length);
    if (offset + length > whole.length) throw outOfRange('length', `<= ${whole.length - offset}`, length);
  }
  return { target, view: whole.subarray(offset, offset + length), length, position: positionArgument(part.position, length) };
}

/** Resolves the arguments of `write` that follow the descriptor. */
export function writeArguments(data: unknown, rest: unknown[]): { bytes: Uint8Array; position: number | null } {
  if (typeof data === 'string') {
    const [position, encoding] = rest;
    return { bytes: bytesArgument(data, encoding), position: plainPosition(position) };
  }
  const whole = bytesArgument(data, undefined, 'buffer');
  const [first] = rest;
  const part: Part =
    typeof first === 'object' && first !== null ? partOf(first, whole) : { offset: first, length: rest[1], position: rest[2] };
  const offset = part.offset ?? 0;
  validateInteger(offset, 'offset', 0);
  const length = typeof part.length === 'number' ? part.length : whole.length - offset;
  if (offset > whole.length) throw outOfRange('offset', `<= ${whole.length}`, offset);
  if (length > whole.length - offset) throw outOfRange('length', `<= ${whole.length - offset}`, length);
  if (length < 0) throw outOfRange('length', '>= 0', length);
  validateInteger(length, 'length', 0);
  return { bytes: whole.subarray(offset, offset + length), position: plainPosition(part.position) };
}

/** Returns `null`, the descriptor's own position, for any value that is not a valid position. */
function plainPosition(value: unknown): number | null {
  if (typeof value === 'bigint') return value < 0n ? null : Number(value);
  return typeof value === 'number' && value >= 0 ? value : null;
}

export function vectorArgument(views: unknown): ArrayBufferView[] {
  if (!Array.isArray(views) || !views.every((view) => ArrayBuffer.isView(view)))
    throw invalidArgumentType('buffers', 'an instance of ArrayBufferView[]', views);
  return views;
}
