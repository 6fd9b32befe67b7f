import { validateFunction } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';

type Callback = (error: unknown, result?: unknown) => void;

/** Computes in a later turn and tells the callback: what the arguments are good for has been checked before. */
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

/** The same of a promise. */
export function answerWhenSettled(host: NodeHost, callback: unknown, promise: Promise<unknown>): void {
  // Checked by whoever began it; called where it was given, and not where the promise was settled.
  const tell = host.loop.bindContext(callback as Callback);
  host.loop.hold(promise).then(
    (result) => host.loop.post(() => tell(null, result)),
    (error: unknown) => host.loop.post(() => tell(error)),
  );
}
