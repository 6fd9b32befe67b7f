import { parse, TomlError } from 'smol-toml';

export type TomlTable = ReadonlyMap<string, unknown>;
export type TomlReading = { ok: true; table: TomlTable } | { ok: false; line: number; message: string };

/** Parses a whole TOML document. Returns a Map because the keys can be any string. */
export function readToml(text: string): TomlReading {
  try {
    return { ok: true, table: new Map(Object.entries(parse(text))) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The first line is the message; the rest is an excerpt of the source.
    const [what = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
    return { ok: false, line: error.line, message: what };
  }
}

export function tableOf(value: unknown): TomlTable | null {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return isTable ? new Map(Object.entries(value)) : null;
}

const HEADER = /^\s*\[\[?\s*(.+?)\s*\]\]?\s*(?:#.*)?$/;
const KEY = /^\s*("[^"]*"|'[^']*'|[\w.\- ]+?)\s*=/;

/** Returns the 1-based line of a setting, or of the table it belongs to; 1 if neither is found. */
export function lineOf(text: string, path: readonly string[]): number {
  const wanted = path.join('.');
  let best = { line: 1, length: 0 };
  let table = '';
  const counts = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const header = HEADER.exec(line)?.[1];
    const key = KEY.exec(line)?.[1];
    if (header !== undefined) table = line.trimStart().startsWith('[[') ? next(counts, plainKey(header)) : plainKey(header);
    else if (key === undefined) continue;
    const name = header !== undefined ? table : table === '' ? plainKey(key ?? '') : `${table}.${plainKey(key ?? '')}`;
    const fits = wanted === name || wanted.startsWith(`${name}.`);
    if (fits && name.length > best.length) best = { line: index + 1, length: name.length };
  }
  return best.line;
}

/** Returns the numbered path of the next table in a list of tables. */
function next(counts: Map<string, number>, table: string): string {
  const count = counts.get(table) ?? 0;
  counts.set(table, count + 1);
  return `${table}.${count}`;
}

function plainKey(key: string): string {
  return key
    .split('.')
    .map((part) => part.trim().replace(/^["']|["']$/g, ''))
    .join('.');
}
