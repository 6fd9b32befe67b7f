import { nameOfCode } from '../../../../sqlite/sqlite-codes.ts';
import type { SqliteFailure } from '../../../../sqlite/sqlite-connection.ts';
import type { NodeHost } from '../../../node-host.ts';

export type Callback = (this: unknown, ...args: unknown[]) => unknown;

const MISUSE = 21;

/** Creates an error in the package's wording: `SQLITE_ERROR: no such table: a`. */
export function sqliteError({ code, message }: SqliteFailure): Error {
  const base = code & 0xff;
  const name = nameOfCode(base) ?? 'SQLITE_UNKNOWN';
  return Object.assign(new Error(`${name}: ${message}`), { errno: base, code: name });
}

export const misuse = (message: string): Error => sqliteError({ code: MISUSE, message });

/** Runs the operations of a database in the order of their calls, and never before the call has returned. */
export class WorkQueue {
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;
  #release: (() => void) | null = null;

  constructor(readonly host: NodeHost) {}

  add(work: () => void): void {
    this.#waiting.push(this.host.loop.bindContext(work));
    this.#next();
  }

  #next(): void {
    if (this.#isRunning) return;
    if (this.#waiting.length === 0) {
      this.#release?.();
      this.#release = null;
      return;
    }
    this.#isRunning = true;
    this.#release ??= this.host.loop.ref();
    this.host.loop.post(() => {
      const work = this.#waiting.shift();
      this.#isRunning = false;
      // An error of a callback is the program's; the queue continues.
      try {
        work?.();
      } finally {
        this.#next();
      }
    });
  }
}

/** Splits the callback from the arguments before it. */
export function splitCallback(args: readonly unknown[]): { values: unknown[]; done: Callback | null } {
  const last = args.at(-1);
  if (typeof last === 'function') return { values: args.slice(0, -1), done: last as Callback };
  return { values: last === undefined && args.length > 0 ? args.slice(0, -1) : [...args], done: null };
}

/** Calls the callback, or emits the error if there is none. */
export function tell(target: object, done: Callback | null, error: Error | null, ...results: unknown[]): void {
  if (done !== null) done.call(target, error, ...results);
  else if (error !== null) emit(target, 'error', error);
}

/** Emits an event; the package itself makes its classes emitters. */
export function emit(target: object, name: string, ...args: unknown[]): void {
  const method: unknown = Reflect.get(target, 'emit');
  if (typeof method === 'function') method.call(target, name, ...args);
}
