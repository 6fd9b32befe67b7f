import { errorText } from '../../text/error-text.ts';
import { parseCount } from '../../text/parse-size.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { ParsedOptions } from '../parse-options.ts';
import { parseOptions } from '../parse-options.ts';
import { type Chunks, chunksOf, lineBytesOf, linesOf, sizesOf } from './lines/split-pieces.ts';

const HINT = "\nTry 'split --help' for more information.";

/** Implements `split`: by lines (-l), bytes (-b), whole lines up to a number of bytes (-C), or number of files (-n). */
export const split: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-l$1'));
  const options = parseOptions(
    { name: 'split', args },
    {
      // -u has no effect, since output is not buffered.
      others: ['-NUMBER'],
      flags: 'dxeu',
      values: 'lbnCat',
      long: {
        lines: 'l',
        bytes: 'b',
        'line-bytes': 'C',
        number: 'n',
        'suffix-length': 'a',
        'elide-empty-files': 'e',
        unbuffered: 'u',
        separator: 't',
      },
      longValues: ['additional-suffix', 'filter'],
      longOptional: ['numeric-suffixes', 'hex-suffixes'],
      longFlags: ['verbose'],
    },
  );
  const { flags, operands, value } = options;
  const [path = '-', prefix = 'x', extra] = operands;
  if (extra !== undefined) throw new CommandError(`extra operand '${extra}'${HINT}`);
  const ending = value('additional-suffix') ?? '';
  if (ending.includes('/')) throw new CommandError(`invalid suffix '${ending}', contains directory separator${HINT}`);
  const chunks = value('n') === null ? null : parseChunks(value('n') ?? '');
  const cut = cutterOf(options, chunks);
  const suffix = suffixesOf(options, chunks?.count ?? null);
  const bytes = await context.files.readBytes(path).catch((error: unknown) => {
    throw new CommandError(`cannot open '${path}' for reading: ${errorText(error)}`);
  });
  let index = 0;
  for (const piece of cut(bytes)) {
    if (chunks !== null && chunks.only !== null) {
      await context.stdout.writeBytes(piece);
      continue;
    }
    if (flags.has('e') && piece.length === 0) continue;
    await write(context, prefix + suffix(index) + ending, piece, { filter: value('filter'), isVerbose: flags.has('verbose') });
    index += 1;
  }
  return 0;
};

interface Target {
  filter: string | null;
  isVerbose: boolean;
}

async function write(context: CommandContext, name: string, piece: Uint8Array, { filter, isVerbose }: Target): Promise<void> {
  if (filter === null) {
    if (isVerbose) await context.stdout.writeLine(`creating file '${name}'`);
    context.files.writeBytes(name, piece);
    return;
  }
  if (isVerbose) await context.stdout.writeLine(`executing with FILE='${name}'`);
  await context.stdout.flush();
  const exitCode = await context.run(['sh', '-c', filter], { env: new Map([...context.env, ['FILE', name]]), input: piece });
  if (exitCode !== 0) throw new CommandError(`with FILE=${name}, exit ${exitCode} from command: ${filter}`, exitCode);
}

type Cutter = (bytes: Uint8Array) => Iterable<Uint8Array>;

function cutterOf(options: ParsedOptions, chunks: Chunks | null): Cutter {
  const { value, values } = options;
  if (['l', 'b', 'n', 'C'].reduce((sum, letter) => sum + (values.get(letter)?.length ?? 0), 0) > 1)
    throw new CommandError(`cannot split in more than one way${HINT}`);
  const separator = separatorOf(value('t'));
  if (chunks !== null) return (bytes) => chunksOf(bytes, chunks, separator);
  const size = value('b');
  if (size !== null) return sizesOf(countOf(size, 'bytes'));
  const room = value('C');
  if (room !== null) return lineBytesOf(countOf(room, 'bytes'), separator);
  return linesOf(countOf(value('l') ?? '1000', 'lines'), separator);
}

function countOf(text: string, what: string): number {
  const count = parseCount(text);
  if (count === null || count < 0) throw new CommandError(`invalid number of ${what}: '${text}'`);
  if (count === 0) throw new CommandError(`invalid number of ${what}: '${text}': Numerical result out of range`);
  return count;
}

function separatorOf(text: string | null): number {
  if (text === null) return 10;
  if (text === '\\0') return 0;
  const [byte, more] = new TextEncoder().encode(text);
  if (byte === undefined) throw new CommandError(`empty record separator${HINT}`);
  if (more !== undefined) throw new CommandError(`multi-character separator '${text}'${HINT}`);
  return byte;
}

/** Parses `N`, `K/N`, `l/N`, `l/K/N`, `r/N` or `r/K/N`. */
function parseChunks(text: string): Chunks {
  const match = /^(?:([lr])\/)?(?:(\d+)\/)?(\d+)$/.exec(text);
  const [, way, only, count = '0'] = match ?? [];
  if (match === null) throw new CommandError(`invalid number of chunks: '${text.replace(/^[lr]\//, '')}'`);
  if (Number(count) < 1) throw new CommandError(`invalid number of chunks: '${count}': Numerical result out of range`);
  if (only !== undefined && (Number(only) < 1 || Number(only) > Number(count)))
    throw new CommandError(`invalid chunk number: '${only}': Numerical result out of range`);
  return {
    way: way === 'l' ? 'lines' : way === 'r' ? 'turns' : 'bytes',
    only: only === undefined ? null : Number(only),
    count: Number(count),
  };
}

const DIGITS = '0123456789abcdef';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns the suffixes `aa`, `ab` … `yz`, `zaaa`: without a fixed length they grow in a way that keeps the names sorted. */
function suffixesOf({ flags, value }: ParsedOptions, count: number | null): (index: number) => string {
  const decimal = value('numeric-suffixes');
  const hex = value('hex-suffixes');
  const isHex = hex !== null || flags.has('x');
  const alphabet = isHex ? DIGITS : decimal !== null || flags.has('d') ? DIGITS.slice(0, 10) : LETTERS;
  const start = Number.parseInt((isHex ? hex : decimal) || '0', isHex ? 16 : 10) || 0;
  const base = alphabet.length;
  const digitsFor = (highest: number) => Math.max(2, Math.ceil(Math.log(highest + 1) / Math.log(base)));
  const given = Number(value('a') ?? '0');
  const isGrowing = given === 0 && count === null && start === 0;
  const width = given !== 0 ? given : count === null ? 2 : digitsFor(count - 1 + (start < count ? start : 0));
  const digits = (number: number, length: number) => {
    let text = '';
    for (let rest = number; text.length < length; rest = Math.floor(rest / base)) text = (alphabet[rest % base] ?? '') + text;
    return text;
  };
  return (index) => {
    let number = start + index;
    if (!isGrowing) {
      if (number >= base ** width) throw new CommandError('output file suffixes exhausted');
      return digits(number, width);
    }
    let length = width;
    let filled = '';
    while (number >= (base - 1) * base ** (length - 1)) {
      number -= (base - 1) * base ** (length - 1);
      filled += alphabet.at(-1) ?? '';
      length += 1;
    }
    return filled + digits(number, length);
  };
}
