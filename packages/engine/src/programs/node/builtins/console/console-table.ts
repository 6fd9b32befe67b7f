import { displayWidth } from '../../inspect/text-layout.ts';

function drawTable(head: string[], columns: string[][]): string {
  const rows = Math.max(0, ...columns.map((column) => column.length));
  const widths = columns.map((column, index) => Math.max(displayWidth(head[index] ?? ''), ...column.map(displayWidth)) + 2);
  const cell = (text: string, index: number) => ` ${text}${' '.repeat((widths[index] ?? 0) - displayWidth(text) - 1)}`;
  const rule = (left: string, middle: string, right: string) => left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
  const lines = [rule('┌', '┬', '┐'), `│${head.map(cell).join('│')}│`, rule('├', '┼', '┤')];
  for (let row = 0; row < rows; row++) lines.push(`│${columns.map((column, index) => cell(column[row] ?? '', index)).join('│')}│`);
  lines.push(rule('└', '┴', '┘'));
  return lines.join('\n');
}

/** Renders the table of `console.table`. */
export function renderTable(data: object, wanted: string[] | undefined, show: (value: unknown) => string): string {
  const isMap = data instanceof Map;
  const isSet = data instanceof Set;
  const entries: [string, unknown][] = isMap
    ? [...data].map(([key, value], index) => [String(index), { Key: key, Values: value }])
    : isSet
      ? [...data].map((value, index) => [String(index), value])
      : Object.entries(data);
  const names: string[] = wanted === undefined ? [] : [...wanted];
  let hasValues = false;
  for (const [, value] of entries) {
    if (typeof value !== 'object' || value === null || (isSet && value === null)) hasValues = true;
    else if (wanted === undefined) for (const name of Object.keys(value)) if (!names.includes(name)) names.push(name);
  }
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const head = [isMap || isSet ? '(iteration index)' : '(index)', ...names, ...(hasValues ? ['Values'] : [])];
  const columns = [
    entries.map(([key]) => key),
    ...names.map((name) =>
      entries.map(([, value]) => (isObject(value) && Object.hasOwn(value, name) ? show(Reflect.get(value, name)) : '')),
    ),
    ...(hasValues ? [entries.map(([, value]) => (isObject(value) ? '' : show(value)))] : []),
  ];
  return drawTable(head, columns);
}
