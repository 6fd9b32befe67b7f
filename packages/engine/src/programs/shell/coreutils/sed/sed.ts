import type { InputStream } from '../../streams/input-stream.ts';
import { errorText } from '../../text/error-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { SedMachine } from './sed-machine.ts';
import { parseSedScript } from './sed-script.ts';

export const sed: Command = async (context) => {
  // `-i.bak` and `-i` take their value only in the same word.
  let suffix: string | null = null;
  const args = context.args.flatMap((argument) => {
    const inPlace = /^(-[nErsuzb]*)i(.*)$/.exec(argument) ?? /^(--)in-place(?:=(.*))?$/.exec(argument);
    if (inPlace === null || argument === '--') return [argument];
    suffix = inPlace[2] ?? '';
    return inPlace[1] === '-' || inPlace[1] === '--' ? [] : [inPlace[1] ?? ''];
  });
  const options = parseOptions(
    { name: 'sed', args },
    {
      // Output is flushed as early as possible and bytes are preserved, so -u and -b have no effect.
      others: ['-i[SUFFIX], --in-place[=SUFFIX]'],
      flags: 'nErsuzb',
      values: 'efl',
      long: {
        quiet: 'n',
        silent: 'n',
        'regexp-extended': 'E',
        separate: 's',
        expression: 'e',
        file: 'f',
        'null-data': 'z',
        unbuffered: 'u',
        binary: 'b',
        'line-length': 'l',
      },
      longFlags: ['posix'],
    },
  );
  const operands = [...options.operands];
  const sources = [...(options.values.get('e') ?? [])];
  for (const path of options.values.get('f') ?? []) sources.push((await context.files.readText(path)).replace(/\n$/, ''));
  if (sources.length === 0) {
    const script = operands.shift();
    if (script === undefined) throw new CommandError("no script specified\nTry 'sed --help' for more information.");
    sources.push(script);
  }
  const commands = parseSedScript(sources.join('\n'), options.flags.has('E') || options.flags.has('r'));
  const isQuiet = options.flags.has('n') || sources[0]?.startsWith('#n\n') === true;
  const delimiter = options.flags.has('z') ? '\0' : '\n';
  const lineLength = Number.parseInt(options.value('l') ?? '70', 10) || 0;
  const machine = new SedMachine(commands, { isQuiet, delimiter, lineLength, isInPlace: suffix !== null }, context);
  try {
    if (suffix !== null) return await editInPlace(operands, { suffix, delimiter, machine }, context);
    const paths = operands.length === 0 ? ['-'] : operands;
    // Several files form one input unless they are processed separately.
    return await printAll(options.flags.has('s') ? paths.map((path) => [path]) : [paths], { delimiter, machine }, context);
  } finally {
    machine.close();
  }
};

interface Run {
  delimiter: string;
  machine: SedMachine;
}

async function printAll(inputs: readonly string[][], { delimiter, machine }: Run, context: CommandContext): Promise<number> {
  let failure = 0;
  for (const paths of inputs) {
    const reader = new LineReader(paths, context, delimiter);
    const exitCode = await machine.run(reader, (text) => context.stdout.write(text));
    if (reader.exitCode !== 0) failure = reader.exitCode;
    if (exitCode !== null) return exitCode !== 0 ? exitCode : failure;
  }
  return failure;
}

interface InPlace extends Run {
  /** The suffix of the backup; empty for no backup. */
  suffix: string;
}

async function editInPlace(paths: readonly string[], { suffix, delimiter, machine }: InPlace, context: CommandContext): Promise<number> {
  if (paths.length === 0) throw new CommandError('no input files');
  let failure = 0;
  for (const path of paths) {
    const status = context.files.find(path);
    if (status === null || status.kind === 'directory') {
      await context.stderr.writeLine(
        status === null ? `sed: can't read ${path}: No such file or directory` : `sed: couldn't edit ${path}: not a regular file`,
      );
      failure = status === null ? 2 : 4;
      continue;
    }
    const reader = new LineReader([path], context, delimiter);
    let output = '';
    machine.forgetEnd();
    const exitCode = await machine.run(reader, async (text) => {
      output += text;
    });
    if (suffix !== '')
      context.files.writeBytes(suffix.includes('*') ? suffix.replace('*', path) : path + suffix, await context.files.readBytes(path));
    context.files.writeText(path, output);
    // A script that quits leaves the following files unchanged.
    if (exitCode !== null) return exitCode !== 0 ? exitCode : failure;
  }
  return failure;
}

/** Reads the lines of several files in sequence, one line ahead: `$` must recognise the last line. */
class LineReader {
  exitCode = 0;
  name = '-';
  readonly #paths: string[];
  readonly #context: CommandContext;
  readonly #delimiter: string;
  #input: InputStream | null = null;
  #lines: AsyncGenerator<string, void, undefined> | null = null;
  #path = '-';
  #next: string | null = null;
  #isStarted = false;
  #endsWithNewline = true;

  constructor(paths: readonly string[], context: CommandContext, delimiter: string) {
    this.#paths = [...paths];
    this.#context = context;
    this.#delimiter = delimiter;
  }

  /** False if the last line returned was the very last and had no newline. */
  get endsWithNewline(): boolean {
    return this.#next !== null || this.#endsWithNewline;
  }

  async isLast(): Promise<boolean> {
    await this.#prepare();
    return this.#next === null;
  }

  async next(): Promise<string | null> {
    await this.#prepare();
    const line = this.#next;
    this.name = this.#path;
    if (line !== null) this.#next = await this.#read();
    return line;
  }

  close(): void {
    if (this.#input !== null && this.#input !== this.#context.stdin) this.#input.release();
    this.#input = null;
  }

  async #prepare(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#next = await this.#read();
  }

  async #read(): Promise<string | null> {
    for (;;) {
      const result = await this.#lines?.next();
      if (result !== undefined && result.done !== true) return result.value;
      if (this.#input !== null) this.#endsWithNewline = this.#input.endsWithNewline;
      this.close();
      const path = this.#paths.shift();
      if (path === undefined) {
        this.#lines = null;
        return null;
      }
      this.#path = path;
      await this.#open(path);
    }
  }

  async #open(path: string): Promise<void> {
    this.#lines = null;
    try {
      if (path !== '-' && this.#context.files.isDirectory(path)) {
        await this.#context.stderr.writeLine(
          `${this.#context.name}: couldn't edit ${path}: not a regular file`
            .replace("couldn't edit", 'read error on')
            .replace('not a regular file', 'Is a directory'),
        );
        this.exitCode = 2;
        return;
      }
      this.#input = this.#context.files.input(path);
      this.#lines = this.#input.lines(this.#delimiter);
    } catch (error) {
      await this.#context.stdout.flush();
      await this.#context.stderr.writeLine(`${this.#context.name}: can't read ${path}: ${errorText(error)}`);
      this.exitCode = 2;
    }
  }
}
