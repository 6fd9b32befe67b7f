import { readKeys } from '../../terminal/key-reader.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { eachInput } from '../each-input.ts';
import { answerInformation } from '../information-request.ts';

/** Implements `less` and `more`: a plain pager on a terminal, `cat` otherwise. */
export const less: Command = async (context) => {
  answerInformation(context.args, { longFlags: [...longNames], others: ['-LETTER and +COMMAND, which have no effect here'] });
  refuseUnknownNames(context);
  const paths = context.args.filter((argument) => !/^[-+]./.test(argument));
  const { stdin, stdout } = context;
  const chunks: string[] = [];
  const isPaging = stdout.isTerminal;
  const exitCode = await eachInput(context, paths, async (input) => {
    if (isPaging) chunks.push(await input.text());
    else for (let bytes = await input.read(); bytes.length > 0; bytes = await input.read()) await stdout.writeBytes(bytes);
  });
  if (!isPaging) return exitCode;
  const lines = chunks.join('').replace(/\n$/, '').split('\n');
  // Keys come from the terminal; with a pipe as input there are none, so everything is printed.
  if (!stdin.isTerminal) {
    await stdout.write(`${lines.join('\n')}\n`);
    return exitCode;
  }
  await new Pager(lines, context).run();
  return exitCode;
};

/** The long options of `less` and `more`, none of which has an effect here. */
const longNames: ReadonlySet<string> = new Set(
  `ansi auto-buffers buffers chop-long-lines clear-screen CLEAR-SCREEN color dumb exit-follow-on-close exit-on-eof file-size follow-name force
  header hilite-search HILITE-SEARCH hilite-unread IGNORE-CASE ignore-case incsearch jump-target lesskey-content lesskey-file lesskey-src
  line-num-width line-numbers LINE-NUMBERS lines log-file LOG-FILE long-prompt LONG-PROMPT modelines mouse MOUSE no-init no-keypad
  no-lessopen no-pause no-vbell pattern plain prompt quiet QUIET quit-at-eof QUIT-AT-EOF quit-if-one-screen quit-on-intr RAW-CONTROL-CHARS
  raw-control-chars redraw-on-quit rscroll save-marks search-options search-skip-screen SEARCH-SKIP-SCREEN shift show-preproc-errors silent
  SILENT squeeze squeeze-blank-lines status-col-width status-column tabs tag tag-file tilde underline-special UNDERLINE-SPECIAL
  use-backslash use-color wheel-lines window word-wrap`.split(/\s+/),
);

/** Refuses an unknown long option, because what follows it would otherwise wait for input. */
function refuseUnknownNames({ args, name }: CommandContext): void {
  const words = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  for (const word of words) {
    const [, option] = /^--([^=]+)/.exec(word) ?? [];
    if (option !== undefined && !longNames.has(option))
      throw new CommandError(`unrecognized option '--${option}'\nTry '${name} --help' for more information.`);
  }
}

class Pager {
  readonly #lines: readonly string[];
  readonly #context: CommandContext;
  #top = 0;
  #query = '';

  constructor(lines: readonly string[], context: CommandContext) {
    this.#lines = lines;
    this.#context = context;
  }

  async run(): Promise<void> {
    const { stdin, stdout, system } = this.#context;
    if (this.#lines.length <= this.#rows()) {
      await stdout.write(`${this.#lines.join('\n')}\n`);
      return;
    }
    system.sync('setTerminalRaw', 0, true);
    try {
      await stdout.write('\x1b[?1049h');
      let isOpen = true;
      let typed: string | null = null;
      while (isOpen) {
        await this.#draw(typed);
        const bytes = await stdin.read();
        if (bytes.length === 0) return;
        for (const { key } of readKeys(new TextDecoder().decode(bytes)).keys) {
          if (typed !== null) typed = this.#type(typed, key.type === 'text' ? key.text : key.name);
          else if (key.type === 'text' && key.text === '/') typed = '';
          else isOpen &&= this.#key(key.type === 'text' ? key.text : key.name);
        }
      }
    } finally {
      await stdout.write('\x1b[?1049l');
      await stdout.flush();
      system.sync('setTerminalRaw', 0, false);
    }
  }

  #rows(): number {
    return Math.max(1, this.#context.system.sync('terminalSize', 1).rows - 1);
  }

  async #draw(typed: string | null): Promise<void> {
    const rows = this.#rows();
    const shown = this.#lines.slice(this.#top, this.#top + rows);
    const isEnd = this.#top + rows >= this.#lines.length;
    const prompt = typed === null ? (isEnd ? '\x1b[7m(END)\x1b[0m' : ':') : `/${typed}`;
    await this.#context.stdout.write(`\x1b[H\x1b[2J${shown.join('\r\n')}\r\n${prompt}`);
    await this.#context.stdout.flush();
  }

  /** Handles a key while a search is typed after `/`. Returns the new text, or null when done. */
  #type(typed: string, key: string): string | null {
    if (key === 'backspace') return typed.slice(0, -1);
    if (key === 'interrupt' || key === 'cancel') return null;
    if (key !== 'enter') return typed + key;
    if (typed !== '') this.#query = typed;
    this.#find(1);
    return null;
  }

  #find(step: number): void {
    for (let index = this.#top + step; index >= 0 && index < this.#lines.length; index += step) {
      if (this.#lines[index]?.includes(this.#query) === true) {
        this.#top = index;
        return;
      }
    }
  }

  /** Returns false to exit. */
  #key(key: string): boolean {
    const rows = this.#rows();
    const last = Math.max(0, this.#lines.length - rows);
    const moves = new Map([
      ['down', 1],
      ['j', 1],
      ['enter', 1],
      ['up', -1],
      ['k', -1],
      [' ', rows],
      ['f', rows],
      ['b', -rows],
      ['d', Math.ceil(rows / 2)],
      ['u', -Math.ceil(rows / 2)],
      ['g', -this.#lines.length],
      ['home', -this.#lines.length],
      ['G', this.#lines.length],
      ['end', this.#lines.length],
    ]);
    if (key === 'q' || key === 'Q' || key === 'interrupt' || key === 'end-of-input') return false;
    if (key === 'n') this.#find(1);
    else if (key === 'N') this.#find(-1);
    else this.#top = Math.min(last, Math.max(0, this.#top + (moves.get(key) ?? 0)));
    return true;
  }
}
