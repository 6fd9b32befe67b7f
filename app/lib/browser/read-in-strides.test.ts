import { describe, expect, it } from 'vitest';
import type { Clock } from '../agent/contract/ports.ts';
import { readInStrides } from './read-in-strides.ts';

/** A clock controlled by the test; timers run when they are due. */
class ManualClock implements Pick<Clock, 'now' | 'after'> {
  #now = 0;
  readonly #timers = new Map<() => void, number>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    this.#timers.set(run, this.#now + milliseconds);
    return () => this.#timers.delete(run);
  }

  async advance(milliseconds: number): Promise<void> {
    await settled();
    this.#now += milliseconds;
    for (const [run, at] of this.#timers) {
      if (at > this.#now) continue;
      this.#timers.delete(run);
      run();
    }
    await settled();
  }

  get waiting(): number {
    return this.#timers.size;
  }
}

/** Resolves when pending work has finished. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Returns a body that counts how often it is read. */
function bodyOf(pieces: readonly Uint8Array[]) {
  const seen = { reads: 0, cancelledWith: null as unknown }; // The cast is needed because the property would otherwise have the type null.
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.reads += 1;
        const piece = left.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel(reason) {
        seen.cancelledWith = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

describe('readInStrides', () => {
  it('reads a short answer as fast as it comes', async () => {
    const clock = new ManualClock();
    const { body } = bodyOf([new Uint8Array(80), new Uint8Array(80)]);
    const bytes = await new Response(readInStrides(body, clock)).arrayBuffer();
    expect(bytes.byteLength).toBe(160);
    expect(clock.waiting).toBe(0);
  });

  it('waits longer between two pieces the more has come, and at most a fifth of a second', async () => {
    const clock = new ManualClock();
    const { body, seen } = bodyOf([new Uint8Array(10_000), new Uint8Array(990_000), new Uint8Array(1)]);
    const reader = readInStrides(body, clock).getReader();
    await reader.read();
    const second = reader.read();
    await clock.advance(49);
    expect(seen.reads).toBe(1);
    await clock.advance(1);
    expect((await second).value?.byteLength).toBe(990_000);
    const third = reader.read();
    await clock.advance(199);
    expect(seen.reads).toBe(2);
    await clock.advance(1);
    expect((await third).value?.byteLength).toBe(1);
    const end = reader.read();
    await clock.advance(200);
    expect((await end).done).toBe(true);
  });

  it('hangs up at once when it is cancelled during a pause', async () => {
    const clock = new ManualClock();
    const { body, seen } = bodyOf([new Uint8Array(100_000), new Uint8Array(1)]);
    const reader = readInStrides(body, clock).getReader();
    await reader.read();
    const second = reader.read();
    await reader.cancel('stopped');
    expect((await second).done).toBe(true);
    expect(seen.cancelledWith).toBe('stopped');
    expect(clock.waiting).toBe(0);
  });

  it('passes on what ends a body early', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('cut')) });
    await expect(readInStrides(body, new ManualClock()).getReader().read()).rejects.toThrow('cut');
  });
});
