import { isStorageFull } from '../protocol/error-message.ts';
import type { DevonzDatabase } from './migrations/database-schema.ts';

/** Methods that are a whole transaction: if the connection is lost, they wait for the next one. */
const WAITING_CALLS: ReadonlySet<string> = new Set(['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'put', 'add', 'delete', 'clear']);

interface Opening {
  /** Opens a new connection. `onTerminated`: the browser has closed it unexpectedly. */
  connect(onTerminated: () => void): Promise<DevonzDatabase>;
  /** The database was closed and cannot be reopened. */
  onLost(): void;
  /** There was no room for a write. */
  onFull(): void;
}

/**
 * A database that reconnects: browsers close connections when their storage process ends, while the page lives on. An open
 * transaction is aborted, and one that is started before the reconnect throws an `InvalidStateError`; the caller must retry.
 */
export async function lastingDatabase({ connect, onLost, onFull }: Opening): Promise<DevonzDatabase> {
  let reopened: Promise<void> | null = null;
  const onTerminated = () => {
    reopened = connect(onTerminated).then(
      (next) => {
        current = next;
        reopened = null;
      },
      () => onLost(),
    );
  };
  let current = await connect(onTerminated);
  const call = (name: string | symbol, given: unknown[]): unknown => {
    const method: unknown = Reflect.get(current, name);
    return typeof method === 'function' ? Reflect.apply(method, current, given) : undefined;
  };
  const noteFull = (error: unknown) => {
    if (isStorageFull(error)) onFull();
  };
  const begin = (given: unknown[]): unknown => {
    const transaction = call('transaction', given);
    // The code that started the transaction gets the error as well.
    if (isTransaction(transaction)) transaction.done.catch(noteFull);
    return transaction;
  };
  const waitingCall = async (name: string, given: unknown[]): Promise<unknown> => {
    try {
      return await call(name, given);
    } catch (error) {
      noteFull(error);
      if (reopened === null || !isGone(error)) throw error;
      await reopened;
      return call(name, given);
    }
  };
  return new Proxy(current, {
    get(_first, name) {
      if (typeof name === 'string' && WAITING_CALLS.has(name)) return (...given: unknown[]) => waitingCall(name, given);
      if (name === 'transaction') return (...given: unknown[]) => begin(given);
      const value: unknown = Reflect.get(current, name);
      return typeof value === 'function' ? (...given: unknown[]) => call(name, given) : value;
    },
  });
}

function isTransaction(value: unknown): value is { done: Promise<void> } {
  return typeof value === 'object' && value !== null && 'done' in value && value.done instanceof Promise;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && (error.name === 'InvalidStateError' || error.name === 'AbortError');
}
