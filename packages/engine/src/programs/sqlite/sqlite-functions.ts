import type { SqliteConnection, SqlValue } from './sqlite-connection.ts';
import type { Pointer } from './sqlite-exports.ts';

/** Errors thrown in SQLite callbacks, rethrown in place of SQLite's own failure. */
export interface CallbackErrors {
  /** Keeps an error thrown by a program's function, because SQLite cannot carry JavaScript values. */
  note(error: unknown): void;
}

export interface SqlFunctionOptions {
  name: string;
  argumentCount: number;
  flags: number;
  /** Integers are passed as bigints. */
  isExact: boolean;
  /** Converts a blob to the caller's own class. */
  shape(value: SqlValue): unknown;
  /** Returns the error for a result that is not an SQL value. */
  refuse(value: unknown): unknown;
}

export interface SqlAggregate {
  start(): unknown;
  step(...args: unknown[]): unknown;
  inverse: ((...args: unknown[]) => unknown) | null;
  result: ((accumulated: unknown) => unknown) | null;
  /** Whether a step without a result keeps the previous value. */
  keepsWithoutResult: boolean;
}

/** Registers JavaScript functions as SQL functions. */
export class SqlFunctions {
  readonly #accumulators = new Map<number, { value: unknown }>();
  #lastAccumulator = 0;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly errors: CallbackErrors,
  ) {}

  /** Returns a result code of SQLite. */
  define(run: (...args: unknown[]) => unknown, options: SqlFunctionOptions): number {
    const { library, handle } = this.connection;
    const call = library.addFunction('viii', (context: Pointer, count: number, values: Pointer) =>
      this.#guarded(context, false, () => this.#give(context, run(...this.#arguments(count, values, options)), options)),
    );
    return library.withText(options.name, (name) =>
      library.exports.sqlite3_create_function_v2(
        ...([handle, name, options.argumentCount, options.flags, 0, call, 0, 0, this.#release([call])] as const),
      ),
    );
  }

  defineAggregate(aggregate: SqlAggregate, options: SqlFunctionOptions): number {
    const { library, handle } = this.connection;
    const stepped = (run: (...args: unknown[]) => unknown) => (context: Pointer, count: number, values: Pointer) =>
      this.#guarded(context, true, () => {
        const held = this.#accumulator(context, aggregate);
        const next = run(held.value, ...this.#arguments(count, values, options));
        if (next !== undefined || !aggregate.keepsWithoutResult) held.value = next;
      });
    const told = (isLast: boolean) => (context: Pointer) =>
      this.#guarded(context, true, () => {
        const { value } = this.#accumulator(context, aggregate);
        if (isLast) this.#forget(context);
        this.#give(context, aggregate.result === null ? value : aggregate.result(value), options);
      });
    const step = library.addFunction('viii', stepped(aggregate.step));
    const final = library.addFunction('vi', told(true));
    const value = aggregate.inverse === null ? 0 : library.addFunction('vi', told(false));
    const inverse = aggregate.inverse === null ? 0 : library.addFunction('viii', stepped(aggregate.inverse));
    const release = this.#release([step, final, value, inverse]);
    return library.withText(options.name, (name) =>
      library.exports.sqlite3_create_window_function(
        ...([handle, name, options.argumentCount, options.flags, 0, step, final, value, inverse, release] as const),
      ),
    );
  }

  #release(slots: readonly Pointer[]): Pointer {
    const { library } = this.connection;
    const own = library.addFunction('vi', () => {
      // A function that is being called stays until it has returned.
      queueMicrotask(() => {
        for (const slot of [...slots, own]) library.removeFunction(slot);
      });
    });
    return own;
  }

  #guarded(context: Pointer, isAggregate: boolean, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.errors.note(error);
      if (isAggregate) this.#forget(context);
      const { library } = this.connection;
      library.withText('a function of the program has failed', (at, length) => library.exports.sqlite3_result_error(context, at, length));
    }
  }

  #arguments(count: number, values: Pointer, { isExact, shape }: SqlFunctionOptions): unknown[] {
    const { library } = this.connection;
    const addresses = Array.from({ length: count }, (_, index) => library.readInt(values + index * 4));
    return addresses.map((address) => shape(this.connection.argument(address, isExact)));
  }

  #give(context: Pointer, value: unknown, { refuse }: SqlFunctionOptions): void {
    if (!this.connection.result(context, value)) throw refuse(value);
  }

  /** C keeps a number for each group of rows; the value is stored here. */
  #accumulator(context: Pointer, { start }: SqlAggregate): { value: unknown } {
    const { library } = this.connection;
    const at = library.exports.sqlite3_aggregate_context(context, 4);
    const known = this.#accumulators.get(library.readInt(at));
    if (known !== undefined) return known;
    this.#lastAccumulator += 1;
    const made = { value: start() };
    library.writeInt(at, this.#lastAccumulator);
    this.#accumulators.set(this.#lastAccumulator, made);
    return made;
  }

  #forget(context: Pointer): void {
    const { library } = this.connection;
    const at = library.exports.sqlite3_aggregate_context(context, 0);
    if (at !== 0) this.#accumulators.delete(library.readInt(at));
  }
}

export const FunctionFlag = { UTF8: 1, DETERMINISTIC: 0x800, DIRECT_ONLY: 0x80000 } as const;
