import type { SqlValue } from '../../../sqlite/sqlite-connection.ts';

export interface RowFormat {
  mode: string;
  hasHeader: boolean;
  separator: string;
  nullText: string;
  /** The table of `.mode insert TABLE`. */
  table: string;
}

export type Row = readonly SqlValue[];

/** The output modes. */
export const modes = ['ascii', 'box', 'column', 'csv', 'insert', 'json', 'line', 'list', 'markdown', 'quote', 'table', 'tabs'];

const decoder = new TextDecoder();

function toText(value: SqlValue, nullText: string): string {
  if (value === null) return nullText;
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  return value instanceof Uint8Array ? decoder.decode(value) : String(value);
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Formats a value as an SQL literal. */
export function toSql(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return `X'${hex(value)}'`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return toText(value, '');
}

function toCsv(text: string): string {
  return /[",\r\n' ]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toJson(value: SqlValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return toText(value, '');
  return JSON.stringify(value instanceof Uint8Array ? decoder.decode(value) : value);
}

const widthOf = (text: string) => [...text].length;
const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));

function center(text: string, width: number): string {
  const left = Math.floor((width - widthOf(text)) / 2);
  return pad(' '.repeat(Math.max(0, left)) + text, width);
}

const frames: Readonly<Record<string, { line: string; side: string; corners: readonly [string, string, string][] }>> = {
  table: {
    line: '-',
    side: '|',
    corners: [
      ['+', '+', '+'],
      ['+', '+', '+'],
      ['+', '+', '+'],
    ],
  },
  box: {
    line: '─',
    side: '│',
    corners: [
      ['┌', '┬', '┐'],
      ['├', '┼', '┤'],
      ['└', '┴', '┘'],
    ],
  },
};

function printGrid(mode: string, names: readonly string[], cells: readonly (readonly string[])[], hasHeader: boolean): string {
  const widths = names.map((name, column) => Math.max(widthOf(name), ...cells.map((row) => widthOf(row[column] ?? ''))));
  const inner = (row: readonly string[], place = pad) => widths.map((width, column) => place(row[column] ?? '', width));
  if (mode === 'column') {
    const dashes = widths.map((width) => '-'.repeat(width)).join('  ');
    const head = hasHeader ? `${inner(names).join('  ')}\n${dashes}\n` : '';
    return head + cells.map((row) => `${inner(row).join('  ')}\n`).join('');
  }
  if (mode === 'markdown') {
    const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|\n`;
    const line = (row: readonly string[], place = pad) => `| ${inner(row, place).join(' | ')} |\n`;
    return line(names, center) + rule + cells.map((row) => line(row)).join('');
  }
  const { line, side, corners } = frames[mode] ?? { line: '-', side: '|', corners: [] };
  const rule = ([left, middle, right] = ['+', '+', '+']) =>
    `${left}${widths.map((width) => line.repeat(width + 2)).join(middle)}${right}\n`;
  const row = (texts: readonly string[], place = pad) => `${side} ${inner(texts, place).join(` ${side} `)} ${side}\n`;
  return rule(corners[0]) + row(names, center) + rule(corners[1]) + cells.map((each) => row(each)).join('') + rule(corners[2]);
}

function printJson(names: readonly string[], rows: readonly Row[]): string {
  const objects = rows.map((row) => `{${names.map((name, column) => `${JSON.stringify(name)}:${toJson(row[column] ?? null)}`).join(',')}}`);
  return `[${objects.join(',\n')}]\n`;
}

/** Formats the rows of a statement as `sqlite3` prints them. */
export function printRows(format: RowFormat, names: readonly string[], rows: readonly Row[]): string {
  const { mode, hasHeader, separator, nullText, table } = format;
  if (rows.length === 0) return '';
  const cells = rows.map((row) => row.map((value) => toText(value, nullText)));
  const lines = (list: readonly (readonly string[])[], by: string) => list.map((row) => `${row.join(by)}\n`).join('');
  switch (mode) {
    case 'json':
      return printJson(names, rows);
    case 'csv':
      return lines(
        [...(hasHeader ? [names] : []), ...cells].map((row) => row.map(toCsv)),
        ',',
      ).replaceAll(/\n$/gm, '\n');
    case 'tabs':
      return lines([...(hasHeader ? [names] : []), ...cells], '\t');
    case 'quote':
      return lines([...(hasHeader ? [names.map(toSql)] : []), ...rows.map((row) => row.map(toSql))], ',');
    case 'insert':
      return rows.map((row) => `INSERT INTO ${table} VALUES(${row.map(toSql).join(',')});\n`).join('');
    case 'line': {
      const width = Math.max(5, ...names.map(widthOf));
      return cells.map((row) => names.map((name, column) => `${name.padStart(width)} = ${row[column] ?? ''}\n`).join('')).join('\n');
    }
    case 'column':
    case 'table':
    case 'box':
    case 'markdown':
      return printGrid(mode, names, cells, hasHeader);
    default:
      return lines([...(hasHeader ? [names] : []), ...cells], separator);
  }
}
