import { errorMessage } from '../../../../text/error-message.ts';
import type { InputStream } from '../../streams/input-stream.ts';
import { errorText } from '../../text/error-text.ts';
import { escapeRegExp, patternRegExp } from '../../text/glob-pattern.ts';
import { basicToSource, extendedToSource } from '../../text/posix-pattern.ts';
import { baseName, joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { isColored } from '../is-colored.ts';
import type { ParsedOptions } from '../parse-options.ts';
import { parseOptions } from '../parse-options.ts';
import { SEARCH_VALUES } from '../search-options.ts';
import { type GrepPaint, grepPaint } from './grep-paint.ts';

const specification = {
  flags: 'EFGPRrinvclLowqhHsxzabUT',
  values: 'efABCm',
  long: {
    'extended-regexp': 'E',
    'fixed-strings': 'F',
    'basic-regexp': 'G',
    'perl-regexp': 'P',
    recursive: 'r',
    'dereference-recursive': 'R',
    'ignore-case': 'i',
    'line-number': 'n',
    'invert-match': 'v',
    count: 'c',
    'files-with-matches': 'l',
    'files-without-match': 'L',
    'only-matching': 'o',
    'word-regexp': 'w',
    quiet: 'q',
    silent: 'q',
    'no-filename': 'h',
    'with-filename': 'H',
    'no-messages': 's',
    'line-regexp': 'x',
    ...SEARCH_VALUES,
    text: 'a',
    colour: 'color',
    'byte-offset': 'b',
    'null-data': 'z',
  },
  longFlags: ['line-buffered'],
  longOptional: ['color'],
  longValues: ['include', 'exclude', 'exclude-dir', 'binary-files'],
  exitCode: 2,
};

interface Search {
  expression: RegExp;
  /** Asked of a whole file first: most hold no match, and then their lines need not be cut out. Null where that could be wrong. */
  prefilter: RegExp | null;
  flags: ReadonlySet<string>;
  before: number;
  after: number;
  limit: number;
  isNamed: boolean;
  paint: GrepPaint;
}

export const grep: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-C$1'));
  const options = parseOptions({ name: 'grep', args }, specification);
  const operands = [...options.operands];
  const patterns = await patternsOf(options, operands, context);
  const isRecursive = options.flags.has('r') || options.flags.has('R');
  const paths = operands.length > 0 ? operands : [isRecursive ? '.' : '-'];
  const isManyFiles = paths.length > 1 || (isRecursive && paths.some((path) => path !== '-' && context.files.isDirectory(path)));
  const contextLines = Number(options.value('C') ?? '0');
  const search: Search = {
    expression: compile(patterns, options.flags, context.name),
    prefilter: null,
    flags: options.flags,
    before: Number(options.value('B') ?? contextLines),
    after: Number(options.value('A') ?? contextLines),
    limit: options.value('m') === null ? Number.POSITIVE_INFINITY : Number(options.value('m')),
    isNamed: !options.flags.has('h') && (options.flags.has('H') || isManyFiles),
    paint: grepPaint(isColored(context, options.value('color') || 'auto')),
  };
  // With -v, -c and -L a file without a match is one that something is said about.
  const isSilent = !['v', 'c', 'L', 'z'].some((flag) => options.flags.has(flag));
  if (isSilent && isRecursive && !/\[\\s\\S\]/.test(search.expression.source)) {
    search.prefilter = new RegExp(search.expression.source, search.expression.flags.replace('g', 'm'));
  }
  return new Grep(context, search, options).run(paths, isRecursive, operands.length === 0);
};

async function patternsOf(options: ParsedOptions, operands: string[], context: CommandContext): Promise<string[]> {
  const patterns = [...(options.values.get('e') ?? [])];
  for (const path of options.values.get('f') ?? []) {
    const text = await context.files.readText(path);
    if (text !== '') patterns.push(...text.replace(/\n$/, '').split('\n'));
    else if (patterns.length === 0) return ['(?!)'];
  }
  if (patterns.length === 0 && !options.values.has('f')) {
    const pattern = operands.shift();
    if (pattern === undefined)
      throw new CommandError("usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.", 2);
    patterns.push(pattern);
  }
  return patterns.flatMap((pattern) => pattern.split('\n'));
}

/** A line may have a carriage return in it, which JavaScript's dot stops at. */
const ANY_OF_A_LINE = '[^\\n]';

