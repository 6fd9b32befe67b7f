import { OpenMode, SqliteCode } from '../../../sqlite/sqlite-codes.ts';
import { SqliteConnection, type SqlValue } from '../../../sqlite/sqlite-connection.ts';
import type { SqliteLibrary } from '../../../sqlite/sqlite-library.ts';
import type { NodeHost } from '../../node-host.ts';
import { printRows, type Row, type RowFormat } from './print-rows.ts';

/** Ends a statement or dot command with this message. */
export class ShellError extends Error {}

const TRUNCATE = 0o1101;
const APPEND = 0o2101;

/** The state of one `sqlite3` run: its database, output format and output target. */
export class ShellSession {
  readonly format: RowFormat = { mode: 'list', hasHeader: false, separator: '|', nullText: '', table: 'table' };
  isReadOnly = false;
  isBailing = false;
  isEchoing = false;
  hasFailed = false;
  /** Set by `.quit`. */
  isOver = false;
  #connection: SqliteConnection | null = null;
  #path: string;
  /** The target of `.output`; null for standard output. */
  #output: { path: string; isOnce: boolean } | null = null;
  #printed = '';

  constructor(
    readonly library: SqliteLibrary,
    readonly node: NodeHost,
    path: string,
  ) {
    this.#path = path;
  }

  get connection(): SqliteConnection {
    this.#connection ??= this.#open();
    return this.#connection;
  }

  #open(): SqliteConnection {
    const { READ_ONLY, READ_WRITE, CREATE, URI } = OpenMode;
    const opened = SqliteConnection.open(this.library, this.#path, (this.isReadOnly ? READ_ONLY : READ_WRITE | CREATE) | URI);
    if (!(opened instanceof SqliteConnection)) throw new ShellError(`unable to open database "${this.#path}": ${opened.message}`);
    return opened;
  }

  /** Implements `.open`. */
  use(path: string): void {
    this.#connection?.close();
    this.#connection = null;
    this.#path = path;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  redirect(path: string | null, isOnce: boolean): void {
    this.#output = path === null || path === 'stdout' ? null : { path, isOnce };
    if (this.#output !== null)
      this.node.system.sync('writeFile', this.node.resolvePath(this.#output.path), new Uint8Array(), TRUNCATE, 0o644);
  }

  print(text: string): void {
    if (this.#output === null) this.#printed += text;
    else this.node.system.sync('writeFile', this.node.resolvePath(this.#output.path), new TextEncoder().encode(text), APPEND, 0o644);
  }

  async flush(): Promise<void> {
    const text = this.#printed;
    this.#printed = '';
    await this.#writeAll(1, text);
  }

  async complain(text: string): Promise<void> {
    await this.flush();
    await this.#writeAll(2, `${text}\n`);
    this.hasFailed = true;
  }

  async #writeAll(descriptor: number, text: string): Promise<void> {
    for (let rest = new TextEncoder().encode(text); rest.length > 0; )
      rest = rest.slice(await this.node.system.async('write', descriptor, rest, null));
  }

  /** Returns the rows of one statement, for dot commands. */
  query(sql: string, ...values: SqlValue[]): Row[] {
    const prepared = this.connection.prepare(sql, 0);
    if (!('statement' in prepared)) throw new ShellError(prepared.message);
    for (const [index, value] of values.entries()) this.connection.bind(prepared.statement, index + 1, value);
    return this.#rows(prepared.statement).rows;
  }

  #rows(statement: number): { names: string[]; rows: Row[] } {
    const { connection, library } = this;
    const rows: SqlValue[][] = [];
    const names = connection.columnNames(statement);
    let code = library.exports.sqlite3_step(statement);
    for (; code === SqliteCode.ROW; code = library.exports.sqlite3_step(statement))
      rows.push(names.map((_, column) => connection.column(statement, column, true)));
    const failure = code === SqliteCode.DONE ? null : connection.failure();
    library.exports.sqlite3_finalize(statement);
    if (failure !== null) throw new ShellError(`stepping, ${failure.message} (${failure.code & 0xff})`);
    return { names, rows };
  }

  /** Runs all statements of a text and prints their rows. */
  run(sql: string): void {
    for (let rest = sql; rest.trim() !== ''; ) {
      const prepared = this.connection.prepare(rest, 0);
      if (!('statement' in prepared)) throw new ShellError(`in prepare, ${prepared.message}`);
      if (prepared.statement === 0) return;
      rest = prepared.rest;
      const { names, rows } = this.#rows(prepared.statement);
      this.print(printRows(this.format, names, rows));
    }
    if (this.#output?.isOnce === true) this.#output = null;
  }

  /** Returns whether the text ends with a complete statement. */
  isComplete(sql: string): boolean {
    return this.library.withText(sql, (at) => this.library.exports.sqlite3_complete(at)) !== 0;
  }
}
