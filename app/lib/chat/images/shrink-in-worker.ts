import type { Shrinking, ToShrinkWorker } from './shrink-messages.ts';

/** Milliseconds; the largest accepted image needs a second or two. */
const LONGEST = 30_000;

/** Each image has its own worker, so that neither its pixels nor a decoder that hangs affect the page. Never rejects. */
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
