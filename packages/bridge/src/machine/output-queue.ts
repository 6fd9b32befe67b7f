import type { OutputChunk } from './machine.ts';

export interface OutputSource {
  pause(): void;
  resume(): void;
}

const MOST_WAITING_BYTES = 256 * 1024;

/**
 * The output that has not been read yet; the source is paused while the queue is long. It has one reader, which may
 * stop early.
 */
export class OutputQueue implements AsyncIterable<OutputChunk> {
  readonly #source: OutputSource;
  #chunks: OutputChunk[] = [];
  #bytes = 0;
  #isPaused = false;
  #isEnded = false;
  #isDiscarded = false;
  #wake: (() => void) | null = null;

  constructor(source: OutputSource) {
    this.#source = source;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  push(chunk: OutputChunk): void {
    if (this.#isEnded || this.#isDiscarded || chunk.bytes.byteLength === 0) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.bytes.byteLength;
    if (this.#bytes >= MOST_WAITING_BYTES && !this.#isPaused) {
      this.#isPaused = true;
      this.#source.pause();
    }
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<OutputChunk> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#taken(chunk.bytes.byteLength);
          yield chunk;
        } else if (this.#isEnded) return;
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = null;
        }
      }
    } finally {
      // After a reader has left early, the program must not wait for it.
      this.#isDiscarded = true;
      this.#chunks = [];
      this.#taken(this.#bytes);
    }
  }

  #taken(bytes: number): void {
    this.#bytes -= bytes;
    if (!this.#isPaused || this.#bytes >= MOST_WAITING_BYTES / 2) return;
    this.#isPaused = false;
    this.#source.resume();
  }
}
