import { StoppedError } from './errors.ts';

/** Settles like `work`, or rejects with a `StoppedError` as soon as the signal aborts; later failures of `work` are ignored. */
export function raceStop<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new StoppedError());
    if (signal.aborted) {
      stop();
      work.catch(() => undefined);
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
