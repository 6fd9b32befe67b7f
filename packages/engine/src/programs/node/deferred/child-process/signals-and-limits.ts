import type { ChildProcess } from '../../builtins/child-process/child-process.ts';
import { signalNameOf } from '../../builtins/process/signal-events.ts';
import { invalidArgumentType, outOfRange } from '../../errors/node-error.ts';
import { validateAbortSignal } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';

export type Options = Record<string, unknown>;

/** The limits that end a child early. */
export interface Limits {
  timeout: number;
  killSignal: string | undefined;
  signal: AbortSignal | undefined;
}

export function timeoutOf({ timeout }: Options): number {
  if (timeout === undefined || timeout === null) return 0;
  if (typeof timeout !== 'number' || !Number.isInteger(timeout) || timeout < 0) throw outOfRange('timeout', 'an unsigned integer', timeout);
  return timeout;
}

export function maxBufferOf({ maxBuffer }: Options, otherwise: number): number {
  if (maxBuffer === undefined || maxBuffer === null) return otherwise;
  if (typeof maxBuffer !== 'number' || !(maxBuffer >= 0)) throw outOfRange('options.maxBuffer', 'a positive number', maxBuffer);
  return maxBuffer;
}

export function killSignalOf({ killSignal }: Options): string | undefined {
  if (killSignal === undefined || killSignal === null) return undefined;
  if (typeof killSignal !== 'string' && typeof killSignal !== 'number')
    throw invalidArgumentType('options.killSignal', 'one of type string or number', killSignal);
  return signalNameOf(killSignal);
}

export function checkWatched(given: Options): Limits {
  const timeout = timeoutOf(given);
  validateAbortSignal(given.signal, 'options.signal');
  return { timeout, killSignal: killSignalOf(given), signal: given.signal as AbortSignal | undefined };
}

export function watchChild(host: NodeHost, child: ChildProcess, { timeout, killSignal, signal }: Limits): void {
  if (timeout > 0) {
    const timer = host.timers.setTimeout(() => child.kill(killSignal), timeout);
    child.once('exit', () => timer.close());
  }
  if (signal === undefined) return;
  const abort = () => {
    if (!child.kill(killSignal)) return;
    const error = new Error('The operation was aborted', { cause: signal.reason });
    child.emit('error', Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }));
  };
  if (signal.aborted) {
    host.loop.nextTick(abort, []);
    return;
  }
  signal.addEventListener('abort', abort, { once: true });
  child.once('exit', () => signal.removeEventListener('abort', abort));
}
