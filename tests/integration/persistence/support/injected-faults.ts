import { forceCloseDatabase } from 'fake-indexeddb';

/**
 * `full`: from one write on there is no space, until it is freed. `aborted`: the browser aborts the transaction. `closed`: it also closes
 * the connection, as when its storage process dies.
 */
export type FaultKind = 'full' | 'aborted' | 'closed';

/** The non-standard members of fake-indexeddb's transactions. */
interface FakeTransaction {
  _abort(errorName: string): void;
  db: Parameters<typeof forceCloseDatabase>[0];
}

/** Writes of all databases here, of which one fails as in a browser: after its request, by the transaction. */
export class InjectedFaults {
  readonly #real = { put: IDBObjectStore.prototype.put, add: IDBObjectStore.prototype.add };
  #kind: FaultKind = 'full';
  /** The index of the failing write, counted from when it was set. */
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

  /** Makes the `index`-th write from now on fail; the first is 0. */
  inject(kind: FaultKind, index: number): void {
    [this.#kind, this.#failing, this.#writes, this.#hasStruck] = [kind, index, 0, false];
  }

  get hasStruck(): boolean {
    return this.#hasStruck;
  }

  /** Space is available again, and nothing fails. */
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
      // An earlier write of the same transaction has already ended it.
    }
    if (this.#kind === 'closed') forceCloseDatabase(transaction.db);
  }
}
