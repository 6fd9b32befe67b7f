import { parseCount } from '../../text/parse-size.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

/** `split`: by lines (-l), bytes (-b), or into so many files (-n). */
export const split: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-l$1'));
  const { flags, operands, value } = parseOptions(
    { name: 'split', args },
    {
      flags: 'dx',
      values: 'lbnCa',
      long: { lines: 'l', bytes: 'b', number: 'n', 'suffix-length': 'a', 'numeric-suffixes': 'd', 'hex-suffixes': 'x' },
      longValues: ['additional-suffix'],
      longFlags: ['verbose'],
    },
  );
  const [path = '-', prefix = 'x'] = operands;
  const bytes = await context.files.readBytes(path);
  const pieces = [...piecesOf(bytes, value('b'), value('n'), Number(value('l') ?? '1000'))];
  const width = Number(value('a') ?? '2');
  for (const [index, piece] of pieces.entries()) {
    const name = prefix + suffix(index, width, flags) + (value('additional-suffix') ?? '');
    if (flags.has('verbose')) await context.stdout.writeLine(`creating file '${name}'`);
    context.files.writeBytes(name, piece);
  }
  return 0;
};

function* piecesOf(bytes: Uint8Array, size: string | null, number: string | null, lines: number): Generator<Uint8Array, void, undefined> {
  if (number !== null) {
    const count = Number(number.replace(/^[lr]\//, ''));
    if (!Number.isInteger(count) || count < 1) throw new CommandError(`invalid number of chunks: '${number}'`);
    yield* number.startsWith('l/') ? linesInto(bytes, count) : bytesInto(bytes, count);
    return;
  }
  if (size !== null) {
    const step = parseCount(size) ?? 0;
    if (step < 1) throw new CommandError(`invalid number of bytes: '${size}'`);
    for (let start = 0; start < bytes.length; start += step) yield bytes.subarray(start, start + step);
    return;
  }
  let start = 0;
  while (start < bytes.length) {
    let end = start;
    for (let line = 0; line < lines && end < bytes.length; line += 1) {
      const newline = bytes.indexOf(10, end);
      end = newline === -1 ? bytes.length : newline + 1;
    }
    yield bytes.subarray(start, end);
    start = end;
  }
}

function* bytesInto(bytes: Uint8Array, count: number): Generator<Uint8Array, void, undefined> {
  const step = Math.floor(bytes.length / count);
  for (let index = 0; index < count; index += 1) yield bytes.subarray(index * step, index === count - 1 ? undefined : (index + 1) * step);
}

/** No line is cut: a part ends with the line in which its share ends. */
function* linesInto(bytes: Uint8Array, count: number): Generator<Uint8Array, void, undefined> {
  const step = Math.floor(bytes.length / count);
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const goal = (index + 1) * step;
    let end = start;
    if (index === count - 1) end = bytes.length;
    else if (goal > start) {
      const newline = bytes.indexOf(10, goal - 1);
      end = newline === -1 ? bytes.length : newline + 1;
    }
    yield bytes.subarray(start, end);
    start = end;
  }
}

function suffix(index: number, width: number, flags: ReadonlySet<string>): string {
  if (flags.has('d')) return String(index).padStart(width, '0');
  if (flags.has('x')) return index.toString(16).padStart(width, '0');
  let text = '';
  let rest = index;
  for (let place = 0; place < width; place += 1) {
    text = String.fromCharCode(97 + (rest % 26)) + text;
    rest = Math.floor(rest / 26);
  }
  if (rest > 0) throw new CommandError('output file suffixes exhausted');
  return text;
}
