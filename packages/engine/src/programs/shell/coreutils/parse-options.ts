import { CommandError } from './command.ts';
import { InformationRequest } from './information-request.ts';
import type { OptionSpecification } from './option-specification.ts';

export interface ParsedOptions {
  flags: ReadonlySet<string>;
  values: ReadonlyMap<string, string[]>;
  operands: string[];
  /** Returns the last value given. */
  value(name: string): string | null;
}

/**
 * Maps internal names to the options that every command has unless it defines them itself. The dashes distinguish these names from letters
 * and long names.
 */
const ABOUT = { '--help': 'help', '--version': 'version' } as const;

/**
 * Parses options like getopt_long in the GNU tools: options anywhere, `--` ends them, long names may be abbreviated. Throws an
 * `InformationRequest` for `--help` and `--version`.
 */
export function parseOptions(context: { name: string; args: readonly string[] }, specification: OptionSpecification): ParsedOptions {
  const parser = new OptionParser(context, specification);
  parser.parse();
  const { flags, values, operands } = parser;
  return { flags, values, operands, value: (name) => values.get(name)?.at(-1) ?? null };
}

class OptionParser {
  readonly flags = new Set<string>();
  readonly values = new Map<string, string[]>();
  readonly operands: string[] = [];
  readonly #name: string;
  readonly #args: readonly string[];
  readonly #specification: OptionSpecification;
  readonly #long: Map<string, string>;
  #index = 0;

  constructor(context: { name: string; args: readonly string[] }, specification: OptionSpecification) {
    this.#name = context.name;
    this.#args = context.args;
    this.#specification = specification;
    this.#long = new Map(Object.entries(specification.long ?? {}));
    const { longFlags = [], longValues = [], longOptional = [] } = specification;
    for (const name of [...longFlags, ...longValues, ...longOptional]) this.#long.set(name, name);
    for (const [meaning, name] of Object.entries(ABOUT)) if (!this.#long.has(name)) this.#long.set(name, meaning);
  }

  parse(): void {
    while (this.#index < this.#args.length) {
      const argument = this.#args[this.#index] ?? '';
      this.#index += 1;
      if (argument === '--') break;
      if (argument.startsWith('--')) this.#longOption(argument.slice(2));
      else if (argument.length > 1 && argument.startsWith('-')) this.#letters(argument.slice(1));
      else if (this.#specification.isStopping === true) {
        this.#index -= 1;
        break;
      } else this.operands.push(argument);
    }
    this.operands.push(...this.#args.slice(this.#index));
  }

  #letters(letters: string): void {
    for (let index = 0; index < letters.length; index += 1) {
      const letter = letters[index] ?? '';
      if ((this.#specification.values ?? '').includes(letter)) {
        const rest = letters.slice(index + 1);
        this.#add(letter, rest !== '' ? rest : this.#nextValue(`option requires an argument -- '${letter}'`));
        return;
      }
      if (!(this.#specification.flags ?? '').includes(letter)) throw this.#error(`invalid option -- '${letter}'`);
      this.flags.add(letter);
    }
  }

  #longOption(text: string): void {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    const exact = this.#long.has(name) ? [name] : [...this.#long.keys()].filter((candidate) => candidate.startsWith(name));
    const [first] = exact;
    const meaning = first === undefined ? undefined : this.#long.get(first);
    if (meaning === undefined) throw this.#error(`unrecognized option '--${name}'`);
    if (new Set(exact.map((candidate) => this.#long.get(candidate))).size > 1) throw this.#error(`option '--${name}' is ambiguous`);
    if (meaning === '--help' || meaning === '--version') throw new InformationRequest(ABOUT[meaning], this.#specification);
    const given = equals === -1 ? null : text.slice(equals + 1);
    if (this.#specification.longOptional?.includes(meaning) === true) {
      this.#add(meaning, given ?? '');
      return;
    }
    const takesValue =
      meaning.length === 1
        ? (this.#specification.values ?? '').includes(meaning)
        : (this.#specification.longValues ?? []).includes(meaning);
    if (!takesValue) {
      // `--preserve=mode`: an optional value that has no effect here.
      this.flags.add(meaning);
      return;
    }
    this.#add(meaning, given ?? this.#nextValue(`option '--${first}' requires an argument`));
  }

  #nextValue(message: string): string {
    const value = this.#args[this.#index];
    if (value === undefined) throw this.#error(message);
    this.#index += 1;
    return value;
  }

  #add(name: string, value: string): void {
    const list = this.values.get(name);
    if (list === undefined) this.values.set(name, [value]);
    else list.push(value);
  }

  #error(message: string): CommandError {
    return new CommandError(`${message}\nTry '${this.#name} --help' for more information.`, this.#specification.exitCode ?? 1);
  }
}
