/** The result codes of SQLite that are used by name. */
export const SqliteCode = {
  OK: 0,
  ERROR: 1,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  NOTFOUND: 12,
  CANTOPEN: 14,
  TOOBIG: 18,
  RANGE: 25,
  ROW: 100,
  DONE: 101,
  IOERR_READ: 10 | (1 << 8),
  IOERR_SHORT_READ: 10 | (2 << 8),
  IOERR_WRITE: 10 | (3 << 8),
  IOERR_TRUNCATE: 10 | (6 << 8),
  IOERR_FSTAT: 10 | (7 << 8),
  IOERR_DELETE: 10 | (10 << 8),
  IOERR_LOCK: 10 | (15 << 8),
  IOERR_DELETE_NOENT: 10 | (23 << 8),
  FULL: 13,
} as const;

export const OpenMode = {
  READ_ONLY: 0x1,
  READ_WRITE: 0x2,
  CREATE: 0x4,
  DELETE_ON_CLOSE: 0x8,
  EXCLUSIVE: 0x10,
  URI: 0x40,
  MAIN_DATABASE: 0x100,
} as const;

export const ValueType = { INTEGER: 1, FLOAT: 2, TEXT: 3, BLOB: 4, NULL: 5 } as const;

/** SQLite copies the value it is given. */
export const TRANSIENT = -1;

const names =
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB NOTICE WARNING'.split(
    ' ',
  );

/** Extended codes by the name of their base code; the first has extension number one. */
const extensions: Record<string, string> = {
  ERROR: 'MISSING_COLLSEQ RETRY SNAPSHOT',
  ABORT: '- ROLLBACK',
  BUSY: 'RECOVERY SNAPSHOT TIMEOUT',
  LOCKED: 'SHAREDCACHE VTAB',
  READONLY: 'RECOVERY CANTLOCK ROLLBACK DBMOVED CANTINIT DIRECTORY',
  IOERR:
    'READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED NOMEM ACCESS CHECKRESERVEDLOCK LOCK CLOSE DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK DELETE_NOENT MMAP GETTEMPPATH CONVPATH VNODE AUTH BEGIN_ATOMIC COMMIT_ATOMIC ROLLBACK_ATOMIC DATA CORRUPTFS',
  CORRUPT: 'VTAB SEQUENCE INDEX',
  CANTOPEN: 'NOTEMPDIR ISDIR FULLPATH CONVPATH DIRTYWAL SYMLINK',
  CONSTRAINT: 'CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE',
  AUTH: 'USER',
  NOTICE: 'RECOVER_WAL RECOVER_ROLLBACK RBU',
  WARNING: 'AUTOINDEX',
};

/** Returns a name such as `SQLITE_CONSTRAINT_UNIQUE`, or null for an unknown code. */
export function nameOfCode(code: number): string | null {
  if (code === SqliteCode.ROW) return 'SQLITE_ROW';
  if (code === SqliteCode.DONE) return 'SQLITE_DONE';
  const base = names[code & 0xff];
  const extension = code >> 8;
  if (base === undefined) return null;
  if (extension === 0) return `SQLITE_${base}`;
  const name = extensions[base]?.split(' ')[extension - 1];
  return name === undefined ? null : `SQLITE_${base}_${name}`;
}

/** Every base code by its name without `SQLITE_`. */
export const baseCodes: ReadonlyMap<string, number> = new Map([
  ...names.map((name, code) => [name, code] as const),
  ['ROW', SqliteCode.ROW],
  ['DONE', SqliteCode.DONE],
]);
