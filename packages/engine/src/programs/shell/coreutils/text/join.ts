import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { compareNames } from '../command-files.ts';
import { parseOptions } from '../parse-options.ts';
import { type OrderCheck, orderCheck } from './lines/order-check.ts';
import { readLines, twoFiles } from './lines/two-files.ts';

interface Row {
  line: string;
  key: string;
  fields: string[];
}

/** Implements `join` of two sorted files on a common field. */
export const join: Command = async (context) => {
  const { flags, operands, values, value } = parseOptions(context, {
    flags: 'iz',
    values: '12javteo',
    long: { 'ignore-case': 'i', 'zero-terminated': 'z' },
    longFlags: ['header', 'nocheck-order', 'check-order'],
  });
  const [left, right] = twoFiles(context.name, operands);
  if (left === '-' && right === '-') throw new CommandError('both files cannot be standard input');
  const end = flags.has('z') ? '\0' : '\n';
  const separator = separatorOf(value('t'));
  const fields = [Number(value('1') ?? value('j') ?? '1') - 1, Number(value('2') ?? value('j') ?? '1') - 1] as const;
  const sources = [
    rowsOf(await readLines(context, left, end), fields[0], separator),
    rowsOf(await readLines(context, right, end), fields[1], separator),
  ] as const;
  const output = value('o') === 'auto' ? autoLayout(sources, fields) : (value('o')?.split(/[ ,]+/) ?? null);
  const layout = { glue: separator ?? ' ', output, empty: value('e') ?? '', fields, end };
  const print = (one: Row | null, other: Row | null) => context.stdout.write(line(one, other, layout));
  const fold = (text: string) => (flags.has('i') ? text.toLowerCase() : text);
  const compare = (one: Row, other: Row) => compareNames(fold(one.key), fold(other.key));
  const start = flags.has('header') ? 1 : 0;
  let said = '';
  const order = orderCheck(context, flags, () => said);
  const sides = ([0, 1] as const).map(
    (side) => new Side(sources[side], { side, start, compare, order, say: (at) => (said = `${side === 0 ? left : right}:${at}`) }),
  ) as [Side, Side];
  const [firstHead, secondHead] = [sources[0][0] ?? null, sources[1][0] ?? null];
  if (start > 0 && (firstHead !== null || secondHead !== null)) await print(firstHead, secondHead);
  const unpaired = new Set([...(values.get('a') ?? []), ...(values.get('v') ?? [])]);
  await joinRows(sides, { compare, print, order, unpaired, isPairing: !values.has('v') });
  order.finish();
  return 0;
};

interface Joining {
  compare(one: Row, other: Row): number;
  print(one: Row | null, other: Row | null): Promise<void>;
  order: OrderCheck;
  /** The files whose unpaired lines are printed: '1', '2'. */
  unpaired: ReadonlySet<string>;
  isPairing: boolean;
}

async function joinRows([first, second]: [Side, Side], { compare, print, order, unpaired, isPairing }: Joining): Promise<void> {
  for (let [one, two] = [first.row, second.row]; one !== null && two !== null; [one, two] = [first.row, second.row]) {
    const difference = compare(one, two);
    if (difference === 0) {
      const [group, matches] = [await first.group(), await second.group()];
      if (isPairing) for (const entry of group) for (const match of matches) await print(entry, match);
      continue;
    }
    if (difference < 0 && unpaired.has('1')) await print(one, null);
    if (difference > 0 && unpaired.has('2')) await print(null, two);
    await (difference < 0 ? first : second).advance();
    order.hasUnpaired = true;
  }
  // One side has ended. The remaining rows of the other have no partner, but their order is still checked.
  const hasRest = first.row !== null && second.row !== null;
  if (hasRest) order.hasUnpaired = true;
  for (; first.row !== null; await first.advance()) if (unpaired.has('1')) await print(first.row, null);
  for (; second.row !== null; await second.advance()) if (unpaired.has('2')) await print(null, second.row);
}

interface SideParts {
  side: 0 | 1;
  /** The first row after the header. */
  start: number;
  compare(one: Row, other: Row): number;
  order: OrderCheck;
  /** Reports a row that is out of order, with its location. */
  say(at: string): void;
}

/** One of the files, and its current row. */
class Side {
  readonly #rows: readonly Row[];
  readonly #parts: SideParts;
  #index: number;

  constructor(rows: readonly Row[], parts: SideParts) {
    this.#rows = rows;
    this.#parts = parts;
    this.#index = parts.start;
  }

  get row(): Row | null {
    return this.#rows[this.#index] ?? null;
  }

  async advance(): Promise<void> {
    const former = this.row;
    this.#index += 1;
    const { row } = this;
    if (former === null || row === null) return;
    const { side, order, compare, say } = this.#parts;
    const difference = compare(former, row);
    if (difference <= 0) return;
    say(`${this.#index + 1}: is not sorted: ${row.line}`);
    await order.check(side, difference);
  }

  /** Returns this row and all following rows with the same key. */
  async group(): Promise<Row[]> {
    const group: Row[] = [];
    const first = this.row;
    for (let row = first; first !== null && row !== null && this.#parts.compare(first, row) === 0; row = this.row) {
      group.push(row);
      await this.advance();
    }
    return group;
  }
}

/** With `-t ''`, the whole line is the field. */
function separatorOf(text: string | null): string | null {
  if (text === '') return '\n';
  if (text === '\\0') return '\0';
  if (text !== null && [...text].length > 1) throw new CommandError(`multi-character tab '${text}'`);
  return text;
}

function rowsOf(lines: readonly string[], field: number, separator: string | null): Row[] {
  return lines.map((line) => {
    const fields = separator === null ? line.replace(/^[ \t\n]+/, '').split(/[ \t\n]+/) : line.split(separator);
    return { line, key: fields[field] ?? '', fields };
  });
}

/** Uses as many fields of each file as its first line has. */
function autoLayout(sources: readonly [readonly Row[], readonly Row[]], fields: readonly [number, number]): string[] {
  const places = ([0, 1] as const).flatMap((side) =>
    (sources[side][0]?.fields ?? []).flatMap((_field, index) => (index === fields[side] ? [] : [`${side + 1}.${index + 1}`])),
  );
  return ['0', ...places];
}

interface Layout {
  glue: string;
  output: readonly string[] | null;
  empty: string;
  fields: readonly [number, number];
  end: string;
}

function line(one: Row | null, other: Row | null, { glue, output, empty, fields, end }: Layout): string {
  if (output !== null) {
    const cells = output.map((place) => {
      if (place === '0') return (one ?? other)?.key || empty;
      const [file, field] = place.split('.');
      const row = file === '1' ? one : other;
      return row?.fields[Number(field) - 1] || empty;
    });
    return cells.join(glue) + end;
  }
  const rest = (row: Row | null, field: number) => row?.fields.filter((_cell, index) => index !== field) ?? [];
  return [one?.key ?? other?.key ?? '', ...rest(one, fields[0]), ...rest(other, fields[1])].join(glue) + end;
}
