import type { InputStream } from '../../streams/input-stream.ts';
import { errorText } from '../../text/error-text.ts';
import { type Command, type CommandContext, CommandError } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { type ParsedOptions, parseOptions } from '../parse-options.ts';

interface Counts {
  lines: number;
  words: number;
  characters: number;
  bytes: number;
  longest: number;
}

export const wc: Command = async (context) => {
  const options = parseOptions(context, {
    flags: 'lwcmL',
    long: { lines: 'l', words: 'w', bytes: 'c', chars: 'm', 'max-line-length': 'L' },
    longValues: ['files0-from'],
  });
  const { flags } = options;
  const operands = await operandsOf(options, context);
  const rows: { counts: Counts; path: string | null }[] = [];
  const isPlain = flags.size > 0 && [...flags].every((flag) => flag === 'l' || flag === 'c');
  const exitCode = await eachInput(context, operands, async (input, path) => {
    rows.push({ counts: await (isPlain ? countBytes(input, flags.has('l')) : count(input)), path: operands.length === 0 ? null : path });
  });
  const total = rows.reduce((sum, { counts }) => add(sum, counts), nothing());
  if (operands.length > 1) rows.push({ counts: total, path: 'total' });
  const shown = (counts: Counts) => columns(counts, flags);
  // GNU pads to the width of the largest number; from a pipe it assumes seven digits.
  const isSingle = operands.length <= 1 && shown(total).length === 1;
  const width = isSingle ? 1 : operands.length === 0 || operands.includes('-') ? 7 : String(total.bytes).length;
  for (const { counts, path } of rows) {
    const numbers = shown(counts)
      .map((value) => String(value).padStart(width))
      .join(' ');
    await context.stdout.writeLine(path === null ? numbers : `${numbers} ${path}`);
  }
  return exitCode;
};

/** Returns the files given as operands, or NUL-separated in a file. */
async function operandsOf({ operands, value }: ParsedOptions, context: CommandContext): Promise<readonly string[]> {
  const list = value('files0-from');
  if (list === null) return operands;
  const [extra] = operands;
  if (extra !== undefined)
    throw new CommandError(
      `extra operand '${extra}'\nfile operands cannot be combined with --files0-from\nTry 'wc --help' for more information.`,
    );
  const text = await context.files.readText(list).catch((error: unknown) => {
    throw new CommandError(`cannot open '${list}' for reading: ${errorText(error)}`);
  });
  return text.replace(/\0$/, '').split('\0');
}

function columns(counts: Counts, flags: ReadonlySet<string>): number[] {
  const isDefault = flags.size === 0;
  const result: number[] = [];
  if (isDefault || flags.has('l')) result.push(counts.lines);
  if (isDefault || flags.has('w')) result.push(counts.words);
  if (flags.has('m')) result.push(counts.characters);
  if (isDefault || flags.has('c')) result.push(counts.bytes);
  if (flags.has('L')) result.push(counts.longest);
  return result;
}

const nothing = (): Counts => ({ lines: 0, words: 0, characters: 0, bytes: 0, longest: 0 });

function add(left: Counts, right: Counts): Counts {
  return {
    lines: left.lines + right.lines,
    words: left.words + right.words,
    characters: left.characters + right.characters,
    bytes: left.bytes + right.bytes,
    longest: Math.max(left.longest, right.longest),
  };
}

/** Bytes and lines are counted without decoding characters. */
async function countBytes(input: InputStream, hasLines: boolean): Promise<Counts> {
  const counts = nothing();
  for (let bytes = await input.read(); bytes.length > 0; bytes = await input.read()) {
    counts.bytes += bytes.length;
    if (hasLines) for (let index = bytes.indexOf(10); index !== -1; index = bytes.indexOf(10, index + 1)) counts.lines += 1;
  }
  return counts;
}

async function count(input: InputStream): Promise<Counts> {
  const counts = nothing();
  const decoder = new TextDecoder();
  let isInWord = false;
  let lineLength = 0;
  for (;;) {
    const bytes = await input.read();
    const text = decoder.decode(bytes, { stream: bytes.length > 0 });
    counts.bytes += bytes.length;
    for (const character of text) {
      counts.characters += 1;
      if (character === '\n') {
        counts.lines += 1;
        counts.longest = Math.max(counts.longest, lineLength);
        lineLength = 0;
      } else lineLength += 1;
      const isSpace = character === ' ' || (character >= '\t' && character <= '\r');
      if (!isSpace && !isInWord) counts.words += 1;
      isInWord = !isSpace;
    }
    if (bytes.length === 0) break;
  }
  counts.longest = Math.max(counts.longest, lineLength);
  return counts;
}
