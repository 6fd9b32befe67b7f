export type WatchCallback = (event: 'rename' | 'change', name: string | Uint8Array) => unknown;

/** Long enough to combine the bursts of an editor or an installer, and too short to be noticed. */
const DELAY_MILLISECONDS = 10;

/**
 * Relays the kernel's watch events to a client on another thread: equal events of a short period are combined, and no more are sent until
 * the client has processed the last ones (an installation causes tens of thousands).
 */
export function createWatchRelay(callback: (event: 'rename' | 'change', name: string) => unknown): {
  push(event: 'rename' | 'change', name: string): void;
  close(): void;
} {
  const waiting = new Map<string, { event: 'rename' | 'change'; name: string }>();
  let isClosed = false;
  let isFlushing = false;

  const flush = async (): Promise<void> => {
    while (waiting.size > 0 && !isClosed) {
      const events = [...waiting.values()];
      waiting.clear();
      await Promise.allSettled(events.map(({ event, name }) => callback(event, name)));
    }
    isFlushing = false;
  };

  return {
    push(event, name) {
      waiting.set(`${event} ${name}`, { event, name });
      if (isFlushing) return;
      isFlushing = true;
      setTimeout(() => void flush(), DELAY_MILLISECONDS);
    },
    close() {
      isClosed = true;
      waiting.clear();
    },
  };
}
