import { OpenMode, SqliteCode, TRANSIENT, ValueType } from './sqlite-codes.ts';
import type { Pointer } from './sqlite-exports.ts';
import type { SqliteLibrary } from './sqlite-library.ts';

/** A value in SQLite; a blob is of the caller's class. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/** An error from SQLite. */
export interface SqliteFailure {
  /** Includes the extension: `SQLITE_CONSTRAINT_UNIQUE` is 2067. */
  code: number;
  message: string;
}

const largest = (1n << 63n) - 1n;
const smallest = -(1n << 63n);

/** The calls of the C interface that every database API needs, with JavaScript values. */
export class SqliteConnection {
  private constructor(
    readonly library: SqliteLibrary,
    readonly handle: Pointer,
  ) {}

  /** Opens a database; a failure is returned, not thrown. */
  static open(library: SqliteLibrary, path: string, flags: number): SqliteConnection | SqliteFailure {
    const { exports } = library;
    return library.withRoom(4, (room) => {
      const code = library.withText(path, (name) => exports.sqlite3_open_v2(name, room, flags, 0));
      const connection = new SqliteConnection(library, library.readInt(room));
      if (code !== SqliteCode.OK) {
        const failure = connection.failure();
        exports.sqlite3_close_v2(connection.handle);
        return failure;
      }
      if ((flags & OpenMode.READ_WRITE) !== 0) connection.#foldLog(path);
      return connection;
    });
  }

