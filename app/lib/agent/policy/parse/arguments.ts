import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { isWild } from '../paths/glob-pattern.ts';
import type { ShellWord } from './shell-word.ts';

/** How a program uses a word of its command line. */
export type Use =
  /** Text that does not name a file. */
  | 'text'
  | 'read'
  /** Reads the file but reveals only amounts. */
  | 'measure'
  /** Reads names, sizes and times, never content. */
  | 'list'
  | 'write'
  /** Creates the file and changes nothing that exists. */
  | 'create'
  | 'remove'
  /** The use is unknown. */
  | 'any';

/**
 * How a program reads its command line. `flags` names the relevant flags, one word each: `n=text` takes a value, `o=write` names a file
 * that it writes, `T=!` asks, `i=attached` takes a text only in the same word, `arg=pair` takes two texts, and `a` is known and takes none.
 * One letter is a short flag, several are a long one.
 */
export interface CommandLine {
  operands: Use;
  /** The first `count` operands have a different use, unless one of the flags in `unless` is present. */
  first?: { count: number; use: Use; unless?: readonly string[] };
  last?: Use;
  flags?: string;
  /** Unlisted flags ask. */
  isClosed?: boolean;
  /** All words after the first operand are operands, even with a dash. */
  areFlagsFirst?: boolean;
  /** Long flags have a single dash, as in `find`. */
  hasSingleDash?: boolean;
}

export interface ReadArguments {
  /** Names of the flags used, without dashes, as in the table. */
  flags: ReadonlySet<string>;
  /** `flag` is the flag to which the value belongs, as in the table; null for operands. */
  uses: readonly { word: ShellWord; value: string; use: Use; flag: string | null }[];
  operands: readonly ShellWord[];
  /** Long flags as written, possibly abbreviated. */
  written: ReadonlySet<string>;
  /** Values attached to flags that take a text only in the same word. */
  attached: ReadonlyMap<string, string>;
  /** Set if a flag asks, or is unknown where the table must list all flags. */
  asks: Reason | null;
}

type FlagUse = Use | '!' | 'none' | 'attached' | 'pair';

const tables = new WeakMap<CommandLine, ReadonlyMap<string, FlagUse>>();

function flagTable(line: CommandLine): ReadonlyMap<string, FlagUse> {
  const known = tables.get(line);
  if (known !== undefined) return known;
  const table = new Map(
    (line.flags ?? '')
      .split(' ')
      .filter(Boolean)
      .map((entry): [string, FlagUse] => {
        const [name = '', use] = entry.split('=', 2);
        // The strings come from the tables of this policy.
        return [name, (use ?? 'none') as FlagUse];
      }),
  );
  tables.set(line, table);
  return table;
}

/** Classifies the words after the program's name. */
export function readArguments(line: CommandLine, words: readonly ShellWord[]): ReadArguments {
  return new ArgumentReader(line, words).read();
}

class ArgumentReader {
  readonly #line: CommandLine;
  readonly #words: readonly ShellWord[];
  readonly #table: ReadonlyMap<string, FlagUse>;
  readonly #flags = new Set<string>();
  readonly #uses: { word: ShellWord; value: string; use: Use; flag: string | null }[] = [];
  readonly #operands: ShellWord[] = [];
  readonly #written = new Set<string>();
  readonly #attached = new Map<string, string>();
  #asks: Reason | null = null;
  #at = 0;
  /** `glob` if the flag's word is a pattern, which makes its value a pattern, too. */
  #kind: 'literal' | 'glob' = 'literal';

  constructor(line: CommandLine, words: readonly ShellWord[]) {
    this.#line = line;
    this.#words = words;
    this.#table = flagTable(line);
  }

