import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import type { OpenFile } from './open-file.ts';
import type { OutputStream } from './output-stream.ts';

/** The input of a command: standard input or a file it opened. */
export class InputStream {
  readonly #file: OpenFile | null;
  readonly #signal: AbortSignal;
  /** Flushed before each wait, so that a filter in the middle of a pipeline streams. */
  readonly #output: OutputStream | null;
  #endsWithNewline = true;

  constructor(file: OpenFile | null, signal: AbortSignal, output: OutputStream | null) {
    this.#file = file;
    this.#signal = signal;
    this.#output = output;
  }

  get isTerminal(): boolean {
    return this.#file?.isTerminal ?? false;
  }

  get isConsole(): boolean {
    return this.#file?.isConsole ?? false;
  }

  /** A pipe or a file that the shell opened for it, not the input of the shell's own process. */
  get isRedirected(): boolean {
    return this.#file?.isRedirected ?? false;
  }

  /** False once `lines` has yielded an unterminated last line; filters then print it unterminated too. */
  get endsWithNewline(): boolean {
    return this.#endsWithNewline;
  }

  /** The terminator of the line that `lines` has just yielded. */
  get lineEnd(): '\n' | '' {
    return this.#endsWithNewline ? '\n' : '';
  }

  /** Returns the same stream over another file. */
  over(file: OpenFile): InputStream {
    return new InputStream(file, this.#signal, this.#output);
  }

  /** Returns the same stream with an additional abort signal. */
  until(signal: AbortSignal): InputStream {
    return new InputStream(this.#file, AbortSignal.any([this.#signal, signal]), this.#output);
  }

  /** Reads a chunk; empty at the end. */
  async read(): Promise<Uint8Array> {
    if (this.#file === null) return new Uint8Array(0);
    if (!this.#file.isRegularFile) await this.#output?.flush();
    return this.#file.read(this.#signal);
  }

  unread(bytes: Uint8Array): void {
    this.#file?.unread(bytes);
  }

  async readAll(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const bytes = await this.read();
      if (bytes.length === 0) return joinBytes(chunks);
      chunks.push(bytes);
    }
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.readAll());
  }

  /** Yields lines without their terminators; `delimiter` is `\0` for the -z options. */
  async *lines(delimiter = '\n'): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder();
    let rest = '';
    this.#endsWithNewline = true;
    for (;;) {
      const bytes = await this.read();
      if (bytes.length === 0) break;
      const pieces = decoder.decode(bytes, { stream: true }).split(delimiter);
      const last = pieces.pop() ?? '';
      for (const piece of pieces) {
        yield rest + piece;
        rest = '';
      }
      rest += last;
    }
    rest += decoder.decode();
    this.#endsWithNewline = rest === '';
    if (rest !== '') yield rest;
  }

  release(): void {
    this.#file?.release();
  }
}
