import type { FileStatus } from '../../../../abi/system-calls.ts';
import { patternRegExp } from '../../text/glob-pattern.ts';
import { LocalTimes } from '../../text/local-times.ts';
import { parseDate } from '../../text/parse-date.ts';
import { extendedToSource } from '../../text/posix-pattern.ts';
import { baseName } from '../../text/resolve-path.ts';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import type { FindEntry } from './find-entry.ts';
import { findFormat } from './find-format.ts';

export interface FindNode {
  test(entry: FindEntry): Promise<boolean>;
  /** Runs the commands collected by `-exec … +`. */
  finish(): Promise<void>;
}

export interface FindOptions {
  minDepth: number;
  maxDepth: number;
  isDepthFirst: boolean;
}

export function parseFind(args: readonly string[], context: CommandContext): { node: FindNode; options: FindOptions } {
  const parser = new FindParser(args, context);
  const parsed = parser.parse();
  const print = leaf(async ({ path }) => {
    await context.stdout.writeLine(path);
    return true;
  });
  return { node: parser.hasAction ? parsed : both(parsed, print), options: parser.options };
}

function leaf(test: (entry: FindEntry) => Promise<boolean>): FindNode {
  return { test, finish: async () => undefined };
}

function both(left: FindNode, right: FindNode): FindNode {
  return {
    test: async (entry) => (await left.test(entry)) && (await right.test(entry)),
    finish: async () => {
      await left.finish();
      await right.finish();
    },
  };
}

function either(left: FindNode, right: FindNode): FindNode {
  return {
    test: async (entry) => (await left.test(entry)) || (await right.test(entry)),
    finish: async () => {
      await left.finish();
      await right.finish();
    },
  };
}

const kinds = new Map<string, FileStatus['kind']>([
  ['f', 'file'],
  ['d', 'directory'],
  ['l', 'symlink'],
  ['p', 'pipe'],
  ['s', 'socket'],
  ['c', 'terminal'],
]);
const sizeUnits = new Map([
  ['', 512],
  ['b', 512],
  ['c', 1],
  ['w', 2],
  ['k', 1024],
  ['M', 1024 ** 2],
  ['G', 1024 ** 3],
]);

class FindParser {
  readonly options: FindOptions = { minDepth: 0, maxDepth: Number.POSITIVE_INFINITY, isDepthFirst: false };
  hasAction = false;
  readonly #args: readonly string[];
  readonly #context: CommandContext;
  readonly #times: LocalTimes;
  #index = 0;

  constructor(args: readonly string[], context: CommandContext) {
    this.#args = args;
    this.#context = context;
    this.#times = new LocalTimes(context.env);
  }

  parse(): FindNode {
    if (this.#args.length === 0) return leaf(async () => true);
    const node = this.#or();
    const rest = this.#args[this.#index];
    if (rest !== undefined) throw new CommandError(`paths must precede expression: \`${rest}'`);
    return node;
  }

  #or(): FindNode {
    let node = this.#and();
    while (this.#take('-o') || this.#take('-or')) node = either(node, this.#and());
    return node;
  }

  #and(): FindNode {
    let node = this.#not();
    for (;;) {
      const next = this.#args[this.#index];
      if (next === undefined || next === ')' || next === '-o' || next === '-or') return node;
      if (!this.#take('-a')) this.#take('-and');
      node = both(node, this.#not());
    }
  }

  #not(): FindNode {
    if (!this.#take('!') && !this.#take('-not')) return this.#primary();
    const node = this.#not();
    return { test: async (entry) => !(await node.test(entry)), finish: () => node.finish() };
  }

  #take(word: string): boolean {
    if (this.#args[this.#index] !== word) return false;
    this.#index += 1;
    return true;
  }

  #value(name: string): string {
    const value = this.#args[this.#index];
    if (value === undefined) throw new CommandError(`missing argument to \`${name}'`);
    this.#index += 1;
    return value;
  }

  #primary(): FindNode {
    const name = this.#args[this.#index] ?? '';
    this.#index += 1;
    if (name === '(') {
      const node = this.#or();
      if (!this.#take(')')) throw new CommandError("invalid expression; expected to find a ')' but didn't see one.");
      return node;
    }
    return this.#nameTest(name) ?? this.#statusTest(name) ?? this.#option(name) ?? this.#action(name) ?? this.#unknown(name);
  }

  #unknown(name: string): never {
    if (!name.startsWith('-')) throw new CommandError(`paths must precede expression: \`${name}'`);
    throw new CommandError(`unknown predicate \`${name}'`);
  }

