import { nameSource } from './name-pattern.ts';

interface PatternRow<Row> {
  expression: RegExp;
  row: Row;
}

/**
 * Finds the first row whose pattern matches a name, or a path if the pattern has several segments. Most patterns are a whole name or an
 * extension, which are looked up directly, because the kernel checks every file that a program opens.
 */
export class NameTable<Row extends { readonly pattern: string }> {
  readonly #names = new Map<string, Row>();
  /** For patterns such as `*.pem`; includes the dot. */
  readonly #endings = new Map<string, Row>();
  readonly #shapes: PatternRow<Row>[] = [];
  readonly #paths: PatternRow<Row>[] = [];
  /** Matches if any of the shapes, or of the paths, does. */
  readonly #anyShape: RegExp | null;
  readonly #anyPath: RegExp | null;

  constructor(rows: readonly Row[]) {
    for (const row of rows) {
      const { pattern } = row;
      if (pattern.includes('/')) this.#paths.push({ expression: new RegExp(pathSource(pattern), 'u'), row });
      else if (!/[*[]/.test(pattern)) this.#names.set(pattern, this.#names.get(pattern) ?? row);
      else if (/^\*\.[^*[]+$/.test(pattern)) this.#endings.set(pattern.slice(1), this.#endings.get(pattern.slice(1)) ?? row);
      else this.#shapes.push({ expression: new RegExp(`^${nameSource(pattern)}$`, 'u'), row });
    }
    this.#anyShape = anyOf(this.#shapes);
    this.#anyPath = anyOf(this.#paths);
  }

  /** Looks up one segment, as returned by `foldedName`. */
  ofName(name: string): Row | null {
    const row = this.#names.get(name);
    if (row !== undefined) return row;
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const ending = this.#endings.get(name.slice(dot));
      if (ending !== undefined) return ending;
    }
    return this.#anyShape?.test(name) === true ? (this.#shapes.find(({ expression }) => expression.test(name))?.row ?? null) : null;
  }

  /** Looks up a path by the patterns of several segments. */
  ofPath(path: string): Row | null {
    return this.#anyPath?.test(path) === true ? (this.#paths.find(({ expression }) => expression.test(path))?.row ?? null) : null;
  }
}

/** Folds a name like case-insensitive file systems, including letters that are only variants of an ASCII one. */
export function foldedName(text: string): string {
  return text.toLowerCase().replaceAll('ſ', 's');
}

function pathSource(pattern: string): string {
  return `(?:^|/)${pattern.split('/').map(nameSource).join('/')}(?:/|$)`;
}

function anyOf(rows: readonly PatternRow<unknown>[]): RegExp | null {
  return rows.length === 0 ? null : new RegExp(rows.map(({ expression }) => expression.source).join('|'), 'u');
}
