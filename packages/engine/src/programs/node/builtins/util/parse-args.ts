import { nodeError } from '../../errors/node-error.ts';

interface OptionDescription {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  default?: unknown;
}

interface ParseConfig {
  args?: string[];
  options?: Record<string, OptionDescription>;
  strict?: boolean;
  allowPositionals?: boolean;
  allowNegative?: boolean;
  tokens?: boolean;
}

type Token =
  | { kind: 'option'; index: number; name: string; rawName: string; value: string | undefined; inlineValue: boolean | undefined }
  | { kind: 'positional'; index: number; value: string }
  | { kind: 'option-terminator'; index: number };

/** Splits a command line into options and positionals (`util.parseArgs`). */
class ArgumentParser {
  readonly #options: Map<string, OptionDescription>;
  readonly #tokens: Token[] = [];

  constructor(
    private readonly config: ParseConfig,
    private readonly args: string[],
  ) {
    this.#options = new Map(Object.entries(config.options ?? {}));
  }

  tokens(): Token[] {
    for (let index = 0; index < this.args.length; index++) {
      const argument = this.args[index] ?? '';
      if (argument === '--') {
        this.#tokens.push({ kind: 'option-terminator', index });
        for (const [offset, value] of this.args.slice(index + 1).entries())
          this.#tokens.push({ kind: 'positional', index: index + 1 + offset, value });
        break;
      }
      if (argument.startsWith('--')) index = this.#long(argument, index);
      else if (argument.startsWith('-') && argument.length > 1) index = this.#short(argument, index);
      else this.#tokens.push({ kind: 'positional', index, value: argument });
    }
    return this.#tokens;
  }

  #long(argument: string, index: number): number {
    const equals = argument.indexOf('=');
    const name = argument.slice(2, equals === -1 ? undefined : equals);
    if (equals !== -1) return this.#push(index, name, `--${name}`, argument.slice(equals + 1), true, index);
    if (this.config.allowNegative === true && name.startsWith('no-') && this.#options.get(name.slice(3))?.type === 'boolean')
      return this.#push(index, name, argument, undefined, undefined, index);
    return this.#withNext(name, argument, index);
  }

  #short(argument: string, index: number): number {
    const letters = [...argument.slice(1)];
    for (const [position, letter] of letters.entries()) {
      const name = [...this.#options].find(([, option]) => option.short === letter)?.[0] ?? letter;
      const rest = letters.slice(position + 1).join('');
      if (this.#options.get(name)?.type !== 'string') {
        this.#push(index, name, `-${letter}`, undefined, undefined, index);
        continue;
      }
      if (rest !== '') return this.#push(index, name, `-${letter}`, rest.replace(/^=/, ''), true, index);
      return this.#withNext(name, `-${letter}`, index);
    }
    return index;
  }

  #withNext(name: string, rawName: string, index: number): number {
    const next = this.args[index + 1];
    const takesNext = this.#options.get(name)?.type === 'string' && next !== undefined && !(next.startsWith('-') && next.length > 1);
    if (takesNext) return this.#push(index, name, rawName, next, false, index + 1);
    return this.#push(index, name, rawName, undefined, undefined, index);
  }

  #push(index: number, name: string, rawName: string, value: string | undefined, inlineValue: boolean | undefined, next: number): number {
    this.#tokens.push({ kind: 'option', name, rawName, index, value, inlineValue });
    return next;
  }
}

function checkOption(token: Token & { kind: 'option' }, option: OptionDescription | undefined, allowPositionals: boolean): void {
  if (option === undefined) {
    const hint = allowPositionals
      ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${token.rawName}"`
      : '';
    throw nodeError(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${token.rawName}'${hint}`);
  }
  const shown = `${option.short === undefined ? '' : `-${option.short}, `}--${token.name}`;
  if (option.type === 'string' && token.value === undefined)
    throw nodeError(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown} <value>' argument missing`);
  if (option.type === 'boolean' && token.value !== undefined)
    throw nodeError(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${shown}' does not take an argument`);
}

export function parseArguments(given: unknown, processArguments: string[]): Record<string, unknown> {
  // The program's own description of its options; wrong parts show as missing options.
  const config = (given ?? {}) as ParseConfig;
  const isStrict = config.strict ?? true;
  const allowPositionals = config.allowPositionals ?? !isStrict;
  const tokens = new ArgumentParser(config, config.args ?? processArguments).tokens();
  const options = new Map(Object.entries(config.options ?? {}));
  const values: Record<string, unknown> = Object.create(null);
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (!allowPositionals)
        throw nodeError(
          TypeError,
          'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
          `Unexpected argument '${token.value}'. This command does not take positional arguments`,
        );
      positionals.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const isNegated = config.allowNegative === true && !options.has(token.name) && token.name.startsWith('no-');
    const name = isNegated ? token.name.slice(3) : token.name;
    const option = options.get(name);
    if (isStrict) checkOption({ ...token, name }, option, allowPositionals);
    if (name === '__proto__') continue;
    const value = token.value ?? !isNegated;
    const former: unknown = values[name];
    if (option?.multiple === true) values[name] = Array.isArray(former) ? [...former, value] : [value];
    else values[name] = value;
  }
  for (const [name, option] of options) if (option.default !== undefined && values[name] === undefined) values[name] = option.default;
  return { values, positionals, ...(config.tokens === true ? { tokens } : {}) };
}
