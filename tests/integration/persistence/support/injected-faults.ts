import { forceCloseDatabase } from 'fake-indexeddb';

/**
 * `full`: from a write on there is no room, until there is again. `aborted`: the browser ends that transaction. `closed`: it ends the
 * connection as well, as when its storage process dies.
 */
export type FaultKind = 'full' | 'aborted' | 'closed';

/** What fake-indexeddb's transactions have besides those of the standard. */
interface FakeTransaction {
  _abort(errorName: string): void;
  db: Parameters<typeof forceCloseDatabase>[0];
}

/** Writes of all databases here, of which one fails as a browser's does: after its request, by the transaction. */
export class InjectedFaults {
  readonly #real = { put: IDBObjectStore.prototype.put, add: IDBObjectStore.prototype.add };
  #kind: FaultKind = 'full';
  /** The write that fails, counted from where it was set. */
  #failing = Number.POSITIVE_INFINITY;
  #writes = 0;
  #hasStruck = false;

  constructor() {
    const { put, add } = this.#real;
    const note = (request: IDBRequest) => this.#note(request);
    IDBObjectStore.prototype.put = function (...given) {
      return note(put.apply(this, given));
    };
    IDBObjectStore.prototype.add = function (...given) {
      return note(add.apply(this, given));
    };
  }

  /** From now on the `index`-th write fails, the first being 0. */
  inject(kind: FaultKind, index: number): void {
    [this.#kind, this.#failing, this.#writes, this.#hasStruck] = [kind, index, 0, false];
  }

  get hasStruck(): boolean {
    return this.#hasStruck;
  }

  /** There is room again, and nothing fails. */
  end(): void {
    this.#failing = Number.POSITIVE_INFINITY;
  }

  restore(): void {
    Object.assign(IDBObjectStore.prototype, this.#real);
  }

  #note(request: IDBRequest): IDBRequest {
    const index = this.#writes++;
    if (this.#kind === 'full' ? index < this.#failing : index !== this.#failing) return request;
    this.#hasStruck = true;
    request.addEventListener('success', () => this.#strike(request.transaction));
    return request;
  }

  #strike(given: IDBTransaction | null): void {
    const transaction = given as unknown as FakeTransaction;
    try {
      transaction._abort(this.#kind === 'full' ? 'QuotaExceededError' : 'AbortError');
    } catch {
      // An earlier write of the same transaction has ended it.
    }
    if (this.#kind === 'closed') forceCloseDatabase(transaction.db);
  }
}
