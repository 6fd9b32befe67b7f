import type { Clock } from '../agent/contract/ports.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';

export interface NetworkDependencies {
  clock: Clock;
  request: typeof fetch;
  /** Whether the browser believes that there is a network. */
  isOnLine(): boolean;
  /** Calls `run` when the browser sees a network again; what it returns calls that off. */
  onOnLine(run: () => void): () => void;
  /** Told what each look has found. */
  onLook?(isThere: boolean): void;
}

/** The way to the app's own server, for every model that is asked by it. */
export interface ServerNetwork {
  isThere(signal: AbortSignal): Promise<boolean>;
  whenBack(signal: AbortSignal): Promise<void>;
}

/** Calls `run` whenever the browser sees a network again. */
export function onBrowserOnLine(run: () => void): () => void {
  addEventListener('online', run);
  return () => removeEventListener('online', run);
}

/** A small file of this server. */
const PROBE = '/favicon.svg';
/** Between two looks; a network that the browser sees come back is looked at once. Milliseconds. */
const BETWEEN = 3_000;
/** A server that does not answer a look in this time is not there. Milliseconds. */
const LONGEST_LOOK = 5_000;

/** The network as this page finds it: the browser's word that there is none, else what becomes of a small request. */
export function createBrowserNetwork({ clock, request, isOnLine, onOnLine, onLook }: NetworkDependencies): ServerNetwork {
  const look = async (signal: AbortSignal): Promise<boolean> => {
    if (!isOnLine()) return false;
    const tooLong = new AbortController();
    const callOff = clock.after(LONGEST_LOOK, () => tooLong.abort());
    try {
      const init = { method: 'HEAD', cache: 'no-store', headers: { [OWN_REQUEST_HEADER]: '1' } } as const;
      // Any answer will do: who answers is there.
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
    // A look that was called off has found nothing.
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
