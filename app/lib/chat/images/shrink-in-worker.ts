import type { Shrinking, ToShrinkWorker } from './shrink-messages.ts';

/** Milliseconds; the largest image that is taken needs a second or two. */
const LONGEST = 30_000;

/** One image in a worker of its own, so that neither its pixels nor a decoder that hangs are the page's. Never rejects. */
export function shrinkInWorker(given: ToShrinkWorker, createWorker: () => Worker): Promise<Shrinking> {
  return new Promise((resolve) => {
    const worker = createWorker();
    const settle = (shrinking: Shrinking) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(shrinking);
    };
    const timer = setTimeout(() => settle({ ok: false, why: 'too-long' }), LONGEST);
    worker.onmessage = ({ data }: MessageEvent<Shrinking>) => settle(data);
    worker.onerror = () => settle({ ok: false, why: 'no-memory' });
    worker.postMessage(given);
  });
}