function compile(patterns: readonly string[], flags: ReadonlySet<string>, name: string): RegExp {
  const isFixed = flags.has('F') || name === 'fgrep';
  const isExtended = flags.has('E') || name === 'egrep';
  const translate = (pattern: string) => {
    if (isFixed) return escapeRegExp(pattern);
    if (flags.has('P')) return perlSource(pattern);
    // With `-z` what is looked through has newlines in it.
    const dot = flags.has('z') ? '[\\s\\S]' : ANY_OF_A_LINE;
    return isExtended ? extendedToSource(pattern, dot) : basicToSource(pattern, dot);
  };
  try {
    let source = patterns.map((pattern) => `(?:${translate(pattern)})`).join('|');
    if (flags.has('w')) source = `(?<![\\w])(?:${source})(?![\\w])`;
    if (flags.has('x')) source = `^(?:${source})$`;
    return new RegExp(source, `g${flags.has('i') ? 'i' : ''}${flags.has('P') ? '' : 'u'}`);
  } catch (error) {
    throw new CommandError(errorMessage(error), 2);
  }
}

class Grep {
  readonly #context: CommandContext;
  readonly #search: Search;
  readonly #includes: RegExp[];
  readonly #excludes: RegExp[];
  readonly #excludedFolders: RegExp[];
  readonly #decoder = new TextDecoder();
  #isFound = false;
  #isFailed = false;
  /** Lines of a file before. */
  #hasPrinted = false;

  constructor(context: CommandContext, search: Search, options: ParsedOptions) {
    this.#context = context;
    this.#search = search;
    const expressions = (name: string) => (options.values.get(name) ?? []).map((pattern) => patternRegExp(pattern.replace(/\/$/, '')));
    this.#includes = expressions('include');
    this.#excludes = expressions('exclude');
    this.#excludedFolders = expressions('exclude-dir');
  }

