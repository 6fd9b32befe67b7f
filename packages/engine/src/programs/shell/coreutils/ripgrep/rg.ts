import { errorText } from '../../text/error-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { InformationRequest } from '../information-request.ts';
import { isColored } from '../is-colored.ts';
import { fileTypes } from './file-types.ts';
import { JsonPrinter } from './json-printer.ts';
import { ResultPrinter } from './result-printer.ts';
import type { RipgrepOptions } from './ripgrep-options.ts';
import { ripgrepOptions, ripgrepSpecification } from './ripgrep-options.ts';
import { ripgrepExpression } from './ripgrep-pattern.ts';
import { hasMatch, searchText } from './search-text.ts';
import { FileWalker } from './walk-files.ts';

/** Files searched per turn of the event loop, so that Ctrl-C ends a long search. */
const FILES_AT_ONCE = 200;

/**
 * Implements `rg` with the options of ripgrep in common use. Unlike ripgrep, it obeys `.gitignore` even without a repository (projects here
 * have none), and it reads standard input only when the shell redirected it to a pipe or file.
 */
export const rg: Command = async (context) => {
  const options = await ripgrepOptions(context);
  const { flags } = options;
  if (flags.has('V')) {
    await context.stdout.writeLine('ripgrep 13.0.0 (of Devonz)');
    return 0;
  }
  if (flags.has('h')) throw new InformationRequest('help', ripgrepSpecification);
  if (flags.has('type-list')) {
    for (const [name, globs] of fileTypes) await context.stdout.writeLine(`${name}: ${globs.join(', ')}`);
    return 0;
  }
  return new Ripgrep(options, context).run();
};

class Ripgrep {
  readonly #options: RipgrepOptions;
  readonly #context: CommandContext;
  readonly #walker: FileWalker;
  readonly #decoder = new TextDecoder();
  #isFound = false;
  #isFailed = false;

  constructor(options: RipgrepOptions, context: CommandContext) {
    this.#options = options;
    this.#context = context;
    this.#walker = new FileWalker(options, context);
  }

  async run(): Promise<number> {
    if (this.#options.flags.has('files')) return this.#list();
    const expression = ripgrepExpression(this.#options);
    const search = this.#createSearch(expression);
    let count = 0;
    for await (const { path, isNamed } of this.#targets()) {
      count += 1;
      if (count % FILES_AT_ONCE === 0) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        this.#context.signal.throwIfAborted();
      }
      const text = await this.#read(path, isNamed);
      if (text !== null && (await search.file(path, text))) this.#isFound = true;
      if (this.#isFound && this.#options.flags.has('q')) return 0;
    }
    await search.end();
    if (count === 0 && !this.#isFailed) {
      await this.#context.stderr.write(
        "No files were searched, which means ripgrep probably applied a filter you didn't expect.\nRunning with --debug will show why files are being skipped.\n",
      );
    }
    return this.#isFailed ? 2 : this.#isFound ? 0 : 1;
  }

  async #list(): Promise<number> {
    for await (const { path } of this.#targets()) {
      this.#isFound = true;
      await this.#context.stdout.write(path + (this.#options.flags.has('0') ? '\0' : '\n'));
    }
    return this.#isFailed ? 2 : this.#isFound ? 0 : 1;
  }

  /** Yields paths in name order; a path given explicitly is searched whatever the rules say. */
  async *#targets(): AsyncGenerator<{ path: string; isNamed: boolean }, void, undefined> {
    const { paths, flags } = this.#options;
    if (paths.length === 0 && this.#context.stdin.isRedirected && !flags.has('files')) {
      yield { path: '-', isNamed: true };
      return;
    }
    const roots = paths.length === 0 ? [''] : paths;
    for (const root of this.#options.isReverse ? [...roots].reverse() : roots) {
      const status = root === '-' ? null : this.#context.files.find(root === '' ? '.' : root);
      if (root === '-' || (status !== null && status.kind !== 'directory')) yield { path: root, isNamed: true };
      else if (status === null) await this.#complain(`${root}: No such file or directory (os error 2)`);
      else {
        const found = this.#walker.files(root);
        for (const path of this.#options.isReverse ? [...found].reverse() : found) yield { path, isNamed: false };
      }
    }
  }

