import EventEmitter from 'events/';
import { StringDecoder } from 'string_decoder/';
import { invalidArgumentType, nodeError } from '../../errors/node-error.ts';
import type { NodeHost } from '../../node-host.ts';

export interface InputLike extends EventEmitter {
  resume?(): unknown;
  pause?(): unknown;
  isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

export interface OutputLike extends EventEmitter {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface InterfaceOptions {
  input: InputLike;
  output?: OutputLike;
  terminal?: boolean;
  prompt?: string;
  crlfDelay?: number;
  historySize?: number;
  signal?: AbortSignal;
}

/**
 * `readline.Interface`: lines out of a stream. Editing within a line is the terminal's own (its line discipline), so the program's
 * terminal stays in cooked mode.
 */
export class LineInterface extends EventEmitter {
  readonly input: InputLike;
  readonly output: OutputLike | undefined;
  readonly terminal: boolean;
  line = '';
  cursor = 0;
  closed = false;
  paused = false;
  history: string[] = [];
  #prompt: string;
  #text = '';
  #endsWithReturn = false;
  #question: { answer(text: string): void } | null = null;
  readonly #decoder = new StringDecoder('utf8');
  readonly #lines: string[] = [];

  constructor(
    private readonly host: NodeHost,
    options: InterfaceOptions,
  ) {
    super();
    if (typeof options?.input?.on !== 'function') throw invalidArgumentType('input', 'an instance of Stream', options?.input);
    this.input = options.input;
    this.output = options.output;
    this.terminal = options.terminal ?? options.output?.isTTY === true;
    this.#prompt = options.prompt ?? '> ';
    this.input.on('data', this.#onData);
    this.input.on('end', this.#onEnd);
    this.input.resume?.();
    options.signal?.addEventListener('abort', () => this.close(), { once: true });
  }

  readonly #onData = (chunk: unknown): void => {
    let text = typeof chunk === 'string' ? chunk : this.#decoder.write(chunk as Uint8Array);
    // `\r` and `\n` may come in two chunks.
    if (this.#endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endsWithReturn = text.endsWith('\r');
    this.#text += text;
    const lines = this.#text.split(/\r\n|\n|\r/);
    this.#text = lines.pop() ?? '';
    this.#lines.push(...lines);
    this.#deliver();
  };

  readonly #onEnd = (): void => {
    this.#text += this.#decoder.end();
    if (this.#text !== '') this.#lines.push(this.#text);
    this.#text = '';
    this.#deliver();
    this.close();
  };

  #deliver(): void {
    while (!this.paused && !this.closed) {
      const line = this.#lines.shift();
      if (line === undefined) return;
      const question = this.#question;
      this.#question = null;
      if (line !== '') this.history.unshift(line);
      if (question !== null) question.answer(line);
      else this.emit('line', line);
    }
  }

  getPrompt(): string {
    return this.#prompt;
  }
  setPrompt(prompt: string): void {
    this.#prompt = prompt;
  }
  prompt(): void {
    if (this.paused) this.resume();
    this.output?.write(this.#prompt);
  }
  question(query: string, ...rest: unknown[]): void {
    const callback = rest.find((argument) => typeof argument === 'function') as ((answer: string) => void) | undefined;
    if (this.closed) throw nodeError(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
    if (callback === undefined) return;
    this.output?.write(query);
    this.#question = { answer: callback };
    if (this.paused) this.resume();
    this.host.loop.nextTick(() => this.#deliver(), []);
  }
  write(data: string | null): void {
    if (data !== null) this.#onData(data);
  }
  pause(): this {
    if (this.paused) return this;
    this.paused = true;
    this.input.pause?.();
    this.emit('pause');
    return this;
  }
  resume(): this {
    if (!this.paused) return this;
    this.paused = false;
    this.input.resume?.();
    this.emit('resume');
    this.#deliver();
    return this;
  }
  close(): void {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.input.removeListener('data', this.#onData);
    this.input.removeListener('end', this.#onEnd);
    this.emit('close');
  }
  getCursorPos(): { rows: number; cols: number } {
    return { rows: 0, cols: this.cursor };
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const waiting: string[] = [];
    let wake: (() => void) | null = null;
    this.on('line', (line: string) => {
      waiting.push(line);
      wake?.();
    });
    this.on('close', () => wake?.());
    try {
      for (;;) {
        const line = waiting.shift();
        if (line !== undefined) yield line;
        else if (this.closed) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      this.close();
    }
  }
}
