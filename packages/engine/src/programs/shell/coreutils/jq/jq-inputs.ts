import { errorText } from '../../text/error-text.ts';
import type { CommandContext } from '../command.ts';
import { JsonReader } from './jq-json.ts';
import type { JqOptions } from './jq-options.ts';
import type { JqValue } from './jq-value.ts';
import { isArray, isObject } from './jq-value.ts';

interface Source {
  name: string | null;
  text: string;
}

/** The inputs of a run in order: values, lines (-R), everything at once (-s), or events (--stream). */
export class JqInputs {
  readonly #sources: Source[];
  readonly #flags: ReadonlySet<string>;
  readonly isFailed: boolean;
  #reader: JsonReader | null = null;
  #lines: string[] | null = null;
  #current: Source | null = null;
  #isSlurped = false;
  #events: JqValue[] = [];

  private constructor(sources: Source[], flags: ReadonlySet<string>, isFailed: boolean) {
    this.#sources = sources;
    this.#flags = flags;
    this.isFailed = isFailed;
  }

  static async open({ paths, flags, filter }: JqOptions, context: CommandContext): Promise<JqInputs> {
    const sources: Source[] = [];
    let isFailed = false;
    for (const path of paths) {
      try {
        sources.push({ name: path, text: await context.files.readText(path) });
      } catch (error) {
        await context.stderr.writeLine(`jq: error: Could not open file ${path}: ${errorText(error)}`);
        isFailed = true;
      }
    }
    // With -n, standard input is only read if the program asks for it.
    const isInputUsed = !flags.has('n') || /\binputs?\b/.test(filter ?? 'input');
    if (paths.length === 0 && isInputUsed) sources.push({ name: null, text: await context.stdin.text() });
    return new JqInputs(sources, flags, isFailed);
  }

  get name(): string | null {
    return this.#current?.name ?? null;
  }

  get line(): number {
    return this.#reader?.line ?? 0;
  }

  /** The current input position, for error messages. */
  get place(): string {
    if (this.#current === null) return '<unknown>';
    return `${this.#current.name ?? '<stdin>'}:${this.line}`;
  }

  /** Returns the next input, or undefined at the end. */
  next(): JqValue | undefined {
    if (this.#flags.has('s')) return this.#slurped();
    if (this.#flags.has('R')) return this.#line();
    if (this.#flags.has('stream')) return this.#event();
    return this.#value();
  }

  #value(): JqValue | undefined {
    for (;;) {
      const value = this.#reader?.next();
      if (value !== undefined) return value;
      const source = this.#sources.shift();
      if (source === undefined) return undefined;
      this.#current = source;
      this.#reader = new JsonReader(source.text);
    }
  }

  #line(): JqValue | undefined {
    if (this.#lines === null) {
      const text = this.#sources.map((source) => source.text).join('');
      this.#lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    }
    return this.#lines.shift();
  }

  #slurped(): JqValue | undefined {
    if (this.#isSlurped) return undefined;
    this.#isSlurped = true;
    if (this.#flags.has('R')) return this.#sources.map((source) => source.text).join('');
    const values: JqValue[] = [];
    for (let value = this.#value(); value !== undefined; value = this.#value()) values.push(value);
    return values;
  }

  #event(): JqValue | undefined {
    while (this.#events.length === 0) {
      const value = this.#value();
      if (value === undefined) return undefined;
      this.#events = [...streamEvents(value, [], true)];
    }
    return this.#events.shift();
  }
}

/** Yields `[path, leaf]` for each leaf and `[path]` at the end of each array and object. */
function* streamEvents(value: JqValue, path: readonly JqValue[], isTop: boolean): Generator<JqValue, void, undefined> {
  const entries: [JqValue, JqValue][] = isArray(value) ? [...value.entries()] : isObject(value) ? [...value] : [];
  let last: JqValue | undefined;
  for (const [key, inner] of entries) {
    yield* streamEvents(inner, [...path, key], false);
    last = key;
  }
  if (last === undefined) yield [path, value];
  else if (isTop || entries.length > 0) yield [[...path, last]];
}
