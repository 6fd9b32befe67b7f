import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import { SystemError } from '../../../abi/system-calls.ts';
import type { OpenFile } from './open-file.ts';

/** Bytes buffered before a write; small enough to stream, large enough to keep calls rare. */
const BUFFER_SIZE = 16 * 1024;

/** A command's standard output or error: accepts text or bytes, writes whole buffers. */
export class OutputStream {
  readonly #file: OpenFile | null;
  readonly #signal: AbortSignal;
  readonly #encoder = new TextEncoder();
  #text = '';
  #chunks: Uint8Array[] = [];
  #held = 0;

  constructor(file: OpenFile | null, signal: AbortSignal) {
    this.#file = file;
    this.#signal = signal;
  }

  get isTerminal(): boolean {
    return this.#file?.isTerminal ?? false;
  }

  get descriptor(): number | null {
    return this.#file?.descriptor ?? null;
  }

  async write(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length + this.#held >= BUFFER_SIZE) await this.flush();
  }

  async writeLine(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    this.#moveText();
    this.#chunks.push(bytes);
    this.#held += bytes.length;
    if (this.#held >= BUFFER_SIZE) await this.flush();
  }

  async flush(): Promise<void> {
    this.#moveText();
    const chunks = this.#chunks;
    if (chunks.length === 0) return;
    this.#chunks = [];
    const bytes = joinBytes(chunks);
    this.#held = 0;
    if (this.#file === null) throw new SystemError('EBADF', 'bad file descriptor');
    await this.#file.write(bytes, this.#signal);
  }

  #moveText(): void {
    if (this.#text === '') return;
    const bytes = this.#encoder.encode(this.#text);
    this.#text = '';
    this.#chunks.push(bytes);
    this.#held += bytes.length;
  }
}
