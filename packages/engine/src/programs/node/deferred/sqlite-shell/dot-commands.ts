import { OpenMode, SqliteCode } from '../../../sqlite/sqlite-codes.ts';
import { SqliteConnection } from '../../../sqlite/sqlite-connection.ts';
import { modes, type Row, toSql } from './print-rows.ts';
import { ShellError, type ShellSession } from './shell-session.ts';

type DotCommand = (session: ShellSession, args: readonly string[]) => void | Promise<void>;

const quoteName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
const ANY_TABLE = "FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

function isOn(text: string | undefined): boolean {
  return text === undefined || /^(?:on|yes|true|1)$/i.test(text);
}

function readSeparator(text = '|'): string {
  return text.replaceAll('\\t', '\t').replaceAll('\\n', '\n');
}

/** Arranges names in columns, up to the width of a terminal. */
function inColumns(names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length)) + 2;
  const columns = Math.max(1, Math.floor(80 / width));
  const lines = Math.ceil(names.length / columns);
  return Array.from({ length: lines }, (_, line) => {
    const own = names.filter((_name, index) => index % lines === line);
    return `${own.map((name, index) => (index === own.length - 1 ? name : name.padEnd(width))).join('')}\n`;
  }).join('');
}

const listTables: DotCommand = (session, [pattern = '%']) => {
  const rows = session.query(`SELECT name ${ANY_TABLE} AND type IN ('table', 'view') AND name LIKE ?1 ORDER BY 1`, pattern);
  if (rows.length > 0) session.print(inColumns(rows.map(([name]) => String(name))));
};

const showSchema: DotCommand = (session, [pattern = '%']) => {
  const rows = session.query(
    `SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'sqlite%' AND tbl_name LIKE ?1 ORDER BY rowid`,
    pattern,
  );
  for (const [sql] of rows) session.print(`${String(sql)};\n`);
};

const dump: DotCommand = (session, [pattern = '%']) => {
  session.print('PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n');
  const tables = session.query(
    `SELECT name, sql ${ANY_TABLE} AND type = 'table' AND sql NOT NULL AND name LIKE ?1 ORDER BY rowid`,
    pattern,
  );
  for (const [name, sql] of tables) {
    session.print(`${String(sql)};\n`);
    const table = quoteName(String(name));
    for (const row of session.query(`SELECT * FROM ${table}`)) session.print(`INSERT INTO ${table} VALUES(${row.map(toSql).join(',')});\n`);
  }
  const others = session.query(`SELECT sql ${ANY_TABLE} AND type <> 'table' AND sql NOT NULL AND tbl_name LIKE ?1 ORDER BY rowid`, pattern);
  for (const [sql] of others) session.print(`${String(sql)};\n`);
  session.print('COMMIT;\n');
};

/** Parses the fields of CSV, or of text with another separator. */
function* readCsv(text: string, separator: string): Generator<string[]> {
  let fields: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      at += 1;
      for (; at < text.length; at += 1) {
        if (text[at] !== '"') field += text[at];
        else if (text[at + 1] === '"') {
          field += '"';
          at += 1;
        } else break;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\n') {
      field += text[at];
      at += 1;
    }
    fields.push(field.replace(/\r$/, ''));
    if (text[at] !== separator) {
      yield fields;
      fields = [];
    }
    at += 1;
  }
}

