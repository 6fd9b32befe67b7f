import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import type { ParsedOptions } from '../parse-options.ts';
import { parseOptions } from '../parse-options.ts';

const HINT = "\nTry 'uniq --help' for more information.";

export const uniq: Command = async (context) => {
  const options = parseOptions(context, {
    flags: 'cdDuiz',
    values: 'fsw',
    long: {
      count: 'c',
      repeated: 'd',
      unique: 'u',
      'ignore-case': 'i',
      'skip-fields': 'f',
      'skip-chars': 's',
      'check-chars': 'w',
      'zero-terminated': 'z',
    },
    longOptional: ['all-repeated', 'group'],
  });
  const { flags, operands } = options;
  const [inputPath = '-', outputPath, extra] = operands;
  if (extra !== undefined) throw new CommandError(`extra operand '${extra}'${HINT}`);
  const end = flags.has('z') ? '\0' : '\n';
  const textOf = groupText(options, end);
  const key = keyOf(options);
  const input = context.files.input(inputPath);
  let output = '';
  const print = async (group: readonly string[]) => {
    if (group.length === 0) return;
    const text = textOf(group);
    if (outputPath === undefined) await context.stdout.write(text);
    else output += text;
  };
  let group: string[] = [];
  let former = '';
  for await (const line of input.lines(end)) {
    const own = key(line);
    if (group.length > 0 && former !== own) {
      await print(group);
      group = [];
    }
    former = own;
    group.push(line);
  }
  await print(group);
  // The last empty line is written only with `--group=append` and `both`.
  if (['append', 'both'].includes(options.value('group') ?? '') && group.length > 0) {
    if (outputPath === undefined) await context.stdout.write(end);
    else output += end;
  }
  if (outputPath !== undefined) context.files.writeText(outputPath, output);
  if (input !== context.stdin) input.release();
  return 0;
};

/** Returns the text printed for a group of equal lines; '' for none. */
function groupText(options: ParsedOptions, end: string): (group: readonly string[]) => string {
  const { flags } = options;
  const grouping = choice(options, 'group', ['separate', 'prepend', 'append', 'both'], ['prepend', 'append', 'separate', 'both']);
  const repeated = choice(options, 'all-repeated', ['none', 'prepend', 'separate'], ['none', 'prepend', 'separate']);
  const isAll = flags.has('D') || repeated !== null;
  if (grouping !== null && (['c', 'd', 'u'].some((flag) => flags.has(flag)) || isAll))
    throw new CommandError(`--group is mutually exclusive with -c/-d/-D/-u${HINT}`);
  if (isAll && flags.has('c')) throw new CommandError(`printing all duplicated lines and repeat counts is meaningless${HINT}`);
  const method = grouping ?? repeated ?? 'none';
  let isFirst = true;
  return (group) => {
    if ((flags.has('d') || isAll) && group.length < 2) return '';
    if (flags.has('u') && (group.length > 1 || isAll)) return '';
    const isSeparated = method === 'prepend' || method === 'both' || (method !== 'none' && !isFirst);
    isFirst = false;
    const shown = isAll || grouping !== null ? group : group.slice(0, 1);
    const count = flags.has('c') ? `${String(group.length).padStart(7)} ` : '';
    return (isSeparated ? end : '') + shown.map((line) => count + line + end).join('');
  };
}

/** Returns the value of an option, which defaults to the first of `values`. */
function choice({ value }: ParsedOptions, name: string, values: readonly string[], listed: readonly string[]): string | null {
  const given = value(name);
  if (given === null) return null;
  const [first = ''] = values;
  const meant = given === '' ? first : values.find((candidate) => candidate.startsWith(given));
  if (meant !== undefined) return meant;
  const list = listed.map((candidate) => `\n  - '${candidate}'`).join('');
  throw new CommandError(`invalid argument '${given}' for '--${name}'\nValid arguments are:${list}${HINT}`);
}

function keyOf({ flags, value }: ParsedOptions): (line: string) => string {
  const fields = countOf(value('f') ?? '0', 'number of fields to skip');
  const skipped = countOf(value('s') ?? '0', 'number of bytes to skip');
  const width = value('w') === null ? undefined : skipped + countOf(value('w') ?? '', 'number of bytes to compare');
  const skipFields = new RegExp(`^(?:[ \\t]*[^ \\t]+){0,${fields}}`);
  const isFolded = flags.has('i');
  if (fields === 0 && skipped === 0 && width === undefined) return isFolded ? (line) => line.toLowerCase() : (line) => line;
  return (line) => {
    const text = (fields > 0 ? line.replace(skipFields, '') : line).slice(skipped, width);
    return isFolded ? text.toLowerCase() : text;
  };
}

function countOf(text: string, what: string): number {
  if (!/^\d+$/.test(text)) throw new CommandError(`${text}: invalid ${what}`);
  return Number(text);
}
