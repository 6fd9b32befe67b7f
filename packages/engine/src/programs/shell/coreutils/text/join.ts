import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { compareNames } from '../command-files.ts';
import { parseOptions } from '../parse-options.ts';

interface Row {
  key: string;
  fields: string[];
}

/** `join` of two sorted files on a common field. */
export const join: Command = async (context) => {
  const { flags, operands, values, value } = parseOptions(context, {
    flags: 'i',
    values: '12javteo',
    long: { 'ignore-case': 'i' },
    longFlags: ['header', 'nocheck-order', 'check-order'],
  });
  const [left, right] = operands;
  if (left === undefined || right === undefined) throw new CommandError("missing operand\nTry 'join --help' for more information.");
  const separator = value('t');
  const fold = (text: string) => (flags.has('i') ? text.toLowerCase() : text);
  const leftField = Number(value('1') ?? value('j') ?? '1') - 1;
  const rightField = Number(value('2') ?? value('j') ?? '1') - 1;
  const first = await rows(left, leftField, separator, context);
  const second = await rows(right, rightField, separator, context);
  const unpaired = new Set([...(values.get('a') ?? []), ...(values.get('v') ?? [])]);
  const layout = { glue: separator ?? ' ', output: value('o'), empty: value('e') ?? '', leftField, rightField };
  const print = (one: Row | null, other: Row | null) => context.stdout.writeLine(line(one, other, layout));
  let [index, other] = [0, 0];
  while (index < first.length || other < second.length) {
    const one = first[index];
    const two = second[other];
    const order = one === undefined ? 1 : two === undefined ? -1 : compareNames(fold(one.key), fold(two.key));
    if (order !== 0) {
      if (order < 0 && unpaired.has('1')) await print(one ?? null, null);
      if (order > 0 && unpaired.has('2')) await print(null, two ?? null);
      if (order < 0) index += 1;
      else other += 1;
      continue;
    }
    const same = (list: readonly Row[], from: number, key: string) => {
      let end = from;
      while (list[end] !== undefined && fold(list[end]?.key ?? '') === fold(key)) end += 1;
      return list.slice(from, end);
    };
    const [group, matches] = [same(first, index, one?.key ?? ''), same(second, other, one?.key ?? '')];
    if (!values.has('v')) for (const entry of group) for (const match of matches) await print(entry, match);
    index += group.length;
    other += matches.length;
  }
  return 0;
};

async function rows(path: string, field: number, separator: string | null, { files }: CommandContext): Promise<Row[]> {
  const text = await files.readText(path);
  if (text === '') return [];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((whole) => {
      const fields = separator === null ? whole.trim().split(/[ \t]+/) : whole.split(separator);
      return { key: fields[field] ?? '', fields };
    });
}

interface Layout {
  glue: string;
  output: string | null;
  empty: string;
  leftField: number;
  rightField: number;
}

function line(one: Row | null, other: Row | null, { glue, output, empty, leftField, rightField }: Layout): string {
  if (output !== null && output !== 'auto') {
    return output
      .split(/[ ,]+/)
      .map((place) => {
        if (place === '0') return one?.key ?? other?.key ?? empty;
        const [file, field] = place.split('.');
        const row = file === '1' ? one : other;
        return row?.fields[Number(field) - 1] ?? empty;
      })
      .join(glue);
  }
  const rest = (row: Row | null, field: number) => row?.fields.filter((_cell, index) => index !== field) ?? [];
  return [one?.key ?? other?.key ?? '', ...rest(one, leftField), ...rest(other, rightField)].join(glue);
}