  read(): ReadArguments {
    let areFlagsOver = false;
    for (; this.#at < this.#words.length; this.#at++) {
      const word = this.#words[this.#at];
      if (word === undefined) break;
      const value = word.kind === 'unknown' ? word.text : word.value;
      // A file name that matches a pattern can look like a flag.
      if (word.kind === 'glob' && /^(?:[*?[]|-[^=]*[*?[])/.test(value) && !areFlagsOver) this.#flagOfPattern();
      if (!areFlagsOver && value === '--') areFlagsOver = true;
      else if (!areFlagsOver && word.kind !== 'unknown' && /^-./.test(value)) this.#flag(value, word.kind);
      else {
        this.#operands.push(word);
        areFlagsOver ||= this.#line.areFlagsFirst === true;
      }
    }
    this.#sortOperands();
    return {
      flags: this.#flags,
      uses: this.#uses,
      operands: this.#operands,
      attached: this.#attached,
      written: this.#written,
      asks: this.#asks,
    };
  }

  #flagOfPattern(): void {
    const isRuling = ([name, use]: [string, FlagUse]) => (use === '!' || use === 'write') && !name.includes('from');
    if ([...this.#table].some(isRuling)) this.#asks ??= because('a file name in place of the pattern could be a flag');
  }

  #sortOperands(): void {
    const { first, last, operands } = this.#line;
    const isFirstGiven = first?.unless?.some((flag) => this.#flags.has(flag)) === true;
    const count = first === undefined || isFirstGiven ? 0 : first.count;
    for (const [index, word] of this.#operands.entries()) {
      const isLast = last !== undefined && index === this.#operands.length - 1 && index > 0;
      const use = index < count && first !== undefined ? first.use : isLast ? last : operands;
      this.#uses.push({ word, value: word.kind === 'unknown' ? word.text : word.value, use, flag: null });
      if (use === 'text') this.#more(word);
      // The last name that a pattern expands to may be the target.
      if (last !== undefined && use !== last && word.kind === 'glob' && index === this.#operands.length - 1)
        this.#uses.push({ word, value: word.value, use: last, flag: null });
    }
  }

  #flag(value: string, kind: 'literal' | 'glob'): void {
    this.#kind = kind;
    if (value.startsWith('--') || this.#line.hasSingleDash === true) this.#longFlag(value);
    else this.#shortFlags(value);
  }

  #longFlag(value: string): void {
    const [, name = '', inline] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(value) ?? [];
    this.#written.add(name);
    const found = this.#longEntry(name);
    if (found === null) {
      if (this.#line.isClosed === true) this.#asks ??= because('its flag {flag} is not known here', { flag: value });
      this.#flags.add(name);
      if (inline !== undefined) this.#value(value, inline, 'any');
      return;
    }
    this.#flags.add(found.name);
    if (found.use === 'attached') this.#attached.set(found.name, inline ?? '');
    else this.#take(found.use, value, inline);
    // Not every program supports abbreviated flags, so the next word may be a flag instead of a value.
    const next = this.#words[this.#at];
    if (found.name !== name && inline === undefined && next?.kind === 'literal' && next.value !== value && next.value.startsWith('-'))
      this.#at--;
  }

  /** GNU programs accept any unique prefix of a long name; here every name with that prefix counts, strictest first. */
  #longEntry(name: string): { name: string; use: FlagUse } | null {
    const exact = name.length > 1 || this.#line.hasSingleDash === true ? this.#table.get(name) : undefined;
    if (exact !== undefined) return { name, use: exact };
    if (this.#line.hasSingleDash === true) return null;
    const begun = [...this.#table].filter(([full]) => full.length > 1 && full.startsWith(name)).map(([full, use]) => ({ name: full, use }));
    const order: readonly FlagUse[] = [
      '!',
      'write',
      'create',
      'remove',
      'any',
      'read',
      'measure',
      'list',
      'pair',
      'text',
      'attached',
      'none',
    ];
    begun.sort((a, b) => order.indexOf(a.use) - order.indexOf(b.use));
    return begun[0] ?? null;
  }

  #shortFlags(value: string): void {
    for (let index = 1; index < value.length; index++) {
      const letter = value[index] ?? '';
      const use = this.#table.get(letter);
      this.#flags.add(letter);
      if (use === undefined) {
        if (this.#line.isClosed === true && !/\d/.test(letter))
          this.#asks ??= because('its flag {flag} is not known here', { flag: `-${letter}` });
        // It may take the rest as its value.
        if (!/^[\w-]+$/.test(value.slice(index))) this.#value(value, value.slice(index + 1), 'any');
        continue;
      }
      if (use === 'none') continue;
      const rest = value.slice(index + 1);
      this.#take(use, `-${letter}`, rest === '' ? undefined : rest);
      return;
    }
  }

  #take(use: FlagUse, flag: string, inline: string | undefined): void {
    if (use === 'attached') this.#attached.set(nameOfFlag(flag), inline ?? '');
    if (use === 'attached' || use === 'none') return;
    if (use === '!') {
      this.#asks ??= because('its flag {flag} can run programs or write files', { flag });
      return;
    }
    if (use === 'pair') {
      this.#next(flag, 'text');
      this.#next(flag, 'text');
      return;
    }
    if (inline !== undefined) this.#value(flag, inline, use);
    else this.#next(flag, use);
  }

  /** Reads a value that is a separate word. */
  #next(flag: string, use: Use): void {
    const next = this.#words[++this.#at];
    if (next === undefined) return;
    if (next.kind === 'literal') this.#value(flag, next.value, use);
    else this.#uses.push({ word: next, value: next.kind === 'glob' ? next.value : next.text, use, flag: nameOfFlag(flag) });
    this.#more(next);
  }

  /** A pattern can expand to several words, of which only the first is the flag's value or the text. */
  #more(word: ShellWord): void {
    if (word.kind === 'glob' && this.#line.operands !== 'text')
      this.#uses.push({ word, value: word.value, use: this.#line.operands, flag: null });
  }

  #value(flag: string, value: string, use: Use): void {
    const word: ShellWord =
      this.#kind === 'glob' && isWild(value) ? { kind: 'glob', value, pattern: value, text: flag } : { kind: 'literal', value, text: flag };
    this.#uses.push({ word, value, use, flag: nameOfFlag(flag) });
  }
}

/** Returns `name` for `--name=value` and `-name`. */
function nameOfFlag(flag: string): string {
  return flag.replace(/^-+|=[\s\S]*$/g, '');
}
