/** An address in the library's memory; 0 means none. */
export type Pointer = number;

type Statement = Pointer;
type Connection = Pointer;
type Context = Pointer;
type Value = Pointer;

/** The part of SQLite's C interface that is used, as exported by its WebAssembly. */
export interface SqliteExports {
  __wasm_call_ctors(): void;
  __indirect_function_table: WebAssembly.Table;
  malloc(size: number): Pointer;
  free(address: Pointer): void;
  sqlite3_malloc64(size: bigint): Pointer;
  sqlite3_free(address: Pointer): void;
  sqlite3_initialize(): number;
  sqlite3_vfs_register(vfs: Pointer, isDefault: number): number;
  sqlite3_libversion(): Pointer;

  sqlite3_open_v2(name: Pointer, connection: Pointer, flags: number, vfs: Pointer): number;
  sqlite3_close_v2(connection: Connection): number;
  sqlite3_errmsg(connection: Connection): Pointer;
  sqlite3_errcode(connection: Connection): number;
  sqlite3_extended_errcode(connection: Connection): number;
  sqlite3_extended_result_codes(connection: Connection, isOn: number): number;
  sqlite3_errstr(code: number): Pointer;
  sqlite3_busy_timeout(connection: Connection, milliseconds: number): number;
  sqlite3_interrupt(connection: Connection): void;
  sqlite3_limit(connection: Connection, id: number, value: number): number;
  sqlite3_get_autocommit(connection: Connection): number;
  sqlite3_db_filename(connection: Connection, name: Pointer): Pointer;
  sqlite3_db_readonly(connection: Connection, name: Pointer): number;
  sqlite3_changes64(connection: Connection): bigint;
  sqlite3_total_changes64(connection: Connection): bigint;
  sqlite3_last_insert_rowid(connection: Connection): bigint;
  sqlite3_exec(connection: Connection, sql: Pointer, callback: Pointer, data: Pointer, message: Pointer): number;
  sqlite3_complete(sql: Pointer): number;
  sqlite3__wasm_db_config_ip(connection: Connection, option: number, value: number, result: Pointer): number;
  sqlite3_serialize(connection: Connection, name: Pointer, size: Pointer, flags: number): Pointer;
  sqlite3_deserialize(connection: Connection, name: Pointer, data: Pointer, size: bigint, capacity: bigint, flags: number): number;
  sqlite3_update_hook(connection: Connection, callback: Pointer, data: Pointer): Pointer;
  sqlite3_trace_v2(connection: Connection, mask: number, callback: Pointer, data: Pointer): number;

  sqlite3_prepare_v3(connection: Connection, sql: Pointer, length: number, flags: number, statement: Pointer, tail: Pointer): number;
  sqlite3_step(statement: Statement): number;
  sqlite3_reset(statement: Statement): number;
  sqlite3_finalize(statement: Statement): number;
  sqlite3_clear_bindings(statement: Statement): number;
  sqlite3_stmt_readonly(statement: Statement): number;
  sqlite3_stmt_isexplain(statement: Statement): number;
  sqlite3_sql(statement: Statement): Pointer;
  sqlite3_expanded_sql(statement: Statement): Pointer;
  sqlite3_next_stmt(connection: Connection, statement: Statement): Statement;
  sqlite3_bind_parameter_count(statement: Statement): number;
  sqlite3_bind_parameter_name(statement: Statement, index: number): Pointer;
  sqlite3_bind_parameter_index(statement: Statement, name: Pointer): number;
  sqlite3_bind_null(statement: Statement, index: number): number;
  sqlite3_bind_double(statement: Statement, index: number, value: number): number;
  sqlite3_bind_int64(statement: Statement, index: number, value: bigint): number;
  sqlite3_bind_text(statement: Statement, index: number, text: Pointer, length: number, release: number): number;
  sqlite3_bind_blob(statement: Statement, index: number, bytes: Pointer, length: number, release: number): number;

  sqlite3_column_count(statement: Statement): number;
  sqlite3_column_name(statement: Statement, column: number): Pointer;
  sqlite3_column_origin_name(statement: Statement, column: number): Pointer;
  sqlite3_column_table_name(statement: Statement, column: number): Pointer;
  sqlite3_column_database_name(statement: Statement, column: number): Pointer;
  sqlite3_column_decltype(statement: Statement, column: number): Pointer;
  sqlite3_column_type(statement: Statement, column: number): number;
  sqlite3_column_int64(statement: Statement, column: number): bigint;
  sqlite3_column_double(statement: Statement, column: number): number;
  sqlite3_column_text(statement: Statement, column: number): Pointer;
  sqlite3_column_blob(statement: Statement, column: number): Pointer;
  sqlite3_column_bytes(statement: Statement, column: number): number;

  sqlite3_value_type(value: Value): number;
  sqlite3_value_int64(value: Value): bigint;
  sqlite3_value_double(value: Value): number;
  sqlite3_value_text(value: Value): Pointer;
  sqlite3_value_blob(value: Value): Pointer;
  sqlite3_value_bytes(value: Value): number;

  sqlite3_create_function_v2(
    connection: Connection,
    name: Pointer,
    argumentCount: number,
    flags: number,
    data: Pointer,
    call: Pointer,
    step: Pointer,
    final: Pointer,
    destroy: Pointer,
  ): number;
  sqlite3_create_window_function(
    connection: Connection,
    name: Pointer,
    argumentCount: number,
    flags: number,
    data: Pointer,
    step: Pointer,
    final: Pointer,
    value: Pointer,
    inverse: Pointer,
    destroy: Pointer,
  ): number;
  sqlite3_aggregate_context(context: Context, size: number): Pointer;
  sqlite3_result_null(context: Context): void;
  sqlite3_result_double(context: Context, value: number): void;
  sqlite3_result_int64(context: Context, value: bigint): void;
  sqlite3_result_text(context: Context, text: Pointer, length: number, release: number): void;
  sqlite3_result_blob(context: Context, bytes: Pointer, length: number, release: number): void;
  sqlite3_result_error(context: Context, message: Pointer, length: number): void;

  sqlite3_backup_init(target: Connection, targetName: Pointer, source: Connection, sourceName: Pointer): Pointer;
  sqlite3_backup_step(backup: Pointer, pages: number): number;
  sqlite3_backup_finish(backup: Pointer): number;
  sqlite3_backup_remaining(backup: Pointer): number;
  sqlite3_backup_pagecount(backup: Pointer): number;

  sqlite3session_create(connection: Connection, name: Pointer, session: Pointer): number;
  sqlite3session_attach(session: Pointer, table: Pointer): number;
  sqlite3session_delete(session: Pointer): void;
  sqlite3session_changeset(session: Pointer, size: Pointer, data: Pointer): number;
  sqlite3session_patchset(session: Pointer, size: Pointer, data: Pointer): number;
  sqlite3changeset_apply(connection: Connection, size: number, data: Pointer, filter: Pointer, conflict: Pointer, context: Pointer): number;
}
