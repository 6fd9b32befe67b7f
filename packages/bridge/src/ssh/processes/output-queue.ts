import type { OutputChunk } from '../../machine/machine.ts';

/** Chunks between a channel and their reader. Says when the channel must wait, so that unread output is held back at its source. */
export class OutputQueue implements AsyncIterable<OutputChunk> {
  private chunks: OutputChunk[] = [];
  private size = 0;
  private hasEnded = false;
  private isDiscarding = false;
  private isHeld = false;
  private wake: (() => void) | null = null;

  constructor(
    private readonly hold: (isHeld: boolean) => void,
    private readonly highWater = 256 * 1024,
  ) {}

  push(chunk: OutputChunk): void {
    if (this.isDiscarding || this.hasEnded || chunk.bytes.length === 0) return;
    this.chunks.push(chunk);
    this.size += chunk.bytes.length;
    this.setHeld(this.size >= this.highWater);
    this.wake?.();
  }

  end(): void {
    this.hasEnded = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<OutputChunk, undefined> {
    try {
      for (;;) {
        const chunk = this.chunks.shift();
        if (chunk !== undefined) {
          this.size -= chunk.bytes.length;
          if (this.size < this.highWater / 2) this.setHeld(false);
          yield chunk;
        } else if (this.hasEnded) return;
        else await this.next();
      }
    } finally {
      // A reader that leaves early wants no more, and the program must not wait for it.
      this.isDiscarding = true;
      this.chunks = [];
      this.setHeld(false);
    }
  }

  private next(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = () => {
        this.wake = null;
        resolve();
      };
    });
  }

  private setHeld(isHeld: boolean): void {
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    this.hold(isHeld);
  }
}
