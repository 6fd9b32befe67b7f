import { StoppedError } from './errors.ts';

/** Settles as `work` does, or rejects with a `StoppedError` the moment the signal aborts; late failures of `work` are swallowed. */
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
