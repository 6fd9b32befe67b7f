import type { OpenBroadcast } from '../../../app/lib/browser/broadcast.ts';

interface Holder {
  lock: Lock;
  /** Ends its request as a browser does when the lock is stolen. */
  lose(): void;
}

interface Waiting {
  grant(): void;
}

/** One browser's locks with the semantics of the Web Locks API: exclusive, in order, `ifAvailable`, `signal` and `steal`. */
class FakeLocks implements Pick<LockManager, 'request'> {
  readonly #holders = new Map<string, Holder>();
  readonly #queues = new Map<string, Waiting[]>();

  request(name: string, ...rest: unknown[]): Promise<never> {
    const work = rest.at(-1) as LockGrantedCallback<unknown>;
    const options = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    // No caller here uses the result of a request.
    return this.#request(name, options, work) as Promise<never>;
  }

  async #request(name: string, options: LockOptions, work: LockGrantedCallback<unknown>): Promise<unknown> {
    await Promise.resolve();
    if (options.steal === true) this.#holders.get(name)?.lose();
    else if (this.#holders.has(name)) {
      if (options.ifAvailable === true) return work(null);
      await this.#turn(name, options.signal);
    }
    const lock: Lock = { name, mode: 'exclusive' };
    const lost = new Promise<never>((_resolve, reject) => {
      this.#holders.set(name, { lock, lose: () => reject(new DOMException('The lock was stolen.', 'AbortError')) });
    });
    try {
      return await Promise.race([work(lock), lost]);
    } finally {
      if (this.#holders.get(name)?.lock === lock) {
        this.#holders.delete(name);
        this.#queues.get(name)?.shift()?.grant();
      }
    }
  }

  #turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(name) ?? [];
      const waiting = { grant: resolve };
      this.#queues.set(name, [...queue, waiting]);
      signal?.addEventListener('abort', () => {
        this.#queues.set(
          name,
          (this.#queues.get(name) ?? []).filter((one) => one !== waiting),
        );
        reject(signal.reason);
      });
    });
  }
}

/** Creates what the tabs of one browser share, besides IndexedDB. */
export function fakeBrowser(): { locks: LockManager; openBroadcast: OpenBroadcast } {
  const channels = new Set<{ name: string; listener: (message: unknown) => void }>();
  const openBroadcast: OpenBroadcast = (name) => {
    const channel = { name, listener: (_message: unknown): void => undefined };
    channels.add(channel);
    return {
      post(message) {
        const copy = structuredClone(message);
        for (const other of channels) {
          if (other !== channel && other.name === name) queueMicrotask(() => channels.has(other) && other.listener(copy));
        }
      },
      onMessage(listener) {
        channel.listener = listener;
      },
      close: () => void channels.delete(channel),
    };
  };
  return { locks: new FakeLocks() as unknown as LockManager, openBroadcast }; // `query` is not used.
}
