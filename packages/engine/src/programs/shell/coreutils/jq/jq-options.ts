import { CommandError } from '../command.ts';
import type { OptionSpecification } from '../option-specification.ts';

export interface JqOptions {
  filter: string | null;
  filterFile: string | null;
  paths: string[];
  /** Single letters; a long name is represented by its letter, or by itself if it has none. */
  flags: ReadonlySet<string>;
  indent: number;
  /** In order of appearance. */
  named: { kind: 'arg' | 'argjson' | 'slurpfile' | 'rawfile'; name: string; value: string }[];
  positional: { isJson: boolean; text: string }[];
}

const longFlags = new Map([
  ['null-input', 'n'],
  ['raw-output', 'r'],
  ['join-output', 'j'],
  ['compact-output', 'c'],
  ['slurp', 's'],
  ['exit-status', 'e'],
  ['sort-keys', 'S'],
  ['ascii-output', 'a'],
  ['color-output', 'C'],
  ['monochrome-output', 'M'],
  ['raw-input', 'R'],
  ['unbuffered', 'u'],
  ['version', 'V'],
  ['help', 'h'],
]);
const ownFlagNames = ['tab', 'stream', 'seq', 'raw-output0'];
const ownFlags = new Set(ownFlagNames);
const namedOptions = new Set(['arg', 'argjson', 'slurpfile', 'rawfile']);
const usage = 'Use jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://stedolan.github.io/jq';

/** The lines of the help. */
export const jqSpecification: OptionSpecification = {
  flags: 'nrjcseSaCMRhV',
  values: 'fL',
  long: { ...Object.fromEntries(longFlags), 'from-file': 'f' },
  longFlags: ownFlagNames,
  longValues: ['indent'],
  others: [...['arg', 'argjson', 'slurpfile', 'rawfile'].map((name) => `    --${name} NAME VALUE`), '    --args', '    --jsonargs'],
};

export function parseJqOptions(args: readonly string[]): JqOptions {
  return new JqOptionParser(args).parse();
}

class JqOptionParser {
  readonly #args: readonly string[];
  readonly #flags = new Set<string>();
  readonly #options: JqOptions;
  #index = 0;
  #rest: 'paths' | 'args' | 'jsonargs' = 'paths';

  constructor(args: readonly string[]) {
    this.#args = args;
    this.#options = { filter: null, filterFile: null, paths: [], flags: this.#flags, indent: 2, named: [], positional: [] };
  }

  parse(): JqOptions {
    let isEnded = false;
    while (this.#index < this.#args.length) {
      const argument = this.#args[this.#index] ?? '';
      this.#index += 1;
      if (isEnded || argument === '-' || !argument.startsWith('-')) this.#operand(argument);
      else if (argument === '--') isEnded = true;
      else if (argument.startsWith('--')) this.#long(argument.slice(2));
      else this.#letters(argument.slice(1));
    }
    return this.#options;
  }

  #operand(text: string): void {
    const options = this.#options;
    if (options.filter === null && options.filterFile === null) options.filter = text;
    else if (this.#rest === 'paths') options.paths.push(text);
    else options.positional.push({ isJson: this.#rest === 'jsonargs', text });
  }

  #long(name: string): void {
    const letter = longFlags.get(name);
    if (letter !== undefined) this.#flags.add(letter);
    else if (ownFlags.has(name)) this.#flags.add(name);
    else if (name === 'args' || name === 'jsonargs') this.#rest = name;
    else if (name === 'indent') this.#indent();
    else if (name === 'from-file') this.#fromFile();
    else if (namedOptions.has(name)) {
      const [variable, value] = [this.#next(), this.#next()];
      if (variable === null || value === null)
        throw problem(`--${name} takes two parameters (e.g. --${name} varname ${name.includes('file') ? 'filename' : 'value'})`);
      // Membership in the set was checked just above.
      this.#options.named.push({ kind: name as JqOptions['named'][number]['kind'], name: variable, value });
    } else throw problem(`Unknown option --${name}`);
  }

  #letters(letters: string): void {
    for (const letter of letters) {
      if (letter === 'f') this.#fromFile();
      else if (letter === 'L') this.#next();
      else if ('nrjcseSaCMRhV'.includes(letter)) this.#flags.add(letter);
      else throw problem(`Unknown option -${letters}`);
    }
  }

  #fromFile(): void {
    const { filter } = this.#options;
    // The text taken for the filter so far is the name of the filter's file, or the first input.
    if (filter === null) this.#options.filterFile = this.#next();
    else {
      this.#options.filterFile = filter;
      this.#options.filter = null;
    }
  }

  #indent(): void {
    const value = Number(this.#next());
    if (!Number.isInteger(value) || value < 0) throw problem('Cannot indent less than zero');
    if (value > 7) throw problem('Cannot indent more than 7 characters');
    this.#options.indent = value;
  }

  #next(): string | null {
    const value = this.#args[this.#index] ?? null;
    this.#index += 1;
    return value;
  }
}

function problem(message: string): CommandError {
  return new CommandError(`${message}\n${usage}`, 2);
}
