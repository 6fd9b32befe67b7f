/** Controls the pauses between two pieces of the demo's answer. */
export interface Pacer {
  /** Resolves after `ms`, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemPacer: Pacer = {
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      signal?.addEventListener('abort', finish);
    }),
};

/** For tests: does not wait (`DEMO_PACE=instant`). */
export const instantPacer: Pacer = { wait: async () => {} };