  #nameTest(name: string): FindNode | null {
    const isCaseInsensitive = name.startsWith('-i');
    switch (name) {
      case '-name':
      case '-iname': {
        const expression = patternRegExp(this.#value(name), { isCaseInsensitive });
        return leaf(async ({ path }) => expression.test(baseName(path)));
      }
      case '-path':
      case '-ipath':
      case '-wholename': {
        const expression = patternRegExp(this.#value(name), { isCaseInsensitive });
        return leaf(async ({ path }) => expression.test(path));
      }
      case '-regex':
      case '-iregex': {
        const expression = new RegExp(`^(?:${extendedToSource(this.#value(name))})$`, isCaseInsensitive ? 'isu' : 'su');
        return leaf(async ({ path }) => expression.test(path));
      }
      default:
        return null;
    }
  }

  #statusTest(name: string): FindNode | null {
    switch (name) {
      case '-type': {
        const letters = this.#value(name).split(',');
        const unknown = letters.find((letter) => !kinds.has(letter));
        if (unknown !== undefined) throw new CommandError(`Unknown argument to -type: ${unknown}`);
        return leaf(async ({ status }) => letters.some((letter) => kinds.get(letter) === status.kind));
      }
      case '-size': {
        const [, sign = '', digits = '0', unit = ''] = /^([-+]?)(\d+)([bcwkMG]?)$/.exec(this.#value(name)) ?? this.#bad(name);
        const compare = comparison(sign, Number(digits));
        return leaf(async ({ status }) => compare(Math.ceil(status.size / (sizeUnits.get(unit) ?? 512))));
      }
      case '-empty':
        return leaf(async ({ path, status }) =>
          status.kind === 'directory' ? this.#context.files.list(path).length === 0 : status.size === 0,
        );
      case '-newer':
      case '-anewer':
      case '-cnewer':
        return this.#newer(name === '-anewer' ? 'a' : name === '-cnewer' ? 'c' : 'm', 'm', this.#value(name));
      case '-mtime':
      case '-mmin': {
        const [, sign = '', digits = '0'] = /^([-+]?)(\d+)$/.exec(this.#value(name)) ?? this.#bad(name);
        const compare = comparison(sign, Number(digits));
        const unit = name === '-mmin' ? 60_000 : 86_400_000;
        return leaf(async ({ status }) => compare(Math.floor((Date.now() - status.modifiedAt) / unit)));
      }
      case '-perm': {
        const text = this.#value(name);
        const bits = Number.parseInt(text.replace(/^[-/]/, ''), 8);
        return leaf(async ({ status: { mode } }) =>
          text.startsWith('-') ? (mode & bits) === bits : text.startsWith('/') ? (mode & bits) !== 0 : mode === bits,
        );
      }
      case '-executable':
        return leaf(async ({ status }) => (status.mode & 0o111) !== 0);
      case '-readable':
      case '-writable':
      case '-true':
        return leaf(async () => true);
      case '-false':
        return leaf(async () => false);
      default: {
        const [, time, reference] = /^-newer([acBm])([acBmt])$/.exec(name) ?? [];
        return time === undefined || reference === undefined ? null : this.#newer(time, reference, this.#value(name));
      }
    }
  }

  /**
   * Implements `-newerXY`: compares one time of an entry (`letter`) with a time of the file `value`, or with `value` itself as a date if
   * `reference` is `t`.
   */
  #newer(letter: string, reference: string, value: string): FindNode {
    let limit: number;
    if (reference === 't') {
      const parsed = parseDate(value, Date.now(), this.#times.date);
      if (parsed === null) throw new CommandError(`I cannot figure out how to interpret '${value}' as a date or time`);
      limit = parsed.getTime();
    } else {
      const status = this.#context.files.find(value);
      if (status === null) throw new CommandError(`'${value}': No such file or directory`);
      limit = timeOf(status, reference);
    }
    return leaf(async ({ status }) => timeOf(status, letter) > limit);
  }

  #bad(name: string): never {
    throw new CommandError(`invalid argument \`${this.#args[this.#index - 1]}' to \`${name}'`);
  }

  #option(name: string): FindNode | null {
    switch (name) {
      case '-maxdepth':
      case '-mindepth': {
        const text = this.#value(name);
        if (!/^\d+$/.test(text)) throw new CommandError(`Expected a positive decimal integer argument to ${name}, but got '${text}'`);
        if (name === '-maxdepth') this.options.maxDepth = Number(text);
        else this.options.minDepth = Number(text);
        return leaf(async () => true);
      }
      case '-depth':
        this.options.isDepthFirst = true;
        return leaf(async () => true);
      case '-mount':
      case '-xdev':
      case '-noleaf':
      case '-follow':
        return leaf(async () => true);
      default:
        return null;
    }
  }

