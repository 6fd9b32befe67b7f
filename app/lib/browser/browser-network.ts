import type { Clock } from '../agent/contract/ports.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';

export interface NetworkDependencies {
  clock: Clock;
  request: typeof fetch;
  /** Whether the browser reports a network. */
  isOnLine(): boolean;
  /** Calls `run` when the browser reports a network again; returns a function that cancels that. */
  onOnLine(run: () => void): () => void;
  /** Called with the result of each check. */
  onLook?(isThere: boolean): void;
}

/** The connection to the app's own server, for every model that is used through it. */
export interface ServerNetwork {
  isThere(signal: AbortSignal): Promise<boolean>;
  whenBack(signal: AbortSignal): Promise<void>;
}

/** Calls `run` whenever the browser reports a network again. */
export function onBrowserOnLine(run: () => void): () => void {
  addEventListener('online', run);
  return () => removeEventListener('online', run);
}

/** A small file of this server. */
const PROBE = '/favicon.svg';
/** Milliseconds between two checks; when the browser reports a network again, it is checked at once. */
const BETWEEN = 3_000;
/** Milliseconds after which a check without a response counts as failed. */
const LONGEST_LOOK = 5_000;

/** The network from this page: unavailable if the browser says so, otherwise checked with a small request. */
export function createBrowserNetwork({ clock, request, isOnLine, onOnLine, onLook }: NetworkDependencies): ServerNetwork {
  const look = async (signal: AbortSignal): Promise<boolean> => {
    if (!isOnLine()) return false;
    const tooLong = new AbortController();
    const callOff = clock.after(LONGEST_LOOK, () => tooLong.abort());
    try {
      const init = { method: 'HEAD', cache: 'no-store', headers: { [OWN_REQUEST_HEADER]: '1' } } as const;
      // Any response shows that the server is there.
      await request(PROBE, { ...init, signal: AbortSignal.any([signal, tooLong.signal]) });
      return true;
    } catch {
      return false;
    } finally {
      callOff();
    }
  };
  const isThere = async (signal: AbortSignal): Promise<boolean> => {
    const found = await look(signal);
    // A cancelled check has no result.
    if (!signal.aborted) onLook?.(found);
    return found;
  };
  const pause = async (signal: AbortSignal): Promise<void> => {
    const seen = new AbortController();
    const callOff = onOnLine(() => seen.abort());
    await clock.sleep(BETWEEN, AbortSignal.any([signal, seen.signal]));
    callOff();
  };
  return {
    isThere,
    async whenBack(signal) {
      while (!signal.aborted && !(await isThere(signal))) await pause(signal);
    },
  };
}
