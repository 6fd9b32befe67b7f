import { validateFunction } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';

type Callback = (error: unknown, result?: unknown) => void;

/** Computes in a later turn and calls the callback. The arguments must have been checked before. */
export function answerLater(host: NodeHost, callback: unknown, compute: () => unknown): void {
  validateFunction(callback, 'callback');
  // Checked above.
  const tell = callback as unknown as Callback;
  host.loop.post(() => {
    let result: unknown;
    try {
      result = compute();
    } catch (error) {
      tell(error);
      return;
    }
    tell(null, result);
  });
}

/** Calls the callback with the outcome of a promise. */
export function answerWhenSettled(host: NodeHost, callback: unknown, promise: Promise<unknown>): void {
  // Checked by the caller. Runs in the context of the caller, not in the one where the promise settles.
  const tell = host.loop.bindContext(callback as Callback);
  host.loop.hold(promise).then(
    (result) => host.loop.post(() => tell(null, result)),
    (error: unknown) => host.loop.post(() => tell(error)),
  );
}
