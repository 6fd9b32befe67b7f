/** Matches escape sequences for colours and cursor movement, which take no space on the screen. */
export const escapeSequences =
  /[\u001B\u009B][[\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\d/#&.:=?%@~_]+)*|[a-zA-Z\d]+(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?(?:\u0007|\u001B\u005C|\u009C))|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]))/g;

export function stripEscapes(text: string): string {
  return text.includes('\u001B') || text.includes('\u009B') ? text.replace(escapeSequences, '') : text;
}

/** Returns the width of a text in terminal columns: wide East Asian characters and emoji count two, combining marks none. */
export function displayWidth(text: string): number {
  const plain = stripEscapes(text);
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.length;
  let width = 0;
  for (const character of plain.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 || (code >= 0x7f && code < 0xa0) || /\p{Mark}|[\u200b-\u200f\ufeff]/u.test(character)) continue;
    const isWide =
      code >= 0x1100 &&
      (code <= 0x115f ||
        (code >= 0x2e80 && code <= 0xa4cf) ||
        (code >= 0xac00 && code <= 0xd7a3) ||
        (code >= 0xf900 && code <= 0xfaff) ||
        (code >= 0xfe30 && code <= 0xfe6f) ||
        (code >= 0xff00 && code <= 0xff60) ||
        (code >= 0xffe0 && code <= 0xffe6) ||
        (code >= 0x1f300 && code <= 0x1faff) ||
        (code >= 0x20000 && code <= 0x3fffd));
    width += isWide ? 2 : 1;
  }
  return width;
}

export interface LayoutOptions {
  breakLength: number;
  indentation: number;
  compact: number;
  /** The last entry is "… more items" and stays on its own line. */
  hasMoreEntry: boolean;
  /** Whether entries are right-aligned, as numbers are. */
  alignRight: boolean;
}

/** Arranges many short array entries in columns, close to a square, at most 16 wide. */
export function groupInColumns(entries: string[], options: LayoutOptions): string[] {
  const separator = 2;
  const count = options.hasMoreEntry ? entries.length - 1 : entries.length;
  const widths = entries.slice(0, count).map(displayWidth);
  const total = widths.reduce((sum, width) => sum + width + separator, 0);
  const longest = Math.max(0, ...widths);
  const cell = longest + separator;
  const isWorthIt = cell * 3 + options.indentation < options.breakLength && (total / cell > 5 || longest <= 6);
  if (!isWorthIt) return entries;
  const biasedCell = Math.max(cell - 3 - Math.sqrt(cell - total / count), 1);
  const columns = Math.min(
    // Characters are about 2.5 times as high as wide.
    Math.round(Math.sqrt(2.5 * biasedCell * count) / biasedCell),
    Math.floor((options.breakLength - options.indentation) / cell),
    options.compact * 4,
    15,
  );
  if (columns <= 1) return entries;
  const columnWidths: number[] = [];
  for (let column = 0; column < columns; column++) {
    let widest = 0;
    for (let index = column; index < count; index += columns) widest = Math.max(widest, widths[index] ?? 0);
    columnWidths.push(widest + separator);
  }
  const rows: string[] = [];
  for (let start = 0; start < count; start += columns) {
    const end = Math.min(start + columns, count);
    let row = '';
    for (let index = start; index < end; index++) {
      const isLast = index === end - 1;
      const text = isLast ? (entries[index] ?? '') : `${entries[index]}, `;
      const padding = ' '.repeat(Math.max(0, (columnWidths[index - start] ?? 0) - (isLast ? separator : 0) - displayWidth(text) - 0));
      if (options.alignRight) row += padding + text;
      else row += isLast ? text : text + padding;
    }
    rows.push(row);
  }
  if (options.hasMoreEntry) rows.push(entries[count] ?? '');
  return rows;
}
