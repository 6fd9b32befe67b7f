import { proxy, releaseProxy } from 'comlink';
import { MACHINE_CONNECTION_EVENT, type MachineConnection } from 'devonz-engine-protocol/machine/connection';
import { WATCH_LIMIT_EVENT, type WatchLimit } from '../protocol/large-folders.ts';

/** The client's events by name, with the arguments of their listeners. */
export interface ClientEventTable {
  port: [port: number, type: 'open' | 'close', url: string];
  'server-ready': [port: number, url: string];
  error: [error: { message: string }];
  'preview-message': [message: object];
  [MACHINE_CONNECTION_EVENT]: [change: MachineConnection];
  [WATCH_LIMIT_EVENT]: [limit: WatchLimit];
}

type RemoteListener = ((...values: unknown[]) => unknown) & { [releaseProxy]?: () => void };

export class ClientEvents {
  readonly #listeners = new Map<string, Set<RemoteListener>>();

  /** Adds a listener. Returns a remote function that removes it. */
  subscribe(event: string, listener: RemoteListener): () => void {
    const set = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, set.add(listener));
    return proxy(() => {
      if (set.delete(listener)) listener[releaseProxy]?.();
    });
  }

  emit<Name extends keyof ClientEventTable>(event: Name, ...values: ClientEventTable[Name]): void {
    // The client is responsible for errors of its listeners.
    for (const listener of [...(this.#listeners.get(event) ?? [])]) Promise.resolve(listener(...values)).catch(() => undefined);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
