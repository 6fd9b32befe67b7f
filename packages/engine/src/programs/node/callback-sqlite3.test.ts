import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

const PART = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/** Does what the sqlite3 package's own JavaScript does with its native addon, as far as these programs need it. */
const HEAD = `
const sqlite3 = require('/home/project/${PART}');
const { Database, Statement, Backup } = sqlite3;
for (const Class of [Database, Statement, Backup]) for (const name in require('events').prototype) Class.prototype[name] = require('events').prototype[name];
for (const name of ['run', 'get', 'all', 'each']) Database.prototype[name] = function (sql, ...args) {
  const done = typeof args.at(-1) === 'function' ? args.at(-1) : undefined;
  const statement = new Statement(this, sql, done && ((error) => { if (error) done(error); }));
  statement[name](...args).finalize();
  return this;
};
const show = (...values) => console.log(...values.map((value) => value instanceof Error ? value.code + ' ' + value.errno + ' ' + value.message : JSON.stringify(value)));
`;

async function lines(program: string): Promise<string[]> {
  const kernel = createTestKernel({ programs: { node }, files: { [`/home/project/${PART}`]: '' } });
  const { stdout, stderr } = await kernel.run(['node', '-e', HEAD + program], { cwd: '/home/project' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('what is asked is done in order, later, and told to callbacks with the statement as this', async () => {
  const shown = await lines(`
    const db = new Database(':memory:', (error) => show('opened', error, db.open));
    db.on('open', () => show('open'));
    show('first', db.open);
    db.serialize(() => {
      db.exec('CREATE TABLE t (a, b)');
      db.run('INSERT INTO t VALUES (?, $b)', { 1: 1, $b: 'x' }, function (error) { show(error, this.lastID, this.changes); });
      db.run('INSERT INTO t VALUES (?, ?)', [2.5, Buffer.from('é')], function (error) { show(error, this.lastID, this.changes); });
      db.run('INSERT INTO t VALUES (?, ?)', true, null);
      db.all('SELECT a, typeof(a) t, b FROM t', (error, rows) => show(error, rows.map((row) => ({ ...row, b: Buffer.isBuffer(row.b) ? row.b.toString() : row.b }))));
      db.get('SELECT a FROM t WHERE a = ?', 99, (error, row) => show(error, row === undefined));
      db.each('SELECT a FROM t', (error, row) => show('row', row), (error, count) => { show('rows', count); db.close((error) => show('closed', error, db.open)); });
    });
  `);
  expect(shown).toEqual([
    '"first" false',
    '"opened" null true',
    '"open"',
    'null 1 1',
    'null 2 1',
    'null [{"a":1,"t":"integer","b":"x"},{"a":2.5,"t":"real","b":"é"},{"a":1,"t":"integer","b":null}]',
    'null true',
    '"row" {"a":1}',
    '"row" {"a":2.5}',
    '"row" {"a":1}',
    '"rows" 3',
    '"closed" null false',
  ]);
});

test('a statement continues where it was, is bound again, and what is wrong is an error with a code or an event', async () => {
  const shown = await lines(`
    const db = new Database(':memory:');
    const statement = new Statement(db, "SELECT value v FROM json_each('[1,2]') WHERE value > ?");
    statement.bind(0);
    for (let turn = 0; turn < 3; turn += 1) statement.get((error, row) => show(error, row === undefined ? 'over' : row));
    statement.all(1, (error, rows) => show(rows));
    statement.finalize(() => show('finalized'));
    statement.get((error) => show(error));
    db.run('INSERT INTO none VALUES (1)', (error) => show(error));
    db.exec('CREATE TABLE u (a UNIQUE); INSERT INTO u VALUES (1)');
    db.run('INSERT INTO u VALUES (1)', (error) => show(error));
    db.run('INSERT INTO u VALUES (?)', [1, 2], (error) => show(error));
    db.on('error', (error) => show('event', error));
    db.exec('wrong');
    const open = new Statement(db, 'SELECT 1');
    db.close((error) => { show(error); open.finalize(); db.close(() => db.get('SELECT 1', (error) => show(error))); });
    new Database('/none/a.db', (error) => show(error));
  `);
  expect(shown).toEqual([
    'SQLITE_CANTOPEN 14 SQLITE_CANTOPEN: unable to open database file',
    'null {"v":1}',
    'null {"v":2}',
    'null "over"',
    '[{"v":2}]',
    '"finalized"',
    'SQLITE_MISUSE 21 SQLITE_MISUSE: Statement is already finalized',
    'SQLITE_ERROR 1 SQLITE_ERROR: no such table: none',
    'SQLITE_CONSTRAINT 19 SQLITE_CONSTRAINT: UNIQUE constraint failed: u.a',
    'SQLITE_RANGE 25 SQLITE_RANGE: column index out of range',
    '"event" SQLITE_ERROR 1 SQLITE_ERROR: near "wrong": syntax error',
    'SQLITE_BUSY 5 SQLITE_BUSY: unable to close due to unfinalized statements or unfinished backups',
    'SQLITE_MISUSE 21 SQLITE_MISUSE: Database is closed',
  ]);
});

test('changes and what is run reach who listens, and a database is copied', async () => {
  const shown = await lines(`
    const db = new Database('/home/project/a.db');
    db.configure('trace', true); db.configure('change', true);
    db.on('trace', (sql) => show('trace', sql)); db.on('change', (...change) => show('change', change));
    db.exec('CREATE TABLE t (a)');
    db.run('INSERT INTO t VALUES (?)', 7, () => {
      db.configure('trace', false);
      const backup = new Backup(db, '/home/project/b.db', 'main', 'main', true, (error) => show(error, backup.idle));
      backup.step(-1, (error, isDone) => {
        show(error, isDone, backup.remaining, backup.pageCount > 0, backup.completed);
        backup.finish();
        new Database('b.db').get('SELECT a FROM t', (error, row) => show(row, sqlite3.OPEN_READONLY, sqlite3.VERSION_NUMBER > 3_050_000));
      });
    });
  `);
  expect(shown).toEqual([
    '"trace" "CREATE TABLE t (a)"',
    '"trace" "INSERT INTO t VALUES (7)"',
    '"change" ["insert","main","t",1]',
    'null false',
    'null true 0 true true',
    '{"a":7} 1 true',
  ]);
});
