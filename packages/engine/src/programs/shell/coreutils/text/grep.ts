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
import { grepPaint } from './grep/grep-paint.ts';
import { MatchPrinter, type Search } from './grep/match-printer.ts';

const specification = {
  // -U is accepted without effect: it concerns the line ends of another system.
  others: ['-NUMBER'],
  flags: 'EFGPRrinvclLowqhHsxzabUTIZy',
  values: 'efABCmd',
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
    'initial-tab': 'T',
    null: 'Z',
    binary: 'U',
    directories: 'd',
  },
  longFlags: ['line-buffered', 'no-group-separator', 'no-ignore-case'],
  longOptional: ['color'],
  longValues: ['include', 'exclude', 'exclude-from', 'exclude-dir', 'binary-files', 'group-separator', 'label'],
  exitCode: 2,
};

export const grep: Command = async (context) => {
  const args = context.args.map((argument) => argument.replace(/^-(\d+)$/, '-C$1'));
  const options = parseOptions({ name: 'grep', args }, specification);
  const operands = [...options.operands];
  const patterns = await patternsOf(options, operands, context);
  const directories = directoriesOf(options);
  const isRecursive = options.flags.has('r') || options.flags.has('R') || directories === 'recurse';
  const paths = operands.length > 0 ? operands : [isRecursive ? '.' : '-'];
  const isManyFiles = paths.length > 1 || (isRecursive && paths.some((path) => path !== '-' && context.files.isDirectory(path)));
  const contextLines = Number(options.value('C') ?? '0');
  const search: Search = {
    expression: compile(patterns, options.flags, context.name),
    prefilter: null,
    flags: options.flags,
    binary: binaryOf(options),
    isSkippingFolders: directories === 'skip',
    label: options.value('label') ?? '(standard input)',
    groupSeparator: options.flags.has('no-group-separator') ? null : (options.value('group-separator') ?? '--'),
    hasContext: ['A', 'B', 'C'].some((letter) => options.value(letter) !== null),
    before: Number(options.value('B') ?? contextLines),
    after: Number(options.value('A') ?? contextLines),
    limit: options.value('m') === null ? Number.POSITIVE_INFINITY : Number(options.value('m')),
    isNamed: !options.flags.has('h') && (options.flags.has('H') || isManyFiles),
    paint: grepPaint(isColored(context, options.value('color') || 'auto')),
  };
  // With -v, -c and -L, a file without a match still produces output.
  const isSilent = !['v', 'c', 'L', 'z'].some((flag) => options.flags.has(flag));
  if (isSilent && isRecursive && !/\[\\s\\S\]/.test(search.expression.source)) {
    search.prefilter = new RegExp(search.expression.source, search.expression.flags.replace('g', 'm'));
  }
  const excludes = [...(options.values.get('exclude') ?? [])];
  for (const path of options.values.get('exclude-from') ?? []) {
    const text = await context.files.readText(path).catch((error: unknown) => {
      throw new CommandError(`${path}: ${errorText(error)}`, 2);
    });
    excludes.push(...text.split('\n').filter((line) => line !== ''));
  }
  return new Grep(context, search, options, excludes).run(paths, isRecursive, operands.length === 0);
};

type Binary = Search['binary'];

function binaryOf({ flags, value }: ParsedOptions): Binary {
  const named = value('binary-files');
  if (named !== null && named !== 'binary' && named !== 'text' && named !== 'without-match')
    throw new CommandError('unknown binary-files type', 2);
  if (flags.has('a')) return 'text';
  return flags.has('I') ? 'without-match' : (named ?? 'binary');
}

function directoriesOf({ value }: ParsedOptions): string {
  const action = value('d') ?? 'read';
  if (['read', 'recurse', 'skip'].includes(action)) return action;
  const list = "\n  - 'read'\n  - 'recurse'\n  - 'skip'";
  const usage = "Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.";
  throw new CommandError(`invalid argument '${action}' for '--directories'\nValid arguments are:${list}\n${usage}`);
}

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

/** A line may contain a carriage return, at which JavaScript's dot stops. */
const ANY_OF_A_LINE = '[^\\n]';

