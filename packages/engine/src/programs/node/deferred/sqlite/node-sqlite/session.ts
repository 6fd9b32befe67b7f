import { SqliteCode } from '../../../../sqlite/sqlite-codes.ts';
import type { Pointer } from '../../../../sqlite/sqlite-exports.ts';
import { functionOption, invalidState, invalidType, readOptions, sqliteError, stringOption } from './errors.ts';
import type { Dependent, OpenDatabase } from './open-database.ts';

const ABORTED = 4;

/** node:sqlite's `Session`, which records changes since its creation. */
export class Session implements Dependent {
  readonly #database: OpenDatabase;
  #handle: Pointer;

  constructor(database: OpenDatabase, given: unknown) {
    const options = readOptions(given);
    const table = options.table === undefined ? null : stringOption(options, 'table', '');
    const name = stringOption(options, 'db', 'main');
    const { library, connection } = database;
    this.#database = database;
    this.#handle = library.withRoom(4, (room) => {
      library.withText(name, (at) => database.check(library.exports.sqlite3session_create(connection.handle, at, room)));
      return library.readInt(room);
    });
    const attach = (at: Pointer) => database.check(library.exports.sqlite3session_attach(this.#handle, at));
    if (table === null) attach(0);
    else library.withText(table, attach);
    database.dependents.add(this);
  }

  #read(give: (session: Pointer, size: Pointer, data: Pointer) => number): Uint8Array {
    if (!this.#database.dependents.has(this)) throw invalidState(this.#handle === 0 ? 'session is not open' : 'database is not open');
    const { library } = this.#database;
    return library.withRoom(8, (room) => {
      this.#database.check(give(this.#handle, room, room + 4));
      const bytes = library.readBytes(library.readInt(room + 4), library.readInt(room));
      library.exports.sqlite3_free(library.readInt(room + 4));
      return bytes;
    });
  }

  changeset(): Uint8Array {
    return this.#read(this.#database.library.exports.sqlite3session_changeset);
  }

  patchset(): Uint8Array {
    return this.#read(this.#database.library.exports.sqlite3session_patchset);
  }

  close(): void {
    if (!this.#database.dependents.has(this)) throw invalidState(this.#handle === 0 ? 'session is not open' : 'database is not open');
    this.end();
  }

  end(): void {
    this.#database.dependents.delete(this);
    this.#database.library.exports.sqlite3session_delete(this.#handle);
    this.#handle = 0;
  }
}

/** Applies a changeset. Returns false if a conflict aborted it, in which case nothing has changed. */
export function applyChangeset(database: OpenDatabase, changeset: unknown, given: unknown): boolean {
  if (!(changeset instanceof Uint8Array)) throw invalidType('changeset', 'a Uint8Array');
  const options = readOptions(given);
  const filter = functionOption<unknown>(options, 'filter');
  const onConflict = functionOption<unknown>(options, 'onConflict');
  const { library, connection } = database;
  const ABORT = 2;
  const guarded = (otherwise: number, work: () => number) => {
    try {
      return work();
    } catch (error) {
      database.note(error);
      return otherwise;
    }
  };
  const filterAt =
    filter === null
      ? 0
      : library.addFunction('iii', (_: Pointer, name: Pointer) => guarded(0, () => (filter(library.readText(name)) ? 1 : 0)));
  const conflictAt = library.addFunction('iiii', (_: Pointer, kind: number) =>
    onConflict === null ? ABORT : guarded(ABORT, () => Number(onConflict(kind))),
  );
  const at = library.copyBytes(changeset);
  try {
    const code = library.exports.sqlite3changeset_apply(connection.handle, changeset.length, at, filterAt, conflictAt, 0);
    if (code === ABORTED) {
      database.check(SqliteCode.OK);
      return false;
    }
    if (code !== SqliteCode.OK) {
      database.check(connection.failure().code);
      throw sqliteError(library, code, library.readText(library.exports.sqlite3_errstr(code)) ?? '');
    }
    return true;
  } finally {
    library.exports.free(at);
    library.removeFunction(filterAt);
    library.removeFunction(conflictAt);
  }
}
