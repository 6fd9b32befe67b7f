import type { CommandContext } from '../../command.ts';
import type { GrepPaint } from './grep-paint.ts';

/** The search expression and the output settings. */
export interface Search {
  expression: RegExp;
  /** Tested on a whole file first: most have no match and need not be split into lines. `null` where that could be wrong. */
  prefilter: RegExp | null;
  flags: ReadonlySet<string>;
  /** The treatment of files with NUL bytes. */
  binary: 'binary' | 'text' | 'without-match';
  isSkippingFolders: boolean;
  /** The name shown for standard input. */
  label: string;
  /** `null` for no separator. */
  groupSeparator: string | null;
  /** Context was requested, even if zero lines: groups are separated. */
  hasContext: boolean;
  before: number;
  after: number;
  limit: number;
  isNamed: boolean;
  paint: GrepPaint;
}

/** The number of digits grep reserves for offsets when the input is not a file. */
const UNKNOWN_SIZE_WIDTH = 19;

interface Line {
  line: string;
  number: number;
  /** The offset of its first byte; 0 if not requested. */
  offset: number;
}

/** Prints matches with their context lines, and `--` between groups that do not touch. */
export class MatchPrinter {
  readonly #context: CommandContext;
  readonly #search: Search;
  readonly #path: string;
  readonly #isFirst: boolean;
  readonly #encoder = new TextEncoder();
  readonly #hasOffsets: boolean;
  readonly #numberWidth: number;
  #offset = 0;
  #held: Line[] = [];
  #afterLeft = 0;
  #lastPrinted = 0;

  /** `isFirst` is true if no earlier file has printed anything. */
  constructor(context: CommandContext, search: Search, { path, isFirst }: { path: string; isFirst: boolean }) {
    this.#context = context;
    this.#search = search;
    this.#path = path;
    this.#isFirst = isFirst;
    this.#hasOffsets = search.flags.has('b');
    this.#numberWidth = search.flags.has('T') && (search.flags.has('n') || this.#hasOffsets) ? this.#widthOfNumbers() : 0;
  }

  /** With -T, numbers are right-aligned, as wide as the file may need. */
  #widthOfNumbers(): number {
    const status = this.#context.files.find(this.#path);
    if (status?.kind !== 'file') return UNKNOWN_SIZE_WIDTH;
    return String(status.size + (this.#search.flags.has('n') ? 1 : 0)).length;
  }

  /** Returns the offset of a line. `match` and `context` together receive every line, so the offset of the next one is known. */
  #offsetOf(line: string): number {
    if (!this.#hasOffsets) return 0;
    const offset = this.#offset;
    this.#offset += this.#encoder.encode(line).length + 1;
    return offset;
  }

  get hasPrinted(): boolean {
    return this.#lastPrinted > 0;
  }

  get isDone(): boolean {
    return this.#afterLeft === 0;
  }

  async match(line: string, number: number): Promise<void> {
    const offset = this.#offsetOf(line);
    const { groupSeparator, hasContext } = this.#search;
    const [first = { number }] = this.#held;
    const isGapped = this.#lastPrinted > 0 ? first.number > this.#lastPrinted + 1 : !this.#isFirst;
    if (isGapped && hasContext && groupSeparator !== null)
      await this.#context.stdout.writeLine(this.#search.paint.separator(groupSeparator));
    for (const held of this.#held) await this.#print(held, '-');
    this.#held = [];
    if (this.#search.flags.has('o')) await this.#parts({ line, number, offset });
    else await this.#print({ line, number, offset }, ':');
    this.#lastPrinted = number;
    this.#afterLeft = this.#search.after;
  }

  async context(line: string, number: number): Promise<void> {
    const offset = this.#offsetOf(line);
    if (this.#afterLeft > 0) {
      this.#afterLeft -= 1;
      this.#lastPrinted = number;
      await this.#print({ line, number, offset }, '-');
    } else if (this.#search.before > 0) {
      this.#held.push({ line, number, offset });
      if (this.#held.length > this.#search.before) this.#held.shift();
    }
  }

  async #parts({ line, number, offset }: Line): Promise<void> {
    if (this.#search.flags.has('v')) return;
    this.#search.expression.lastIndex = 0;
    for (const match of line.matchAll(this.#search.expression)) {
      const [text] = match;
      if (text === '') continue;
      const before = this.#hasOffsets ? this.#encoder.encode(line.slice(0, match.index)).length : 0;
      await this.#print({ line: text, number, offset: offset + before }, ':', true);
    }
  }

  async #print({ line, number, offset }: Line, separator: string, isPart = false): Promise<void> {
    const { paint, flags, isNamed, expression } = this.#search;
    if (flags.has('o') && !isPart) return;
    const name = isNamed ? paint.name(this.#path) + (flags.has('Z') ? '\0' : paint.separator(separator)) : '';
    const shown = (value: number) => paint.number(String(value).padStart(this.#numberWidth)) + paint.separator(separator);
    const position = (flags.has('n') ? shown(number) : '') + (this.#hasOffsets ? shown(offset) : '');
    const tab = flags.has('T') && line !== '' && (isNamed || position !== '') ? '\t' : '';
    // Context lines and non-matching lines are not highlighted.
    const text = separator === ':' && !flags.has('v') ? paint.matches(line, expression) : line;
    await this.#context.stdout.write(`${name}${position}${tab}${text}${flags.has('z') ? '\0' : '\n'}`);
  }
}