  #action(name: string): FindNode | null {
    const { stdout, files, system, stderr } = this.#context;
    if (name === '-prune') {
      return leaf(async (entry) => {
        entry.isPruned = true;
        return true;
      });
    }
    this.hasAction = true;
    switch (name) {
      case '-print':
        return leaf(async ({ path }) => stdout.writeLine(path).then(() => true));
      case '-print0':
        return leaf(async ({ path }) => stdout.write(`${path}\0`).then(() => true));
      case '-printf': {
        const format = this.#value(name);
        return leaf(async (entry) => stdout.write(findFormat(format, entry, this.#times)).then(() => true));
      }
      case '-quit':
        return leaf(async () => {
          throw new CommandError('', 0);
        });
      case '-delete':
        this.options.isDepthFirst = true;
        return leaf(async ({ path, status }) => {
          if (path === '.') return true;
          try {
            system.sync(status.kind === 'directory' ? 'rmdir' : 'unlink', files.resolve(path));
            return true;
          } catch (error) {
            await stderr.writeLine(`find: cannot delete '${path}': ${error instanceof Error ? error.message : ''}`);
            return false;
          }
        });
      case '-exec':
      case '-execdir':
      case '-ok':
        return this.#exec(name);
      default:
        this.hasAction = false;
        return null;
    }
  }

  #exec(name: string): FindNode {
    const command: string[] = [];
    for (;;) {
      const word = this.#value(name);
      if (word === ';') {
        return leaf(async ({ path }) => (await this.#context.run(command.map((part) => part.replaceAll('{}', path)))) === 0);
      }
      if (word === '+' && command.at(-1) === '{}') break;
      command.push(word);
    }
    const gathered: string[] = [];
    return {
      test: async ({ path }) => {
        gathered.push(path);
        return true;
      },
      finish: async () => {
        if (gathered.length > 0) await this.#context.run([...command.slice(0, -1), ...gathered]);
      },
    };
  }
}

function timeOf(status: FileStatus, letter: string): number {
  switch (letter) {
    case 'a':
      return status.accessedAt;
    case 'c':
      return status.changedAt;
    case 'B':
      return status.createdAt;
    default:
      return status.modifiedAt;
  }
}

function comparison(sign: string, limit: number): (value: number) => boolean {
  if (sign === '+') return (value) => value > limit;
  return sign === '-' ? (value) => value < limit : (value) => value === limit;
}