const importFile: DotCommand = (session, args) => {
  const isCsv = args.includes('--csv') || session.format.mode === 'csv';
  const skipped = args.indexOf('--skip');
  const plain = args.filter((arg, index) => !arg.startsWith('--') && (skipped === -1 || index !== skipped + 1));
  const [path = '', table = ''] = plain;
  const text = new TextDecoder().decode(session.node.system.sync('readFile', session.node.resolvePath(path)));
  const rows = [...readCsv(text, isCsv ? ',' : session.format.separator)].slice(skipped === -1 ? 0 : Number(args[skipped + 1]));
  const isThere = session.query('SELECT 1 FROM sqlite_schema WHERE name = ?1', table).length > 0;
  if (!isThere) {
    const names = rows.shift() ?? [];
    session.query(`CREATE TABLE ${quoteName(table)}(${names.map((name) => `"${name.replaceAll('"', '""')}" TEXT`).join(', ')})`);
  }
  session.query('BEGIN');
  for (const row of rows) session.query(`INSERT INTO ${quoteName(table)} VALUES(${row.map(() => '?').join(',')})`, ...row);
  session.query('COMMIT');
};

/** Implements `.backup FILE` and `.restore FILE`. */
function copyWith(session: ShellSession, path: string, isBackup: boolean): void {
  const { library, connection } = session;
  const other = SqliteConnection.open(library, session.node.resolvePath(path), OpenMode.READ_WRITE | (isBackup ? OpenMode.CREATE : 0));
  if (!(other instanceof SqliteConnection)) throw new ShellError(`cannot open "${path}"`);
  const [target, source] = isBackup ? [other, connection] : [connection, other];
  const { exports } = library;
  const code = library.withText('main', (main) => {
    const handle = exports.sqlite3_backup_init(target.handle, main, source.handle, main);
    const stepped = handle === 0 ? SqliteCode.ERROR : exports.sqlite3_backup_step(handle, -1);
    if (handle !== 0) exports.sqlite3_backup_finish(handle);
    return stepped;
  });
  const { message } = target.failure();
  other.close();
  if (code !== SqliteCode.DONE) throw new ShellError(message);
}

const setMode: DotCommand = ({ format }, [mode = 'list', table]) => {
  const name = modes.find((each) => each.startsWith(mode));
  if (name === undefined) throw new ShellError(`mode should be one of: ${modes.join(' ')}`);
  if (['column', 'table', 'box', 'markdown'].includes(name) && format.mode === 'list') format.hasHeader = true;
  format.mode = name;
  if (table !== undefined) format.table = table;
};

const HELP = `.backup FILE             Copy the database to a file
.databases               Names and files of attached databases
.dump ?TABLE?            The database as SQL
.exit, .quit             End
.headers on|off          Names of columns above the rows
.import ?--csv? FILE TABLE   Rows of a file into a table
.indexes ?TABLE?         Names of indexes
.mode MODE               ${modes.join(' ')}
.nullvalue STRING        What is printed for NULL
.open FILE               Another database
.output ?FILE?, .once FILE   Where to print
.read FILE               Run the commands of a file
.restore FILE            Take a database over from a file
.schema ?TABLE?          What the tables were made with
.separator STRING        Between columns, in the mode list
.tables ?PATTERN?        Names of tables
`;

const named = (rows: readonly Row[], session: ShellSession) => {
  for (const row of rows) session.print(`${row.join(': ')}\n`);
};

function set<Target, Name extends keyof Target>(target: Target, name: Name, value: Target[Name]): void {
  target[name] = value;
}

/** A command may be abbreviated; the first one with that prefix is run. */
const commands: ReadonlyMap<string, DotCommand> = new Map<string, DotCommand>([
  ['backup', (session, args) => copyWith(session, args.at(-1) ?? '', true)],
  ['bail', (session, [value]) => set(session, 'isBailing', isOn(value))],
  ['databases', (session) => named(session.query("SELECT name, coalesce(nullif(file, ''), '\"\"') FROM pragma_database_list"), session)],
  ['dump', dump],
  ['echo', (session, [value]) => set(session, 'isEchoing', isOn(value))],
  ['exit', (session) => set(session, 'isOver', true)],
  ['headers', (session, [value]) => set(session.format, 'hasHeader', isOn(value))],
  ['help', (session) => session.print(HELP)],
  ['import', importFile],
  [
    'indexes',
    (session, [table = '%']) =>
      named(session.query(`SELECT name ${ANY_TABLE} AND type = 'index' AND tbl_name LIKE ?1 ORDER BY 1`, table), session),
  ],
  ['mode', setMode],
  ['nullvalue', (session, [text = '']) => set(session.format, 'nullText', text)],
  ['once', (session, [path = '']) => session.redirect(path, true)],
  ['open', (session, args) => session.use(session.node.resolvePath(args.at(-1) ?? ':memory:'))],
  ['output', (session, [path]) => session.redirect(path ?? null, false)],
  ['print', (session, args) => session.print(`${args.join(' ')}\n`)],
  ['quit', (session) => set(session, 'isOver', true)],
  ['restore', (session, args) => copyWith(session, args.at(-1) ?? '', false)],
  ['schema', showSchema],
  ['separator', (session, [text]) => set(session.format, 'separator', readSeparator(text))],
  ['tables', listTables],
  ['timeout', (session, [value = '0']) => void session.library.exports.sqlite3_busy_timeout(session.connection.handle, Number(value))],
]);

/** Splits a line into words, with quotes. */
function readWords(line: string): string[] {
  return [...line.matchAll(/'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single?.replaceAll("''", "'") ?? double?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '',
  );
}

export async function runDotCommand(session: ShellSession, line: string, readFile: (path: string) => Promise<void>): Promise<void> {
  const [name = '', ...args] = readWords(line.slice(1));
  if (name === 'read') {
    await readFile(args[0] ?? '');
    return;
  }
  const found = name === '' ? undefined : [...commands].find(([each]) => each.startsWith(name.toLowerCase()));
  if (found === undefined) throw new ShellError(`unknown command or invalid arguments:  "${name}". Enter ".help" for help`);
  await found[1](session, args);
}
