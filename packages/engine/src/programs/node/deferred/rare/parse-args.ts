import { invalidArgumentType, invalidArgumentValue, nodeError } from '../../errors/node-error.ts';
import { validateArray, validateBoolean, validateObject, validateString } from '../../errors/validate.ts';

interface OptionDescription {
  type: 'string' | 'boolean';
  short: string | undefined;
  isMultiple: boolean;
  default: unknown;
}

interface OptionToken {
  kind: 'option';
  name: string;
  rawName: string;
  index: number;
  value: string | undefined;
  inlineValue: boolean | undefined;
}
type Token = OptionToken | { kind: 'positional'; index: number; value: string } | { kind: 'option-terminator'; index: number };

interface Settings {
  args: string[];
  isStrict: boolean;
  allowsPositionals: boolean;
  allowsNegative: boolean;
  givesTokens: boolean;
  options: ReadonlyMap<string, OptionDescription>;
}

/** Reads own properties only, so that a program can define an option called `constructor`. */
const own = (object: object, name: string): unknown => (Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined);

function checkDefault(value: unknown, name: string, type: string, isMultiple: boolean): void {
  const check = (item: unknown, itemName: string) => (type === 'string' ? validateString(item, itemName) : validateBoolean(item, itemName));
  if (!isMultiple) {
    check(value, name);
    return;
  }
  validateArray(value, name);
  for (const [index, item] of value.entries()) check(item, `${name}[${index}]`);
}

function describeOption(given: unknown, name: string): OptionDescription {
  validateObject(given, name);
  const type = own(given, 'type');
  if (type !== 'string' && type !== 'boolean') throw invalidArgumentType(`${name}.type`, "('string|boolean')", type);
  const short = own(given, 'short');
  if (Object.hasOwn(given, 'short')) {
    validateString(short, `${name}.short`);
    if (short.length !== 1) throw invalidArgumentValue(`${name}.short`, short, 'must be a single character');
  }
  const isMultiple = own(given, 'multiple');
  if (Object.hasOwn(given, 'multiple')) validateBoolean(isMultiple, `${name}.multiple`);
  const description = {
    type,
    short: short as string | undefined,
    isMultiple: isMultiple === true,
    default: own(given, 'default'),
  } as const;
  if (description.default !== undefined) checkDefault(description.default, `${name}.default`, type, description.isMultiple);
  return description;
}

interface RunningProgram {
  argv: string[];
  execArgv: string[];
}

/** Returns the program's arguments. With `--eval` or `--print`, no file name precedes them. */
function programArguments({ argv, execArgv }: RunningProgram): string[] {
  return argv.slice(execArgv.some((word) => /^(?:-e|--eval|-p|--print)$/.test(word)) ? 1 : 2);
}

function readSettings(given: unknown, program: RunningProgram): Settings {
  const config = Object(given) as object;
  if (given === null) throw new TypeError('Cannot convert undefined or null to object');
  const args = own(config, 'args') ?? programArguments(program);
  const isStrict = own(config, 'strict') ?? true;
  const allowsPositionals = own(config, 'allowPositionals') ?? !isStrict;
  const givesTokens = own(config, 'tokens') ?? false;
  const allowsNegative = own(config, 'allowNegative') ?? false;
  const options = own(config, 'options') ?? {};
  validateArray(args, 'args');
  validateBoolean(isStrict, 'strict');
  validateBoolean(allowsPositionals, 'allowPositionals');
  validateBoolean(givesTokens, 'tokens');
  validateBoolean(allowsNegative, 'allowNegative');
  validateObject(options, 'options');
  const described = Object.entries(options).map(([name, option]) => [name, describeOption(option, `options.${name}`)] as const);
  return { args: args as string[], isStrict, allowsPositionals, allowsNegative, givesTokens, options: new Map(described) };
}

/** Splits a command line into tokens. Errors are detected later. */
class ArgumentReader {
  readonly tokens: Token[] = [];
  #index = 0;

  constructor(private readonly settings: Settings) {}

