import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { type ParsedOptions, parseOptions } from '../parse-options.ts';

/** The maximum bytes of one command line, as in GNU xargs. */
const LINE_LIMIT = 131_072;

export const xargs: Command = async (context) => {
  const options = parseOptions(context, {
    flags: '0rtx',
    values: 'nIPLdsaE',
    long: {
      null: '0',
      'no-run-if-empty': 'r',
      verbose: 't',
      'max-args': 'n',
      'max-procs': 'P',
      replace: 'I',
      delimiter: 'd',
      'max-lines': 'L',
      'arg-file': 'a',
      'max-chars': 's',
      exit: 'x',
    },
    isStopping: true,
  });
  const command = options.operands.length === 0 ? ['echo'] : options.operands;
  const placeholder = options.value('I');
  const file = options.value('a');
  const text = file === null ? await context.stdin.text() : await context.files.readText(file);
  const all = splitItems(text, { isNull: options.flags.has('0'), delimiter: options.value('d'), isByLine: placeholder !== null });
  const endsAt = placeholder === null && options.value('E') !== null ? all.indexOf(options.value('E') ?? '') : -1;
  const items = endsAt === -1 ? all : all.slice(0, endsAt);
  const lines =
    placeholder !== null
      ? items.map((item) => command.map((word) => word.replaceAll(placeholder, item)))
      : groups(items, { text, command, options }).map((group) => [...command, ...group]);
  if (lines.length === 0 && placeholder === null && !options.flags.has('r')) lines.push([...command]);
  return runAll(lines, Math.max(1, Number(options.value('P') ?? '1')), options.flags.has('t'), context);
};

function splitItems(text: string, how: { isNull: boolean; delimiter: string | null; isByLine: boolean }): string[] {
  const delimiter = how.isNull ? '\0' : how.delimiter === null ? null : unescapeDelimiter(how.delimiter);
  if (delimiter !== null) {
    const items = text.split(delimiter);
    if (items.at(-1) === '') items.pop();
    return items;
  }
  if (how.isByLine)
    return text
      .split('\n')
      .map((line) => line.replace(/^[ \t]+/, ''))
      .filter((line) => line !== '')
      .map(unquote);
  return quotedWords(text);
}

function unescapeDelimiter(text: string): string {
  return text.replace('\\n', '\n').replace('\\t', '\t').replace('\\0', '\0');
}

function unquote(line: string): string {
  return line.replace(
    /"([^"\n]*)"|'([^'\n]*)'|\\([\s\S])/g,
    (_match, double?: string, single?: string, escaped?: string) => double ?? single ?? escaped ?? '',
  );
}

function quotedWords(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(/(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|[^ \t\n"'\\]|["'])+/g)) {
    if (/^(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|[^"'\\])*$/.test(word)) words.push(unquote(word));
    else {
      const quote = word.includes('"') && !word.includes("'") ? 'double' : 'single';
      throw new CommandError(`unmatched ${quote} quote; by default quotes are special to xargs unless you use the -0 option`);
    }
  }
  return words;
}

interface Grouping {
  text: string;
  command: readonly string[];
  options: ParsedOptions;
}

function groups(items: readonly string[], { text, command, options }: Grouping): string[][] {
  const [perLine, lines, most] = [options.value('n'), options.value('L'), options.value('s')];
  if (lines !== null) {
    const nonEmpty = text.split('\n').filter((line) => line.trim() !== '');
    const size = Number(lines);
    return chunk(nonEmpty, size).map((group) => group.flatMap(quotedWords));
  }
  if (perLine !== null) {
    const size = Number(perLine);
    if (!Number.isInteger(size) || size < 1) throw new CommandError(`value ${perLine} for -n option should be >= 1`);
    if (most === null) return chunk(items, size);
  }
  const limit = Number(most ?? LINE_LIMIT);
  if (!Number.isInteger(limit) || limit < 1) throw new CommandError(`value ${most} for -s option should be >= 1`);
  const perCommand = Number(perLine ?? Number.POSITIVE_INFINITY);
  const result: string[][] = [];
  const base = command.reduce((sum, word) => sum + word.length + 1, 0);
  let length = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (base + item.length + 1 > limit) throw new CommandError('argument line too long');
    if (length + item.length + 1 > limit || (result.at(-1)?.length ?? 0) >= perCommand) {
      result.push([]);
      length = base;
    }
    result.at(-1)?.push(item);
    length += item.length + 1;
  }
  return result;
}

function chunk(items: readonly string[], size: number): string[][] {
  const result: string[][] = [];
  for (let index = 0; index < items.length; index += size) result.push(items.slice(index, index + size));
  return result;
}

async function runAll(lines: readonly string[][], width: number, isTracing: boolean, context: CommandContext): Promise<number> {
  let exitCode = 0;
  let next = 0;
  const worker = async () => {
    while (next < lines.length && exitCode < 124) {
      const line = lines[next] ?? [];
      next += 1;
      if (isTracing) await context.stderr.writeLine(line.join(' '));
      const code = await context.run([...line], { input: null });
      if (code === 255) exitCode = 124;
      else if (code === 126 || code === 127) exitCode = code;
      else if (code !== 0 && exitCode === 0) exitCode = 123;
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, lines.length) }, worker));
  return exitCode;
}
