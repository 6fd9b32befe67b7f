import { releaseProxy } from 'comlink';
import { entriesSchema, type ServerMessage } from '../protocol/server-messages.ts';
import type { BridgeConnection } from './bridge-connection.ts';
import { KnownNames } from './known-names.ts';

export type WatchCallback = (event: 'rename' | 'change', name: string | Uint8Array) => unknown;
export type RemoteCallback = WatchCallback & { [releaseProxy]?: () => void };
type Change = Extract<ServerMessage, { type: 'changes' }>['changes'][number];

export interface PageWatch {
  path: string;
  isRecursive: boolean;
  isListedOnly: boolean;
  callback: RemoteCallback | undefined;
  encode(name: string): string | Uint8Array;
}

/**
 * Reports a change of the watched folder itself: any entry may have changed, because the watch was interrupted or
 * overflowed.
 */
const WHOLE = '.';

/** The file watches of the client. */
export class PageWatches {
  /** The names that the client has received in listings and changes. */
  readonly known = new KnownNames();
  readonly #connection: () => BridgeConnection;
  readonly #watches = new Map<number, PageWatch>();
  #lastId = 0;

  constructor(connection: () => BridgeConnection) {
    this.#connection = connection;
  }

  /** Resolves when the watch is active, with what ends it. */
  async open(watch: PageWatch): Promise<() => void> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#watches.set(id, watch);
    try {
      await this.#ask(id, watch);
    } catch (error) {
      this.#watches.delete(id);
      throw error;
    }
    return () => {
      if (!this.#watches.delete(id)) return;
      this.#connection().send({ type: 'unwatch', watch: id });
      watch.callback?.[releaseProxy]?.();
    };
  }

  async receive({ watch: id, changes }: Extract<ServerMessage, { type: 'changes' }>): Promise<void> {
    const watch = this.#watches.get(id);
    if (watch === undefined) return;
    const isWhole = changes.some(({ name }) => name === WHOLE);
    await this.#tell(watch, isWhole ? [...(await this.#lookAtWhole(watch)), ...changes.filter(({ name }) => name !== WHOLE)] : changes);
    this.#connection().send({ type: 'changes-taken', watch: id });
  }

  /** Restores the watches after the machine has lost them; each listener learns what may have changed meanwhile. */
  async restore(): Promise<void> {
    for (const [id, watch] of [...this.#watches]) {
      await this.#ask(id, watch).catch(() => undefined);
      await this.#tell(watch, await this.#lookAtWhole(watch));
    }
  }

  async #ask(id: number, { path, isRecursive, isListedOnly }: PageWatch): Promise<void> {
    await this.#connection().ask({ call: 'watch', watch: id, path, isRecursive, isListedOnly });
  }

  async #tell({ path, callback, encode }: PageWatch, changes: readonly Change[]): Promise<void> {
    for (const { name } of changes) this.known.noteChange(`${path}/${name}`);
    await Promise.allSettled(changes.map(({ event, name }) => callback?.(event, encode(name))));
  }

  /**
   * Returns changes with names, as `fs.watch` reports them: every entry of the folder may have changed, and known entries that no longer
   * exist are reported as removed.
   */
  async #lookAtWhole({ path, isRecursive }: PageWatch): Promise<Change[]> {
    const known = this.known.below(path).filter(({ folder }) => isRecursive || folder === path);
    const now = await this.#list(path);
    if (now === null) return [{ event: 'rename', name: WHOLE }];
    const gone: string[] = [];
    for (const { folder, names } of known) {
      const there = folder === path ? now : await this.#list(folder);
      // A removed folder is already reported by its parent.
      if (there === null) continue;
      const prefix = folder === path ? '' : `${folder.slice(path.length + 1)}/`;
      for (const name of names) if (!there.has(name)) gone.push(`${prefix}${name}`);
    }
    return [...new Set([...gone, ...now])].map((name) => ({ event: 'rename', name }));
  }

  /** Returns null if the folder does not exist, or if the machine cannot list it. */
  async #list(folder: string): Promise<ReadonlySet<string> | null> {
    try {
      const entries = entriesSchema.parse((await this.#connection().ask({ call: 'list', path: folder })).value);
      this.known.noteListing(folder, entries);
      return new Set(entries.map(({ name }) => name));
    } catch {
      return null;
    }
  }
}