  async run(paths: readonly string[], isRecursive: boolean, isImplicit: boolean): Promise<number> {
    const { flags } = this.#search;
    for (const path of paths) {
      const isDirectory = path !== '-' && this.#context.files.isDirectory(path);
      if (isDirectory && isRecursive) await this.#folder(path, isImplicit);
      else if (isDirectory) await this.#complain(`${path}: Is a directory`, false);
      else await this.#file(path);
      if (this.#isFound && flags.has('q')) return 0;
    }
    if (this.#isFailed && !(this.#isFound && flags.has('q'))) return 2;
    return this.#isFound ? 0 : 1;
  }

  async #complain(message: string, isFailure = true): Promise<void> {
    if (isFailure) this.#isFailed = true;
    if (this.#search.flags.has('s')) return;
    await this.#context.stdout.flush();
    await this.#context.stderr.writeLine(`grep: ${message}`);
  }

  async #folder(path: string, isImplicit: boolean): Promise<void> {
    for (const item of this.#context.files.list(path)) {
      const inner = isImplicit && path === '.' ? item.name : joinPath(path, item.name);
      if (item.kind === 'directory') {
        if (!this.#excludedFolders.some((expression) => expression.test(item.name))) await this.#folder(inner, isImplicit);
      } else if (item.kind === 'file' || this.#search.flags.has('R')) await this.#file(inner);
      if (this.#isFound && this.#search.flags.has('q')) return;
    }
  }

  async #file(path: string): Promise<void> {
    const name = baseName(path);
    if (this.#includes.length > 0 && !this.#includes.some((expression) => expression.test(name))) return;
    if (this.#excludes.some((expression) => expression.test(name))) return;
    if (path !== '-' && this.#isPassedOver(path)) return;
    let input: InputStream;
    try {
      input = this.#context.files.input(path);
    } catch (error) {
      await this.#complain(`${path}: ${errorText(error)}`);
      return;
    }
    try {
      await this.#lines(input, path === '-' ? '(standard input)' : path);
    } finally {
      if (input !== this.#context.stdin) input.release();
    }
  }

  /** True when the file as a whole holds no match, so that nothing is to be said about it. */
  #isPassedOver(path: string): boolean {
    const { prefilter } = this.#search;
    const { files, system } = this.#context;
    if (prefilter === null || path.startsWith('/dev/')) return false;
    try {
      const bytes = system.sync('readFile', files.resolve(path));
      return !prefilter.test(this.#decoder.decode(bytes));
    } catch {
      return false;
    }
  }

  async #lines(input: InputStream, path: string): Promise<void> {
    const { flags, limit } = this.#search;
    const isQuiet = flags.has('q') || flags.has('l') || flags.has('L') || flags.has('c');
    const printer = new MatchPrinter(this.#context, this.#search, { path, isFirst: !this.#hasPrinted });
    let count = 0;
    let number = 0;
    if (limit === 0) return;
    for await (const line of input.lines(flags.has('z') ? '\0' : '\n')) {
      number += 1;
      if (!flags.has('a') && line.includes('\0') && !flags.has('z')) {
        if (!(await this.#binary(line, path, isQuiet))) continue;
        count += 1;
        break;
      }
      this.#search.expression.lastIndex = 0;
      if (this.#search.expression.test(line) === flags.has('v')) {
        if (!isQuiet) await printer.context(line, number);
        if (count >= limit && printer.isDone) break;
        continue;
      }
      if (count >= limit) break;
      count += 1;
      this.#isFound = this.#isFound || !flags.has('L');
      if (flags.has('q') || flags.has('l') || flags.has('L')) break;
      if (!isQuiet) await printer.match(line, number);
      if (count >= limit && (isQuiet || this.#search.after === 0)) break;
    }
    this.#hasPrinted = this.#hasPrinted || printer.hasPrinted;
    const { isNamed, paint } = this.#search;
    const prefix = isNamed ? paint.name(path) + paint.separator(':') : '';
    if (flags.has('q')) return;
    if (flags.has('l') && count > 0) await this.#context.stdout.writeLine(paint.name(path));
    else if (flags.has('L') && count === 0) {
      this.#isFound = true;
      await this.#context.stdout.writeLine(paint.name(path));
    } else if (flags.has('c') && !flags.has('l') && !flags.has('L')) await this.#context.stdout.writeLine(`${prefix}${count}`);
  }

  /** A line with NUL bytes is not shown; that it matches is said. */
  async #binary(line: string, path: string, isQuiet: boolean): Promise<boolean> {
    this.#search.expression.lastIndex = 0;
    if (this.#search.expression.test(line) === this.#search.flags.has('v')) return false;
    this.#isFound = true;
    if (!isQuiet) await this.#context.stdout.writeLine(`grep: ${path}: binary file matches`);
    return true;
  }
}

/** Prints matches with the lines around them, and `--` between groups that do not touch. */
class MatchPrinter {
  readonly #context: CommandContext;
  readonly #search: Search;
  readonly #path: string;
  readonly #isFirst: boolean;
  #held: { line: string; number: number }[] = [];
  #afterLeft = 0;
  #lastPrinted = 0;

  /** `isFirst`: no file before has printed anything. */
  constructor(context: CommandContext, search: Search, { path, isFirst }: { path: string; isFirst: boolean }) {
    this.#context = context;
    this.#search = search;
    this.#path = path;
    this.#isFirst = isFirst;
  }

  get hasPrinted(): boolean {
    return this.#lastPrinted > 0;
  }

  get isDone(): boolean {
    return this.#afterLeft === 0;
  }

  async match(line: string, number: number): Promise<void> {
    const [first = { number }] = this.#held;
    const isGapped = this.#lastPrinted > 0 ? first.number > this.#lastPrinted + 1 : !this.#isFirst;
    if (isGapped && (this.#search.before > 0 || this.#search.after > 0))
      await this.#context.stdout.writeLine(this.#search.paint.separator('--'));
    for (const held of this.#held) await this.#print(held.line, held.number, '-');
    this.#held = [];
    if (this.#search.flags.has('o')) await this.#parts(line, number);
    else await this.#print(line, number, ':');
    this.#lastPrinted = number;
    this.#afterLeft = this.#search.after;
  }

  async context(line: string, number: number): Promise<void> {
    if (this.#afterLeft > 0) {
      this.#afterLeft -= 1;
      this.#lastPrinted = number;
      await this.#print(line, number, '-');
    } else if (this.#search.before > 0) {
      this.#held.push({ line, number });
      if (this.#held.length > this.#search.before) this.#held.shift();
    }
  }

  async #parts(line: string, number: number): Promise<void> {
    if (this.#search.flags.has('v')) return;
    this.#search.expression.lastIndex = 0;
    for (const [text] of line.matchAll(this.#search.expression)) if (text !== '') await this.#print(text, number, ':', true);
  }

  async #print(line: string, number: number, separator: string, isPart = false): Promise<void> {
    if (this.#search.flags.has('o') && !isPart) return;
    const { paint, flags, isNamed, expression } = this.#search;
    const name = isNamed ? paint.name(this.#path) + paint.separator(separator) : '';
    const position = flags.has('n') ? paint.number(String(number)) + paint.separator(separator) : '';
    // Lines around a match, and lines that match nothing, are as they are.
    const text = separator === ':' && !flags.has('v') ? paint.matches(line, expression) : line;
    await this.#context.stdout.write(`${name}${position}${text}${flags.has('z') ? '\0' : '\n'}`);
  }
}

/** Perl's `\\K` (keep what is before out of the match) is a lookbehind in JavaScript. */
function perlSource(pattern: string): string {
  const kept = pattern.lastIndexOf('\\K');
  const source = kept === -1 ? pattern : `(?<=${pattern.slice(0, kept)})${pattern.slice(kept + 2)}`;
  return source.replace(/\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\./g, (part) => (part === '.' ? ANY_OF_A_LINE : part));
}