function compile(patterns: readonly string[], flags: ReadonlySet<string>, name: string): RegExp {
  const isFixed = flags.has('F') || name === 'fgrep';
  const isFolded = (flags.has('i') || flags.has('y')) && !flags.has('no-ignore-case');
  const isExtended = flags.has('E') || name === 'egrep';
  const translate = (pattern: string) => {
    if (isFixed) return escapeRegExp(pattern);
    if (flags.has('P')) return perlSource(pattern);
    // With `-z`, the searched text contains newlines.
    const dot = flags.has('z') ? '[\\s\\S]' : ANY_OF_A_LINE;
    return isExtended ? extendedToSource(pattern, dot) : basicToSource(pattern, dot);
  };
  try {
    let source = patterns.map((pattern) => `(?:${translate(pattern)})`).join('|');
    if (flags.has('w')) source = `(?<![\\w])(?:${source})(?![\\w])`;
    if (flags.has('x')) source = `^(?:${source})$`;
    return new RegExp(source, `g${isFolded ? 'i' : ''}${flags.has('P') ? '' : 'u'}`);
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
  /** An earlier file has printed lines. */
  #hasPrinted = false;

  constructor(context: CommandContext, search: Search, options: ParsedOptions, excludes: readonly string[]) {
    this.#context = context;
    this.#search = search;
    const expressions = (patterns: readonly string[]) => patterns.map((pattern) => patternRegExp(pattern.replace(/\/$/, '')));
    this.#includes = expressions(options.values.get('include') ?? []);
    this.#excludes = expressions(excludes);
    this.#excludedFolders = expressions(options.values.get('exclude-dir') ?? []);
  }

  async run(paths: readonly string[], isRecursive: boolean, isImplicit: boolean): Promise<number> {
    const { flags } = this.#search;
    for (const path of paths) {
      const isDirectory = path !== '-' && this.#context.files.isDirectory(path);
      if (isDirectory && isRecursive) await this.#folder(path, isImplicit);
      else if (isDirectory && this.#search.isSkippingFolders) continue;
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
      await this.#lines(input, path === '-' ? this.#search.label : path);
    } finally {
      if (input !== this.#context.stdin) input.release();
    }
  }

  /** Returns true if the whole file has no match and so produces no output. */
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
    const { flags, limit, binary } = this.#search;
    const isQuiet = flags.has('q') || flags.has('l') || flags.has('L') || flags.has('c');
    const printer = new MatchPrinter(this.#context, this.#search, { path, isFirst: !this.#hasPrinted });
    let count = 0;
    let number = 0;
    if (limit === 0) return;
    const mayBeBinary = binary !== 'text' && !flags.has('z');
    // A file that begins with NUL bytes is binary as a whole; if they come later, the lines before them are shown.
    const isBinary = mayBeBinary && (await beginsWithNul(input));
    if (isBinary && binary === 'without-match') {
      await this.#summary(path, 0);
      return;
    }
    const lines = input.lines(flags.has('z') ? '\0' : '\n');
    for await (const line of isBinary ? betweenNuls(lines) : lines) {
      number += 1;
      if (mayBeBinary && (isBinary || line.includes('\0')) && !isQuiet) {
        if (binary === 'without-match') break;
        if (!(await this.#binary(line, path))) continue;
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
      this.#isFound = true;
      if (flags.has('q') || flags.has('l') || flags.has('L')) break;
      if (!isQuiet) await printer.match(line, number);
      if (count >= limit && (isQuiet || this.#search.after === 0)) break;
    }
    this.#hasPrinted = this.#hasPrinted || printer.hasPrinted;
    await this.#summary(path, count);
  }

  /** Prints the output of -l, -L and -c for a file. */
  async #summary(path: string, count: number): Promise<void> {
    const { flags, isNamed, paint } = this.#search;
    const { stdout } = this.#context;
    if (flags.has('q')) return;
    const nameEnd = flags.has('Z') ? '\0' : '\n';
    if (flags.has('l') && count > 0) await stdout.write(paint.name(path) + nameEnd);
    else if (flags.has('L') && count === 0) await stdout.write(paint.name(path) + nameEnd);
    else if (flags.has('c') && !flags.has('l') && !flags.has('L')) {
      const prefix = isNamed ? paint.name(path) + (flags.has('Z') ? '\0' : paint.separator(':')) : '';
      await stdout.writeLine(`${prefix}${count}`);
    }
  }

  /** Reports that a binary file matches, without showing the line. */
  async #binary(line: string, path: string): Promise<boolean> {
    this.#search.expression.lastIndex = 0;
    if (this.#search.expression.test(line) === this.#search.flags.has('v')) return false;
    this.#isFound = true;
    await this.#context.stdout.flush();
    await this.#context.stderr.writeLine(`grep: ${path}: binary file matches`);
    return true;
  }
}

async function beginsWithNul(input: InputStream): Promise<boolean> {
  const bytes = await input.read();
  input.unread(bytes);
  return bytes.includes(0);
}

/** Splits lines at NUL too, as in a binary file. */
async function* betweenNuls(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) yield* line.split('\0');
}

/** Converts Perl's `\\K` (exclude the preceding text from the match) to a JavaScript lookbehind. */
function perlSource(pattern: string): string {
  const kept = pattern.lastIndexOf('\\K');
  const source = kept === -1 ? pattern : `(?<=${pattern.slice(0, kept)})${pattern.slice(kept + 2)}`;
  return source.replace(/\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\./g, (part) => (part === '.' ? ANY_OF_A_LINE : part));
}
