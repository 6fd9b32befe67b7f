import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import { SqliteConnection } from '../../../../sqlite/sqlite-connection.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import type { SqliteLibrary } from '../../../../sqlite/sqlite-library.ts';
import type { NodeHost } from '../../../node-host.ts';
import { type Callback, emit, misuse, splitCallback, sqliteError, tell, WorkQueue } from './work-queue.ts';

export interface AddonParts {
  library: SqliteLibrary;
  node: NodeHost;
}

const DEFAULT_MODE = 0x1_0006;
/** The flags of `sqlite3_open_v2` that have a meaning here. */
const USED_MODES = 0x47;
const BUSY = 5;
const changeNames = new Map([
  [18, 'insert'],
  [9, 'delete'],
  [23, 'update'],
]);

/** The sqlite3 package's native `Database`. */
export class Database {
  readonly #parts: AddonParts;
  readonly #path: string;
  readonly queue: WorkQueue;
  #connection: SqliteConnection | null = null;
  #changeHook: Pointer = 0;
  /** Which of `trace` and `profile` have listeners. */
  readonly watched = new Set<string>();

  constructor(parts: AddonParts, path: unknown, ...rest: unknown[]) {
    if (typeof path !== 'string') throw new TypeError('Argument 0 must be a string');
    this.#parts = parts;
    this.#path = path;
    this.queue = new WorkQueue(parts.node);
    const { values, done } = splitCallback(rest);
    const mode = typeof values[0] === 'number' ? values[0] : DEFAULT_MODE;
    for (const [name, value] of Object.entries({ filename: path, mode })) Object.defineProperty(this, name, { value, enumerable: false });
    this.queue.add(() => this.#openNow(mode, done));
  }

  get open(): boolean {
    return this.#connection !== null;
  }

  /** Null if the database is not open. */
  get connection(): SqliteConnection | null {
    return this.#connection;
  }

  #openNow(mode: number, done: Callback | null): void {
    const { library } = this.#parts;
    const opened = SqliteConnection.open(library, this.#path, mode & USED_MODES);
    if (!(opened instanceof SqliteConnection)) {
      tell(this, done, sqliteError(opened));
      return;
    }
    library.exports.sqlite3_busy_timeout(opened.handle, 1000);
    this.#connection = opened;
    tell(this, done, null);
    emit(this, 'open');
  }

  /** Queues work with the connection; reports an error if the database is closed. */
  schedule(done: Callback | null, work: (connection: SqliteConnection) => void): this {
    this.queue.add(() => {
      if (this.#connection === null) tell(this, done, misuse('Database is closed'));
      else work(this.#connection);
    });
    return this;
  }

  /** Emits `trace` with the SQL and `profile` with the duration, if there are listeners. */
  traced<Result>(sql: () => string, work: () => Result): Result {
    if (this.watched.has('trace')) emit(this, 'trace', sql());
    const started = Date.now();
    const result = work();
    if (this.watched.has('profile')) emit(this, 'profile', sql(), Date.now() - started);
    return result;
  }

  close(...args: unknown[]): this {
    const { done } = splitCallback(args);
    this.queue.add(() => {
      const connection = this.#connection;
      if (connection === null) {
        tell(this, done, misuse('Database handle is closed'));
        return;
      }
      if (this.#parts.library.exports.sqlite3_next_stmt(connection.handle, 0) !== 0) {
        tell(this, done, sqliteError({ code: BUSY, message: 'unable to close due to unfinalized statements or unfinished backups' }));
        return;
      }
      connection.close();
      this.#connection = null;
      this.#parts.library.removeFunction(this.#changeHook);
      this.#changeHook = 0;
      tell(this, done, null);
      emit(this, 'close');
    });
    return this;
  }

  exec(sql: unknown, ...args: unknown[]): this {
    if (typeof sql !== 'string') throw new TypeError('Argument 0 must be a string');
    const { done } = splitCallback(args);
    return this.schedule(done, (connection) => {
      const code = this.traced(
        () => sql,
        () => connection.execute(sql),
      );
      tell(this, done, code === SqliteCode.OK ? null : sqliteError(connection.failure()));
    });
  }

  wait(...args: unknown[]): this {
    const { done } = splitCallback(args);
    return this.schedule(done, () => tell(this, done, null));
  }

  loadExtension(_file: unknown, ...args: unknown[]): this {
    const { done } = splitCallback(args);
    const message = 'the in-browser engine’s SQLite loads no extensions: they are native code';
    return this.schedule(done, () => tell(this, done, sqliteError({ code: SqliteCode.ERROR, message })));
  }

  /** Work is serialized in any case, because WebAssembly has only one thread. */
  serialize(callback?: unknown): this {
    if (typeof callback === 'function') callback.call(this);
    return this;
  }

  parallelize(callback?: unknown): this {
    return this.serialize(callback);
  }

  interrupt(): this {
    if (this.#connection === null) throw misuse('Database is not open');
    this.#parts.library.exports.sqlite3_interrupt(this.#connection.handle);
    return this;
  }

  configure(option: unknown, value: unknown, more?: unknown): this {
    const { exports } = this.#parts.library;
    switch (option) {
      case 'trace':
      case 'profile':
        if (value) this.watched.add(option);
        else this.watched.delete(option);
        return this;
      case 'change':
        return this.schedule(null, (connection) => this.#watchChanges(connection, Boolean(value)));
      case 'busyTimeout':
        if (typeof value !== 'number') throw new TypeError('Value must be an integer');
        return this.schedule(null, ({ handle }) => exports.sqlite3_busy_timeout(handle, value));
      case 'limit':
        if (typeof value !== 'number' || typeof more !== 'number') throw new TypeError('limit value must be an integer');
        return this.schedule(null, ({ handle }) => exports.sqlite3_limit(handle, value, more));
      default:
        throw sqliteError({ code: 21, message: `${String(option)} is not a valid configuration option` });
    }
  }

  #watchChanges({ handle, library }: SqliteConnection, isWatched: boolean): void {
    library.exports.sqlite3_update_hook(handle, 0, 0);
    library.removeFunction(this.#changeHook);
    this.#changeHook = 0;
    if (!isWatched) return;
    this.#changeHook = library.addFunction('viiiij', (_: Pointer, kind: number, base: Pointer, table: Pointer, id: bigint) => {
      const event = [changeNames.get(kind), library.readText(base), library.readText(table), Number(id)];
      this.queue.host.loop.post(() => emit(this, 'change', ...event));
    });
    library.exports.sqlite3_update_hook(handle, this.#changeHook, 0);
  }
}