  async #complain(message: string): Promise<void> {
    this.#isFailed = true;
    if (this.#options.flags.has('no-messages')) return;
    await this.#context.stdout.flush();
    await this.#context.stderr.writeLine(`rg: ${message}`);
  }

  /** Returns null for a file that is not searched. */
  async #read(path: string, isNamed: boolean): Promise<string | null> {
    try {
      const bytes =
        path === '-' ? await this.#context.stdin.readAll() : this.#context.system.sync('readFile', this.#context.files.resolve(path));
      // A NUL makes a file binary; it is still searched if it was named explicitly.
      const isBinary = bytes.subarray(0, 65_536).indexOf(0) !== -1;
      return isBinary && !isNamed && !this.#options.flags.has('a') ? null : this.#decoder.decode(bytes);
    } catch (error) {
      await this.#complain(`${path}: ${errorText(error)}`);
      return null;
    }
  }

  #createSearch(expression: RegExp): FileSearch {
    const { flags, paths } = this.#options;
    const { stdin, stdout, files } = this.#context;
    const isOneFile =
      paths.length === 1 ? paths[0] === '-' || !files.isDirectory(paths[0] ?? '') : paths.length === 0 && stdin.isRedirected;
    const isPretty = stdout.isTerminal || flags.has('p');
    return new FileSearch(this.#context, this.#options, expression, {
      isNamed: !flags.has('I') && (flags.has('H') || flags.has('vimgrep') || !isOneFile),
      isHeaded: (isPretty || flags.has('heading')) && !flags.has('no-heading') && !flags.has('vimgrep'),
      isNumbered: !flags.has('N') && (flags.has('n') || flags.has('column') || flags.has('vimgrep') || isPretty),
      isColored: isColored(this.#context, this.#options.color),
    });
  }
}

class FileSearch {
  readonly #context: CommandContext;
  readonly #options: RipgrepOptions;
  readonly #expression: RegExp;
  readonly #printer: ResultPrinter;
  readonly #json: JsonPrinter | null;

  constructor(
    context: CommandContext,
    options: RipgrepOptions,
    expression: RegExp,
    layout: ConstructorParameters<typeof ResultPrinter>[2],
  ) {
    this.#context = context;
    this.#options = options;
    this.#expression = expression;
    this.#printer = new ResultPrinter(context, options, layout);
    this.#json = options.flags.has('json') ? new JsonPrinter(context) : null;
  }

  async end(): Promise<void> {
    await this.#json?.summary();
  }

  /** Returns true if there was a match. */
  async file(path: string, text: string): Promise<boolean> {
    const { flags, before, after, maxCount } = this.#options;
    const isInverted = flags.has('v');
    const shown = path === '-' ? '<stdin>' : path;
    if (flags.has('l') || flags.has('files-without-match') || flags.has('q')) {
      const isFound = hasMatch(text, this.#expression, isInverted);
      const isListed = flags.has('l') ? isFound : flags.has('files-without-match') && !isFound;
      if (isListed && !flags.has('q')) await this.#printer.name(shown);
      return flags.has('files-without-match') ? !isFound : isFound;
    }
    const isCounting = flags.has('c') || flags.has('count-matches');
    const lines = searchText(text, this.#expression, {
      before: isCounting ? 0 : before,
      after: isCounting ? 0 : after,
      maxCount,
      isInverted,
      isEverything: flags.has('passthru'),
    });
    const isFound = lines.some(({ isMatch }) => isMatch);
    if (isCounting) {
      const count = flags.has('count-matches') || flags.has('o') ? lines.reduce((sum, line) => sum + line.matches.length, 0) : lines.length;
      if (count > 0 || flags.has('include-zero')) await this.#printer.count(shown, count);
    } else if (this.#json !== null) await this.#json.file(shown, text, lines);
    else if (isFound && text.includes('\0') && !flags.has('a')) await this.#binary(shown, text);
    else await this.#printer.lines(shown, lines);
    return isFound;
  }

  async #binary(path: string, text: string): Promise<void> {
    await this.#context.stdout.writeLine(`${path}: binary file matches (found "\\0" byte around offset ${text.indexOf('\0')})`);
  }
}
