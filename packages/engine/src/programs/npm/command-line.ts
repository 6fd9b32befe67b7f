/** A package manager's option syntax. */
export interface OptionDialect {
  /** Options that take a value; all others are switches. */
  valueOptions: ReadonlySet<string>;
  /** Short forms, with their option and value; '' means the next word. */
  shortOptions: ReadonlyMap<string, readonly [string, string | true]>;
  longAliases: ReadonlyMap<string, readonly [string, string | true]>;
}

const valueOptions = new Set([
  'prefix',
  'registry',
  'package',
  'call',
  'workspace',
  'omit',
  'include',
  'loglevel',
  'tag',
  'depth',
  'script-shell',
  'init-author-name',
  'init-license',
  'init-version',
  'install-strategy',
  'cache',
  'userconfig',
  'location',
  'cpu',
  'os',
  'libc',
  'before',
  'fetch-retries',
  'scope',
]);

const shortOptions = new Map<string, readonly [string, string | true]>([
  ['D', ['save-dev', true]],
  ['E', ['save-exact', true]],
  ['O', ['save-optional', true]],
  ['P', ['save-prod', true]],
  ['S', ['save', true]],
  ['B', ['save-bundle', true]],
  ['g', ['global', true]],
  ['y', ['yes', true]],
  ['f', ['force', true]],
  ['a', ['all', true]],
  ['l', ['long', true]],
  ['s', ['silent', true]],
  ['q', ['quiet', true]],
  ['d', ['verbose', true]],
  ['v', ['version', true]],
  ['h', ['help', true]],
  ['?', ['help', true]],
  ['n', ['yes', 'false']],
  ['C', ['prefix', '']],
  ['p', ['package', '']],
  ['c', ['call', '']],
  ['w', ['workspace', '']],
]);

const longAliases = new Map<string, readonly [string, string | true]>([
  ['dev', ['save-dev', true]],
  ['production', ['omit', 'dev']],
  ['only', ['omit', 'dev']],
  ['dir', ['prefix', '']],
  ['exact', ['save-exact', true]],
]);

const npmDialect: OptionDialect = { valueOptions, shortOptions, longAliases };

/** A parsed command line, without `npm` itself. */
export class CommandLine {
  constructor(
    readonly positional: readonly string[],
    /** The words after `--`. */
    readonly rest: readonly string[],
    private readonly options: ReadonlyMap<string, readonly string[]>,
    /** Defaults from `.npmrc` and the environment, for options that were not given. */
    private readonly config: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {}

  /** Returns whether a switch is set: `--name` sets it; `--no-name` and `--name=false` unset it. */
  isSet(name: string): boolean {
    const value = this.value(name);
    return value !== null && value !== 'false';
  }

  isUnset(name: string): boolean {
    return this.value(name) === 'false';
  }

  /** Returns the last value given. */
  value(name: string): string | null {
    return this.values(name).at(-1) ?? null;
  }

  values(name: string): readonly string[] {
    return this.options.get(name) ?? this.config.get(name) ?? [];
  }

  withPositional(positional: readonly string[]): CommandLine {
    return new CommandLine(positional, this.rest, this.options, this.config);
  }

  withoutRest(): CommandLine {
    return new CommandLine(this.positional, [], this.options, this.config);
  }

  withRest(rest: readonly string[]): CommandLine {
    return new CommandLine(this.positional, rest, this.options, this.config);
  }

  withOption(name: string, value: string): CommandLine {
    return new CommandLine(this.positional, this.rest, new Map([...this.options, [name, [value]]]), this.config);
  }

  /** Merges in the other command line's options, which take precedence. */
  withOptionsOf(other: CommandLine): CommandLine {
    return new CommandLine(this.positional, this.rest, new Map([...this.options, ...other.options]), this.config);
  }

  withConfig(config: ReadonlyMap<string, readonly string[]>): CommandLine {
    return new CommandLine(this.positional, this.rest, this.options, config);
  }

  /** Returns whether the option was given on the command line, not in a file. */
  isGiven(name: string): boolean {
    return this.options.has(name);
  }

  get settings(): ReadonlyMap<string, readonly string[]> {
    return this.config;
  }
}

/**
 * Parses arguments as npm does. With `stopsAtPositional`, everything from the first plain word on is left as is (`npx cowsay --help`: the
 * option belongs to cowsay).
 */
export function parseCommandLine(args: readonly string[], stopsAtPositional = false, dialect: OptionDialect = npmDialect): CommandLine {
  const positional: string[] = [];
  const options = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    const values = options.get(name);
    if (values) values.push(value);
    else options.set(name, [value]);
  };
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') return new CommandLine(positional, args.slice(index + 1), options);
    if (argument === '-' || !argument.startsWith('-')) {
      if (stopsAtPositional) return new CommandLine(args.slice(index), [], options);
      positional.push(argument);
      continue;
    }
    for (const { name, value } of readOption(argument, dialect)) {
      if (value !== '') add(name, value);
      else {
        index += 1;
        add(name, args[index] ?? '');
      }
    }
  }
  return new CommandLine(positional, [], options);
}

/** Returns an option's names and values; an empty value means that the next argument is the value. */
function readOption(argument: string, dialect: OptionDialect): { name: string; value: string }[] {
  const equals = argument.indexOf('=');
  const written = equals === -1 ? argument : argument.slice(0, equals);
  const given = equals === -1 ? null : argument.slice(equals + 1);
  if (!argument.startsWith('--')) {
    if (written === '-ws') return [{ name: 'workspaces', value: 'true' }];
    if (written === '-iwr') return [{ name: 'include-workspace-root', value: 'true' }];
    return [...written.slice(1)].map((letter) => {
      const [name, value] = dialect.shortOptions.get(letter) ?? [letter, true];
      return { name, value: given ?? (value === true ? 'true' : value) };
    });
  }
  const long = written.slice(2);
  const alias = dialect.longAliases.get(long);
  if (alias) return [{ name: alias[0], value: given ?? (alias[1] === true ? 'true' : alias[1]) }];
  if (long.startsWith('no-')) return [{ name: long.slice(3), value: 'false' }];
  if (given !== null) return [{ name: long, value: given === '' ? 'true' : given }];
  return [{ name: long, value: dialect.valueOptions.has(long) ? '' : 'true' }];
}
