import type { CommandContext } from '../command.ts';
import type { RipgrepOptions } from './ripgrep-options.ts';
import type { FoundLine } from './search-text.ts';

const RESET = '\x1b[0m';
const PATH_COLOR = '\x1b[0m\x1b[35m';
const NUMBER_COLOR = '\x1b[0m\x1b[32m';
const MATCH_COLOR = '\x1b[0m\x1b[1m\x1b[31m';

export interface PrinterLayout {
  /** Whether the path is shown. */
  isNamed: boolean;
  isHeaded: boolean;
  isNumbered: boolean;
  isColored: boolean;
}

/** Prints the results of one file after the other. */
export class ResultPrinter {
  readonly #context: CommandContext;
  readonly #options: RipgrepOptions;
  readonly #layout: PrinterLayout;
  #isFirst = true;

  constructor(context: CommandContext, options: RipgrepOptions, layout: PrinterLayout) {
    this.#context = context;
    this.#options = options;
    this.#layout = layout;
  }

  async lines(path: string, lines: readonly FoundLine[]): Promise<void> {
    if (lines.length === 0) return;
    const { isNamed, isHeaded } = this.#layout;
    const hasContext = this.#options.before > 0 || this.#options.after > 0;
    if (!this.#isFirst && isHeaded) await this.#context.stdout.write('\n');
    else if (!this.#isFirst && hasContext && !this.#options.flags.has('no-context-separator')) await this.#context.stdout.write('--\n');
    this.#isFirst = false;
    if (isNamed && isHeaded) await this.#context.stdout.writeLine(this.#path(path));
    let last: number | null = null;
    for (const line of lines) {
      if (last !== null && line.number > last + 1 && hasContext && !this.#options.flags.has('no-context-separator'))
        await this.#context.stdout.write('--\n');
      last = line.number + line.text.split('\n').length - 1;
      await this.#line(path, line);
    }
  }

  async count(path: string, count: number): Promise<void> {
    await this.#context.stdout.writeLine(
      this.#layout.isNamed ? `${this.#path(path)}${this.#options.flags.has('0') ? '\0' : ':'}${count}` : String(count),
    );
  }

  async name(path: string): Promise<void> {
    await this.#context.stdout.write(this.#path(path) + (this.#options.flags.has('0') ? '\0' : '\n'));
  }

  #path(path: string): string {
    return this.#layout.isColored ? `${PATH_COLOR}${path}${RESET}` : path;
  }

  async #line(path: string, line: FoundLine): Promise<void> {
    const { flags, replacement } = this.#options;
    const separator = line.isMatch ? ':' : '-';
    if (line.isMatch && (flags.has('o') || flags.has('vimgrep'))) {
      for (const match of line.matches) {
        const text = flags.has('vimgrep')
          ? this.#text(line)
          : replacement === null
            ? line.text.slice(match.start, match.end)
            : expanded(replacement, match.groups);
        if (match.end > match.start) await this.#write(path, line, separator, match.start, flags.has('o') ? this.#painted(text) : text);
      }
      return;
    }
    await this.#write(path, line, separator, line.matches[0]?.start ?? 0, this.#text(line));
  }

  async #write(path: string, line: FoundLine, separator: string, column: number, text: string): Promise<void> {
    const { flags } = this.#options;
    const { isNamed, isHeaded, isNumbered } = this.#layout;
    const numbers = text.split('\n').map((piece, index) => {
      let head = '';
      if (isNamed && !isHeaded) head += this.#path(path) + (flags.has('0') ? '\0' : separator);
      if (isNumbered) head += this.#number(line.number + index) + separator;
      if ((flags.has('column') || flags.has('vimgrep')) && line.isMatch)
        head += `${this.#number(byteColumn(line.text, column))}${separator}`;
      if (flags.has('b')) head += `${new TextEncoder().encode(line.text.slice(0, 0)).length + line.start}${separator}`;
      return `${head}${flags.has('trim') ? piece.trimStart() : piece}\n`;
    });
    await this.#context.stdout.write(numbers.join(''));
  }

  #number(value: number): string {
    return this.#layout.isColored ? `${NUMBER_COLOR}${value}${RESET}` : String(value);
  }

  #painted(text: string): string {
    return this.#layout.isColored ? `${MATCH_COLOR}${text}${RESET}` : text;
  }

  #text(line: FoundLine): string {
    const { replacement, maxColumns } = this.#options;
    if (maxColumns !== null && line.text.length > maxColumns)
      return line.isMatch ? `[Omitted long line with ${line.matches.length} matches]` : '[Omitted long context line]';
    if (line.matches.length === 0 || (replacement === null && !this.#layout.isColored)) return line.text;
    let text = '';
    let last = 0;
    for (const { start, end, groups } of line.matches) {
      if (start < last) continue;
      text +=
        line.text.slice(last, start) + this.#painted(replacement === null ? line.text.slice(start, end) : expanded(replacement, groups));
      last = end;
    }
    return text + line.text.slice(last);
  }
}

/** Expands `$1`, `${1}`, `$name` and `$$` in a replacement. */
function expanded(replacement: string, groups: RegExpExecArray): string {
  return replacement.replace(/\$(?:\$|\{(\w+)\}|(\w+))/g, (whole, braced?: string, plain?: string) => {
    const name = braced ?? plain;
    if (name === undefined) return whole === '$$' ? '$' : whole;
    if (/^\d+$/.test(name)) return groups[Number(name)] ?? '';
    return Object.entries(groups.groups ?? {}).find(([own]) => own === name)?.[1] ?? '';
  });
}

function byteColumn(text: string, index: number): number {
  return new TextEncoder().encode(text.slice(0, index)).length + 1;
}
