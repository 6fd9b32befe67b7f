import { releaseProxy } from 'comlink';
import type { ServerMessage } from '../protocol/server-messages.ts';
import type { BridgeConnection } from './bridge-connection.ts';

export type WatchCallback = (event: 'rename' | 'change', name: string | Uint8Array) => unknown;
type RemoteCallback = WatchCallback & { [releaseProxy]?: () => void };

interface PageWatch {
  path: string;
  isRecursive: boolean;
  callback: RemoteCallback | undefined;
  encode(name: string): string | Uint8Array;
}

/** The client's watches of files. */
export class PageWatches {
  readonly #connection: () => BridgeConnection;
  readonly #watches = new Map<number, PageWatch>();
  #lastId = 0;

  constructor(connection: () => BridgeConnection) {
    this.#connection = connection;
  }

  /** Resolves when the watch is active, with what ends it. */
  async open(path: string, isRecursive: boolean, callback: RemoteCallback | undefined, encode: PageWatch['encode']): Promise<() => void> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#watches.set(id, { path, isRecursive, callback, encode });
    try {
      await this.#connection().ask({ call: 'watch', watch: id, path, isRecursive });
    } catch (error) {
      this.#watches.delete(id);
      throw error;
    }
    return () => {
      if (!this.#watches.delete(id)) return;
      this.#connection().send({ type: 'unwatch', watch: id });
      callback?.[releaseProxy]?.();
    };
  }

  async receive({ watch: id, changes }: Extract<ServerMessage, { type: 'changes' }>): Promise<void> {
    const watch = this.#watches.get(id);
    if (watch === undefined) return;
    await Promise.allSettled(changes.map(({ event, name }) => watch.callback?.(event, watch.encode(name))));
    this.#connection().send({ type: 'changes-taken', watch: id });
  }

  /** Watches again after the machine has forgotten them; whoever watches learns that anything may have changed. */
  async restore(): Promise<void> {
    for (const [id, { path, isRecursive, callback, encode }] of this.#watches) {
      await this.#connection()
        .ask({ call: 'watch', watch: id, path, isRecursive })
        .catch(() => undefined);
      callback?.('rename', encode('.'));
    }
  }
}