  /** Merges the write-ahead log of another system into the database: processes have no shared memory for one here. */
  #foldLog(path: string): void {
    if (path === '' || path === ':memory:') return;
    const mode = this.#pragma('journal_mode');
    if (mode !== null) return;
    // The header could not be read directly: in exclusive mode, a log needs no shared memory.
    this.execute('PRAGMA locking_mode = EXCLUSIVE');
    this.execute('SELECT 1 FROM sqlite_schema');
    this.execute('PRAGMA journal_mode = DELETE');
    this.execute('PRAGMA locking_mode = NORMAL');
    this.execute('SELECT 1 FROM sqlite_schema');
  }

  #pragma(name: string): SqlValue {
    const prepared = this.prepare(`PRAGMA ${name}`, 0);
    if (!('statement' in prepared) || prepared.statement === 0) return null;
    const { exports } = this.library;
    const value = exports.sqlite3_step(prepared.statement) === SqliteCode.ROW ? this.column(prepared.statement, 0, false) : null;
    exports.sqlite3_finalize(prepared.statement);
    return value;
  }

  failure(): SqliteFailure {
    const { exports } = this.library;
    const code = exports.sqlite3_extended_errcode(this.handle);
    return { code, message: this.library.readText(exports.sqlite3_errmsg(this.handle)) ?? '' };
  }

  /** Runs all statements of a text, without returning rows. */
  execute(sql: string): number {
    return this.library.withText(sql, (at) => this.library.exports.sqlite3_exec(this.handle, at, 0, 0, 0));
  }

  /** Compiles the first statement of a text (0 if there is none) and returns the rest of the text; or a failure. */
  prepare(sql: string, flags: number): { statement: Pointer; rest: string } | SqliteFailure {
    const { library } = this;
    const { exports } = library;
    return library.withRoom(8, (room) =>
      library.withText(sql, (at, length) => {
        if (exports.sqlite3_prepare_v3(this.handle, at, length + 1, flags, room, room + 4) !== SqliteCode.OK) return this.failure();
        const tail = library.readInt(room + 4);
        return { statement: library.readInt(room), rest: library.readText(tail, at + length - tail) ?? '' };
      }),
    );
  }

  /** Binds a value to a parameter. Returns null for a type that SQLite does not support. */
  bind(statement: Pointer, index: number, value: unknown): number | null {
    const { exports } = this.library;
    if (value === null || value === undefined) return exports.sqlite3_bind_null(statement, index);
    if (typeof value === 'number') return exports.sqlite3_bind_double(statement, index, value);
    if (typeof value === 'bigint') {
      if (value > largest || value < smallest) return SqliteCode.TOOBIG;
      return exports.sqlite3_bind_int64(statement, index, value);
    }
    if (typeof value === 'string')
      return this.library.withText(value, (at, length) => exports.sqlite3_bind_text(statement, index, at, length, TRANSIENT));
    if (!ArrayBuffer.isView(value)) return null;
    const at = this.library.copyBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    const code = exports.sqlite3_bind_blob(statement, index, at, value.byteLength, TRANSIENT);
    exports.free(at);
    return code;
  }

  /** Returns a column of the current row. Integers are bigints if `isExact`, otherwise numbers. */
  column(statement: Pointer, column: number, isExact: boolean): SqlValue {
    const { exports } = this.library;
    switch (exports.sqlite3_column_type(statement, column)) {
      case ValueType.INTEGER:
        return isExact ? exports.sqlite3_column_int64(statement, column) : Number(exports.sqlite3_column_int64(statement, column));
      case ValueType.FLOAT:
        return exports.sqlite3_column_double(statement, column);
      case ValueType.TEXT: {
        const at = exports.sqlite3_column_text(statement, column);
        return this.library.readText(at, exports.sqlite3_column_bytes(statement, column));
      }
      case ValueType.BLOB: {
        const at = exports.sqlite3_column_blob(statement, column);
        return this.library.readBytes(at, exports.sqlite3_column_bytes(statement, column));
      }
      default:
        return null;
    }
  }

  /** Returns an argument of an SQL function. */
  argument(value: Pointer, isExact: boolean): SqlValue {
    const { exports } = this.library;
    switch (exports.sqlite3_value_type(value)) {
      case ValueType.INTEGER:
        return isExact ? exports.sqlite3_value_int64(value) : Number(exports.sqlite3_value_int64(value));
      case ValueType.FLOAT:
        return exports.sqlite3_value_double(value);
      case ValueType.TEXT: {
        const at = exports.sqlite3_value_text(value);
        return this.library.readText(at, exports.sqlite3_value_bytes(value));
      }
      case ValueType.BLOB: {
        const at = exports.sqlite3_value_blob(value);
        return this.library.readBytes(at, exports.sqlite3_value_bytes(value));
      }
      default:
        return null;
    }
  }

  /** Sets the result of an SQL function. Returns false for a type that SQLite does not support. */
  result(context: Pointer, value: unknown): boolean {
    const { exports } = this.library;
    if (value === null || value === undefined) exports.sqlite3_result_null(context);
    else if (typeof value === 'number') exports.sqlite3_result_double(context, value);
    else if (typeof value === 'bigint') {
      if (value > largest || value < smallest) return false;
      exports.sqlite3_result_int64(context, value);
    } else if (typeof value === 'string')
      this.library.withText(value, (at, length) => exports.sqlite3_result_text(context, at, length, TRANSIENT));
    else if (ArrayBuffer.isView(value)) {
      const at = this.library.copyBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      exports.sqlite3_result_blob(context, at, value.byteLength, TRANSIENT);
      exports.free(at);
    } else return false;
    return true;
  }

  columnName(statement: Pointer, column: number): string {
    return this.library.readText(this.library.exports.sqlite3_column_name(statement, column)) ?? '';
  }

  columnNames(statement: Pointer): string[] {
    const count = this.library.exports.sqlite3_column_count(statement);
    return Array.from({ length: count }, (_, column) => this.columnName(statement, column));
  }

  parameterName(statement: Pointer, index: number): string | null {
    return this.library.readText(this.library.exports.sqlite3_bind_parameter_name(statement, index));
  }

  /** Returns the SQL with the parameters' values filled in. */
  expandedSql(statement: Pointer): string {
    const { exports } = this.library;
    const at = exports.sqlite3_expanded_sql(statement);
    const text = this.library.readText(at === 0 ? exports.sqlite3_sql(statement) : at) ?? '';
    exports.sqlite3_free(at);
    return text;
  }

  /** Closes its statements, and then the connection. */
  close(): void {
    const { exports } = this.library;
    for (let each = exports.sqlite3_next_stmt(this.handle, 0); each !== 0; each = exports.sqlite3_next_stmt(this.handle, 0))
      exports.sqlite3_finalize(each);
    exports.sqlite3_close_v2(this.handle);
  }

  /** Returns a whole database as the bytes of its file. */
  serialize(name: string): Uint8Array<ArrayBuffer> | null {
    const { library } = this;
    return library.withRoom(8, (room) => {
      const at = library.withText(name, (text) => library.exports.sqlite3_serialize(this.handle, text, room, 0));
      const size = Number(library.view.getBigInt64(room, true));
      if (at === 0) return size <= 0 ? new Uint8Array() : null;
      const bytes = library.readBytes(at, size);
      library.exports.sqlite3_free(at);
      return bytes;
    });
  }

  /** Replaces the database with the given bytes, in memory. */
  deserialize(bytes: Uint8Array, isReadOnly: boolean): number {
    const { library } = this;
    const size = BigInt(bytes.length);
    const at = bytes.length === 0 ? 0 : library.exports.sqlite3_malloc64(size);
    library.bytes.set(bytes, at);
    // Freed on close, and resizable.
    const flags = 1 | 2 | (isReadOnly ? 4 : 0);
    return library.withText('main', (name) => library.exports.sqlite3_deserialize(this.handle, name, at, size, size, flags));
  }
}
