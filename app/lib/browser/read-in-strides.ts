import type { Clock } from '../agent/contract/ports.ts';

/**
 * Each piece costs the main thread about the same, whatever its length, so the pause before a read, in milliseconds, grows with the bytes
 * received.
 */
const BYTES_PER_MILLISECOND = 200;
const LONGEST_PAUSE = 200;

/**
 * Returns the same bytes in fewer pieces the more have arrived: the others wait in the browser's network process, at no cost to the page. A
 * short response is read as it arrives; a long one is rendered in steps, which are longer than these pauses.
 */
export function readInStrides(body: ReadableStream<Uint8Array>, clock: Pick<Clock, 'now' | 'after'>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let received = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let stopWaiting: () => void = () => undefined;
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const stopTimer = clock.after(milliseconds, resolve);
      stopWaiting = () => {
        stopTimer();
        resolve();
      };
    });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const pause = readAt + Math.min(LONGEST_PAUSE, received / BYTES_PER_MILLISECOND) - clock.now();
        if (pause > 1) await wait(pause);
        const { done, value } = await reader.read();
        readAt = clock.now();
        if (done) return controller.close();
        received += value.byteLength;
        controller.enqueue(value);
      },
      async cancel(reason) {
        const cancelled = reader.cancel(reason);
        stopWaiting();
        await cancelled;
      },
    },
    { highWaterMark: 0 },
  );
}
