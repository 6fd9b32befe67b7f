import { errorText } from '../../text/error-text.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { InformationRequest } from '../information-request.ts';
import { JqInputs } from './jq-inputs.ts';
import type { JsonColors, JsonLayout } from './jq-json.ts';
import { JqParseError, JsonReader, toJson } from './jq-json.ts';
import type { JqOptions } from './jq-options.ts';
import { jqSpecification, parseJqOptions } from './jq-options.ts';
import type { JqProgram } from './jq-program.ts';
import { compileJq } from './jq-program.ts';
import type { JqValue } from './jq-value.ts';
import { isTruthy, JqError } from './jq-value.ts';
import { JqHalt } from './natives/jq-streams.ts';
import { JqSyntaxError } from './syntax/jq-syntax.ts';

const colors: JsonColors = {
  null: '\x1b[1;30m',
  boolean: '\x1b[0;39m',
  number: '\x1b[0;39m',
  string: '\x1b[0;32m',
  array: '\x1b[1;39m',
  object: '\x1b[1;39m',
  key: '\x1b[34;1m',
};

const FAILED = 5;

/** Implements `jq` 1.6 with the additions of 1.7, except modules, `--seq` and the SQL-like filters. */
export const jq: Command = async (context) => {
  const options = parseJqOptions(context.args);
  if (options.flags.has('V')) {
    await context.stdout.writeLine('jq-1.6');
    return 0;
  }
  const filter = options.filterFile === null ? options.filter : await context.files.readText(options.filterFile);
  if (options.flags.has('h')) throw new InformationRequest('help', jqSpecification);
  if (filter === null) {
    await context.stdout.write('Usage:\tjq [OPTIONS] FILTER [FILES...]\n\tjq [OPTIONS] -n FILTER\n');
    return 2;
  }
  const named = await namedArguments(options, context);
  const inputs = await JqInputs.open(options, context);
  const complaints: string[] = [];
  let program: JqProgram;
  try {
    program = compileJq(filter, {
      nextInput: () => inputs.next(),
      environment: new Map(context.env),
      namedArguments: named,
      positionalArguments: options.positional.map(({ isJson, text }) => (isJson ? json(text, '--jsonargs') : text)),
      complain: (text) => void complaints.push(text),
      inputName: () => inputs.name,
      inputLine: () => inputs.line,
    });
  } catch (error) {
    if (!(error instanceof JqSyntaxError)) throw error;
    const hint = error.message.startsWith('syntax error') ? ' (Unix shell quoting issues?)' : '';
    await context.stderr.write(`jq: error: ${error.message}${hint} at <top-level>, line 1:\n${filter}\njq: 1 compile error\n`);
    return 3;
  }
  return new JqRun(options, context, inputs, program, complaints).all();
};

function json(text: string, option: string): JqValue {
  try {
    return new JsonReader(text).next() ?? null;
  } catch {
    throw new CommandError(
      `invalid JSON text passed to ${option}\nUse jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://stedolan.github.io/jq`,
      2,
    );
  }
}

async function namedArguments({ named }: JqOptions, { files }: CommandContext): Promise<Map<string, JqValue>> {
  const values = new Map<string, JqValue>();
  for (const { kind, name, value } of named) {
    // The first value given for a name wins, as in jq.
    if (values.has(name)) continue;
    if (kind === 'arg') values.set(name, value);
    else if (kind === 'argjson') values.set(name, json(value, `--argjson`));
    else {
      const text = await readArgument(value, `--${kind} ${name} ${value}`, files);
      if (kind === 'rawfile') values.set(name, text);
      else {
        const reader = new JsonReader(text);
        const list: JqValue[] = [];
        for (let next = reader.next(); next !== undefined; next = reader.next()) list.push(next);
        values.set(name, list);
      }
    }
  }
  return values;
}

async function readArgument(path: string, option: string, files: CommandContext['files']): Promise<string> {
  try {
    return await files.readText(path);
  } catch (error) {
    throw new CommandError(`error: Bad JSON in ${option}: Could not open ${path}: ${errorText(error)}`, 2);
  }
}

class JqRun {
  readonly #options: JqOptions;
  readonly #context: CommandContext;
  readonly #inputs: JqInputs;
  readonly #program: JqProgram;
  readonly #complaints: string[];
  readonly #layout: JsonLayout;
  #last: JqValue | undefined;
  #exitCode = 0;

  constructor(options: JqOptions, context: CommandContext, inputs: JqInputs, program: JqProgram, complaints: string[]) {
    this.#options = options;
    this.#context = context;
    this.#inputs = inputs;
    this.#program = program;
    this.#complaints = complaints;
    const { flags, indent } = options;
    this.#layout = {
      indent: flags.has('c') || indent === 0 ? null : flags.has('tab') ? '\t' : ' '.repeat(indent),
      isSorted: flags.has('S'),
      isAscii: flags.has('a'),
      colors: flags.has('C') ? colors : null,
    };
  }

  async all(): Promise<number> {
    try {
      if (this.#options.flags.has('n')) await this.#one(null);
      else for (let value = this.#inputs.next(); value !== undefined; value = this.#inputs.next()) await this.#one(value);
    } catch (error) {
      if (error instanceof JqHalt) return this.#halted(error);
      if (!(error instanceof JqParseError)) throw error;
      await this.#context.stdout.flush();
      await this.#context.stderr.writeLine(`parse error: ${error.message}`);
      return 2;
    }
    if (this.#inputs.isFailed) return 2;
    if (this.#exitCode !== 0 || !this.#options.flags.has('e')) return this.#exitCode;
    return this.#last === undefined ? 4 : isTruthy(this.#last) ? 0 : 1;
  }

  async #one(input: JqValue): Promise<void> {
    const { signal, stdout, stderr } = this.#context;
    try {
      for (const value of this.#program.run(input)) {
        signal.throwIfAborted();
        await this.#complain();
        await stdout.write(this.#text(value));
        this.#last = value;
      }
      await this.#complain();
    } catch (error) {
      await this.#complain();
      if (error instanceof RangeError) throw new CommandError('error: the program calls itself too deeply', FAILED);
      if (!(error instanceof JqError)) throw error;
      await stdout.flush();
      const message = typeof error.value === 'string' ? `: ${error.value}` : ` (not a string): ${toJson(error.value)}`;
      await stderr.writeLine(`jq: error (at ${this.#inputs.place})${message}`);
      this.#exitCode = FAILED;
    }
  }

  async #complain(): Promise<void> {
    for (const text of this.#complaints.splice(0)) await this.#context.stderr.write(text);
  }

  #text(value: JqValue): string {
    const { flags } = this.#options;
    const isRaw = flags.has('r') || flags.has('j') || flags.has('raw-output0');
    const text = isRaw && typeof value === 'string' ? value : toJson(value, this.#layout);
    return text + (flags.has('j') ? '' : flags.has('raw-output0') ? '\0' : '\n');
  }

  async #halted({ exitCode, output: message }: JqHalt): Promise<number> {
    await this.#complain();
    await this.#context.stdout.flush();
    if (message !== undefined && message !== null)
      await this.#context.stderr.write(typeof message === 'string' ? message : `${toJson(message)}\n`);
    return exitCode;
  }
}
