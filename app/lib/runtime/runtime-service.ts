import { errorMessage } from '../protocol/error-message.ts';
import { $runtime, type RuntimeStatus } from '../stores/workbench.ts';
import { WorkspaceError } from './types.ts';
import type { BootedRuntime } from './webcontainer.ts';

/** Prepares a runtime; the returned function is called when the runtime ends. */
export type BootListener = (booted: BootedRuntime) => (() => void) | Promise<() => void>;

/** The user's actions on the runtime. */
export interface RuntimeActions {
  restartRuntime(): Promise<void>;
}

export interface RuntimeService {
  /** The running runtime; boots one if there is none. Rejects with a WorkspaceError that says why and what to do. */
  ready(): Promise<BootedRuntime>;
  /**
   * Ends the running runtime, calls `prepare` to change what the next one belongs to, and boots a new one. All later calls of
   * `ready` get the new one.
   */
  restart(prepare?: () => Promise<void>): Promise<BootedRuntime>;
  /**
   * Another tab runs the project, or its machine is not connected: ends the running runtime and boots none until `restart`. Calls of `ready` reject with `reason`
   * until then. `prepare`: as with `restart`.
   */
  suspend(reason: string, prepare: () => Promise<void>, status: 'elsewhere' | 'away'): Promise<void>;
  /** Called with each booted runtime, in order, before anyone else gets it. */
  onBooted(listener: BootListener): void;
}

export function createRuntimeService(boot: () => Promise<BootedRuntime>): RuntimeService {
  const listeners: BootListener[] = [];
  let current: Promise<BootedRuntime> | null = null;
  let cleanups: (() => void)[] = [];
  /** Why the runtime ended. No new one is booted automatically, because it would lack installed packages. */
  let endReason: string | null = null;

  const detach = () => {
    for (const cleanup of cleanups) cleanup();
    cleanups = [];
  };
  const noteEnd = (reason: string) => {
    endReason = reason;
    $runtime.set({ status: 'ended', message: reason });
  };
  const end = async (previous: Promise<BootedRuntime> | null) => {
    const ended = await previous?.catch(() => null);
    // Only now, because a runtime that was still booting has its listeners attached by this time.
    detach();
    await ended?.runtime.teardown();
  };
  const start = async (previous: Promise<BootedRuntime> | null, prepare: () => Promise<void>): Promise<BootedRuntime> => {
    $runtime.set({ status: 'booting' });
    await end(previous);
    await prepare();
    $runtime.set({ status: 'booting' });
    let booted: BootedRuntime | null = null;
    try {
      booted = await boot();
      cleanups.push(booted.runtime.onEvent((event) => event.type === 'ended' && noteEnd(event.reason)));
      for (const listener of listeners) cleanups.push(await listener(booted));
      $runtime.set(readyStatus(booted.runtime));
      return booted;
    } catch (error) {
      // One that nobody has would be watched all the same, and end the next one when it goes.
      detach();
      await booted?.runtime.teardown();
      const message = errorMessage(error);
      $runtime.set({ status: 'failed', message });
      throw new WorkspaceError('EUNAVAILABLE', `The runtime is not available: ${message}`);
    }
  };
  const restart = (prepare: () => Promise<void> = async () => undefined) => {
    endReason = null;
    const attempt = start(current, prepare);
    current = attempt;
    attempt.catch(() => {
      // The next call tries again.
      if (current === attempt) current = null;
    });
    return attempt;
  };
  return {
    ready: () => (endReason === null ? (current ?? restart()) : Promise.reject(new WorkspaceError('EUNAVAILABLE', endReason))),
    restart,
    async suspend(reason, prepare, status) {
      endReason = reason;
      const ended = end(current).then(prepare);
      // The next runtime boots after this one has ended.
      const none = ended.then(() => Promise.reject<BootedRuntime>(new WorkspaceError('EUNAVAILABLE', reason)));
      none.catch(() => undefined);
      current = none;
      await ended;
      if (current === none) $runtime.set({ status });
    },
    onBooted: (listener) => void listeners.push(listener),
  };
}

function readyStatus(runtime: BootedRuntime['runtime']): RuntimeStatus {
  const { host } = runtime;
  if (host !== 'machine') return { status: 'ready', host };
  const { facts } = runtime;
  if (facts === null) throw new Error('A machine without facts was booted.');
  return { status: 'ready', host, facts };
}