  read(): Token[] {
    const { args } = this.settings;
    for (; this.#index < args.length; this.#index++) {
      const argument = String(args[this.#index]);
      if (argument === '--') {
        this.#readRest(args.slice(this.#index + 1));
        break;
      }
      if (argument.startsWith('--') && argument.length > 2) this.#readLong(argument);
      else if (argument.startsWith('-') && argument.length > 1) this.#readShort(argument);
      else this.tokens.push({ kind: 'positional', index: this.#index, value: argument });
    }
    return this.tokens;
  }

  #readRest(rest: readonly string[]): void {
    this.tokens.push({ kind: 'option-terminator', index: this.#index });
    for (const [offset, value] of rest.entries()) this.tokens.push({ kind: 'positional', index: this.#index + 1 + offset, value });
    this.#index = this.settings.args.length;
  }

  #readLong(argument: string): void {
    // A name has at least one character, so `--=` is an option named `=`.
    const equals = argument.indexOf('=', 3);
    if (equals === -1) this.#push(argument.slice(2), argument);
    else this.#push(argument.slice(2, equals), argument.slice(0, equals), argument.slice(equals + 1));
  }

  #nameOf(letter: string): string {
    return [...this.settings.options].find(([, { short }]) => short === letter)?.[0] ?? letter;
  }

  /** Splits `-abc` into `-a -b -c`, up to the first option that takes a value; the rest is its value. */
  #splitGroup(argument: string): string[] {
    const parts: string[] = [];
    for (let at = 1; at < argument.length; at++) {
      const takesValue = this.settings.options.get(this.#nameOf(argument.charAt(at)))?.type === 'string';
      if (takesValue) return [...parts, `-${argument.slice(at)}`];
      parts.push(`-${argument.charAt(at)}`);
    }
    return parts;
  }

  #readShort(argument: string): void {
    const parts = this.#splitGroup(argument);
    for (const [at, part] of parts.entries()) {
      // It ends the options, like a separate `--`.
      if (part === '--') {
        this.#readRest([...parts.slice(at + 1), ...this.settings.args.slice(this.#index + 1)]);
        return;
      }
      const name = this.#nameOf(part.charAt(1));
      if (part.length === 2) this.#push(name, part);
      else this.#push(name, part.slice(0, 2), part.slice(2));
    }
  }

  #push(name: string, rawName: string, inline?: string): void {
    const index = this.#index;
    const next = this.settings.args[index + 1];
    const takesNext = inline === undefined && next !== undefined && this.settings.options.get(name)?.type === 'string';
    if (takesNext) this.#index += 1;
    const inlineValue = inline !== undefined ? true : takesNext ? false : undefined;
    this.tokens.push({ kind: 'option', name, rawName, index, value: takesNext ? next : inline, inlineValue });
  }
}

const refuseValue = (message: string): Error => nodeError(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE', message);

/** Returns `foo` for `--no-foo` if negation is allowed, else null. */
function negatedName({ allowsNegative }: Settings, { name, value }: OptionToken): string | null {
  return allowsNegative && value === undefined && name.startsWith('no-') ? name.slice(3) : null;
}

function checkOption(settings: Settings, token: OptionToken): void {
  const { name, rawName, value } = token;
  const negated = negatedName(settings, token);
  const option = settings.options.get(name) ?? (negated === null ? undefined : settings.options.get(negated));
  if (option === undefined) {
    const hint = settings.allowsPositionals
      ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${rawName}"`
      : '';
    throw nodeError(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${rawName}'${hint}`);
  }
  const shown = `${option.short ? `-${option.short}, ` : ''}--${name}`;
  if (option.type === 'string' && typeof value !== 'string') throw refuseValue(`Option '${shown} <value>' argument missing`);
  if (option.type === 'boolean' && value !== undefined) throw refuseValue(`Option '${shown}' does not take an argument`);
  if (token.inlineValue !== false || value === undefined || value.length < 2 || !value.startsWith('-')) return;
  const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  throw refuseValue(`Option '${rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${rawName}'?
To specify an option argument starting with a dash use ${example}.`);
}

/** Implements `util.parseArgs`: splits a command line into options and positionals. */
export function parseArguments(given: unknown, program: RunningProgram): Record<string, unknown> {
  const settings = readSettings(given, program);
  const values: Record<string, unknown> = Object.create(null);
  const positionals: string[] = [];
  const tokens = new ArgumentReader(settings).read();
  const store = (token: OptionToken) => {
    const negated = negatedName(settings, token);
    const name = negated ?? token.name;
    token.name = name;
    if (name === '__proto__') return;
    const value = token.value ?? negated === null;
    if (settings.options.get(name)?.isMultiple !== true) values[name] = value;
    else if (Array.isArray(values[name])) values[name].push(value);
    else values[name] = [value];
  };
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (!settings.allowsPositionals)
        throw nodeError(
          TypeError,
          'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
          `Unexpected argument '${token.value}'. This command does not take positional arguments`,
        );
      positionals.push(token.value);
    }
    if (token.kind !== 'option') continue;
    if (settings.isStrict) checkOption(settings, token);
    store(token);
  }
  for (const [name, option] of settings.options)
    if (option.default !== undefined && values[name] === undefined && name !== '__proto__') values[name] = option.default;
  return { values, positionals, ...(settings.givesTokens ? { tokens } : {}) };
}
