import { errorCode, errorText } from '../../text/error-text.ts';
import { parseCount } from '../../text/parse-size.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

const HINT = "\ncmp: Try 'cmp --help' for more information.";

interface Side {
  path: string;
  bytes: Uint8Array;
}

export const cmp: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'slb',
    values: 'in',
    long: { silent: 's', quiet: 's', verbose: 'l', 'print-bytes': 'b', 'ignore-initial': 'i', bytes: 'n' },
    exitCode: 2,
  });
  const [first, second = '-', ...skips] = operands;
  if (first === undefined) throw new CommandError(`missing operand after 'cmp'${HINT}`, 2);
  const [skipFirst = '0', skipSecond = skipFirst] = value('i')?.split(':') ?? skips;
  const most = value('n') === null ? Number.POSITIVE_INFINITY : amount(value('n') ?? '', '--bytes');
  for (const path of [first, second])
    if (path !== '-' && context.files.find(path) === null) throw new CommandError(`${path}: No such file or directory`, 2);
  const left = await readSide(first, amount(skipFirst, '--ignore-initial'), most, context);
  const right = await readSide(second, amount(skipSecond, '--ignore-initial'), most, context);
  return flags.has('l') && !flags.has('s') ? listDifferences(left, right, flags, context) : findDifference(left, right, flags, context);
};

function amount(text: string, option: string): number {
  const bytes = parseCount(text);
  if (bytes === null) throw new CommandError(`invalid ${option} value '${text}'${HINT}`, 2);
  return bytes;
}

async function readSide(path: string, skip: number, most: number, { files }: CommandContext): Promise<Side> {
  try {
    const bytes = await files.readBytes(path);
    return { path, bytes: bytes.subarray(skip, Math.min(bytes.length, skip + most)) };
  } catch (error) {
    throw errorCode(error) === null ? error : new CommandError(`${path}: ${errorText(error)}`, 2);
  }
}

/** Prints each byte that differs: its number from 1, and its values in octal. */
async function listDifferences(left: Side, right: Side, flags: ReadonlySet<string>, { stdout, stderr }: CommandContext): Promise<number> {
  const length = Math.min(left.bytes.length, right.bytes.length);
  const width = String(Math.max(left.bytes.length, right.bytes.length)).length;
  const hasBytes = flags.has('b');
  let exitCode = 0;
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left.bytes[index] ?? 0, right.bytes[index] ?? 0];
    if (one === other) continue;
    exitCode = 1;
    const shown = hasBytes ? `${octal(one)} ${visible(one).padEnd(4)} ${octal(other)} ${visible(other)}` : `${octal(one)} ${octal(other)}`;
    await stdout.writeLine(`${String(index + 1).padStart(width)} ${shown}`);
  }
  if (left.bytes.length === right.bytes.length) return exitCode;
  await stdout.flush();
  const { path, bytes } = left.bytes.length < right.bytes.length ? left : right;
  await stderr.writeLine(`cmp: EOF on ${path} ${bytes.length === 0 ? 'which is empty' : `after byte ${bytes.length}`}`);
  return 1;
}

async function findDifference(left: Side, right: Side, flags: ReadonlySet<string>, { stdout, stderr }: CommandContext): Promise<number> {
  const length = Math.min(left.bytes.length, right.bytes.length);
  let line = 1;
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left.bytes[index] ?? 0, right.bytes[index] ?? 0];
    if (one !== other) {
      const bytes = flags.has('b') ? ` is ${octal(one)} ${visible(one)} ${octal(other)} ${visible(other)}` : '';
      if (!flags.has('s')) await stdout.writeLine(`${left.path} ${right.path} differ: byte ${index + 1}, line ${line}${bytes}`);
      return 1;
    }
    if (one === 10) line += 1;
  }
  if (left.bytes.length === right.bytes.length) return 0;
  const { path, bytes } = left.bytes.length < right.bytes.length ? left : right;
  const isAtEnd = bytes.at(-1) === 10;
  const where =
    bytes.length === 0 ? 'which is empty' : `after byte ${bytes.length}, ${isAtEnd ? '' : 'in '}line ${isAtEnd ? line - 1 : line}`;
  if (!flags.has('s')) await stderr.writeLine(`cmp: EOF on ${path} ${where}`);
  return 1;
}

function octal(byte: number): string {
  return byte.toString(8).padStart(3);
}

/** Returns a byte as `cat -v` shows it. */
function visible(byte: number): string {
  const low = byte & 0x7f;
  const mark = byte >= 0x80 ? 'M-' : '';
  if (low === 0x7f) return `${mark}^?`;
  return low < 0x20 ? `${mark}^${String.fromCharCode(low + 0x40)}` : mark + String.fromCharCode(low);
}
