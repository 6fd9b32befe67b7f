import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

/** Does what better-sqlite3's own JavaScript does with its native addon, as far as these programs need it. */
const OPEN = `
const part = require('/home/project/node_modules/better-sqlite3/build/Release/better_sqlite3.node');
class SqliteError extends Error { constructor(message, code) { super(message); this.code = code; } }
part.setErrorConstructor(SqliteError);
const open = (path, options = {}) => new part.Database(path, path, path === ':memory:', options.readonly ?? false, options.mustExist ?? false, options.timeout ?? 0, options.log ?? null, options.content ?? null);
const attempt = (work) => { try { return work(); } catch (error) { return error.constructor.name + ' ' + (error.code ?? '') + ' ' + error.message; } };
const db = open(':memory:'), prepare = (sql, of = db) => of.prepare(sql, of, false);
const show = (...values) => console.log(...values.map((value) => typeof value === 'bigint' ? value + 'n' : JSON.stringify(value, (key, item) => typeof item === 'bigint' ? item + 'n' : item)));
`;

async function lines(...programs: string[]): Promise<string[]> {
  const kernel = createTestKernel({
    programs: { node },
    files: { '/home/project/node_modules/better-sqlite3/build/Release/better_sqlite3.node': '' },
  });
  const shown: string[] = [];
  for (const program of programs) {
    const { stdout, stderr } = await kernel.run(['node', '-e', OPEN + program], { cwd: '/home/project' });
    expect(stderr).toBe('');
    shown.push(...stdout.trim().split('\n'));
  }
  return shown;
}

test('every kind of value goes in and comes back, with and without exact integers', async () => {
  const shown = await lines(`
    db.exec('CREATE TABLE t (a, b, c, d, e)');
    const insert = prepare('INSERT INTO t VALUES (?, ?, ?, ?, ?)');
    show(insert.run(1, 1.5, 'ä€😀', Buffer.from([0, 255]), null));
    show(insert.run([9007199254740993n, -0.25, ''], Buffer.alloc(0), undefined));
    show(prepare('SELECT * FROM t').all().map((row) => ({ ...row, d: Buffer.isBuffer(row.d) && row.d.toString('hex') })));
    show(prepare('SELECT a FROM t').safeIntegers().pluck().all());
    show(prepare('SELECT typeof(a) || typeof(b) || typeof(c) || typeof(d) || typeof(e) FROM t').pluck().all());
    show(attempt(() => insert.run(1)), attempt(() => insert.run(1, 2, 3, 4, 5, 6)), attempt(() => insert.run(true, 2, 3, 4, 5)), attempt(() => insert.run(2n ** 64n, 2, 3, 4, 5)));
  `);
  expect(shown).toEqual([
    '{"changes":1,"lastInsertRowid":1}',
    '{"changes":1,"lastInsertRowid":2}',
    '[{"a":1,"b":1.5,"c":"ä€😀","d":"00ff","e":null},{"a":9007199254740992,"b":-0.25,"c":"","d":"","e":null}]',
    '[1,"9007199254740993n"]',
    '["realrealtextblobnull","integerrealtextblobnull"]',
    [
      '"RangeError  Too few parameter values were provided"',
      '"RangeError  Too many parameter values were provided"',
      '"TypeError  SQLite3 can only bind numbers, strings, bigints, buffers, and null"',
      '"RangeError  The bound string, buffer, or bigint is too big"',
    ].join(' '),
  ]);
});

test('parameters with names, rows in each form, and what may be done with a statement', async () => {
  const shown = await lines(`
    db.exec('CREATE TABLE one (a INTEGER PRIMARY KEY, b); CREATE TABLE two (a, c); -- end');
    prepare('INSERT INTO one VALUES (:a, @b)').run({ a: 1, b: 'x' });
    prepare('INSERT INTO two VALUES ($a, ?)').run('y', { a: 1 });
    const both = 'SELECT one.a, b, two.a, c, 1 + 1 AS sum FROM one JOIN two ON one.a = two.a';
    show(prepare(both).get(), prepare(both).raw().get(), prepare(both).pluck().get(), prepare(both).expand().get());
    show(prepare('SELECT * FROM one WHERE a = 5').get() === undefined, prepare('SELECT b FROM one WHERE a = ?').bind(1).get());
    show(attempt(() => prepare('SELECT :a').get({})), attempt(() => prepare('SELECT :a').get()), attempt(() => prepare('')), attempt(() => prepare('SELECT 1; SELECT 2')));
    show(prepare('SELECT 1; /* more */ -- no').get(), attempt(() => prepare('CREATE TABLE x (y)').get()), attempt(() => new part.Statement()));
    show(prepare('SELECT a AS named, b FROM one').columns());
    const statement = prepare('SELECT value FROM json_each(?)').pluck();
    for (const value of statement.iterate('[1,2,3]')) { show(value, statement.busy, attempt(() => statement.get('[]')), attempt(() => db.exec('SELECT 1'))); break; }
    show([...statement.iterate('[4,5]')], statement.busy);
  `);
  expect(shown).toEqual([
    '{"a":1,"b":"x","c":"y","sum":2} [1,"x",1,"y",2] 1 {"one":{"a":1,"b":"x"},"two":{"a":1,"c":"y"},"$":{"sum":2}}',
    'true {"b":"x"}',
    '"RangeError  Missing named parameter \\"a\\"" "TypeError  Missing named parameters" "RangeError  The supplied SQL string contains no statements" "RangeError  The supplied SQL string contains more than one statement"',
    '{"1":1} "TypeError  This statement does not return data. Use run() instead" "TypeError  Statements can only be constructed by the db.prepare() method"',
    '[{"name":"named","column":"a","table":"one","database":"main","type":"INTEGER"},{"name":"b","column":"b","table":"one","database":"main","type":null}]',
    '1 true "TypeError  This statement is busy executing a query" "TypeError  This database connection is busy executing a query"',
    '[4,5] false',
  ]);
});

test('functions, aggregates and windows of JavaScript run in SQL, and what they throw arrives as it is', async () => {
  const shown = await lines(`
    db.function((a, b) => a + b, 'plus', 2, 2, true, false);
    db.function(() => { throw new TypeError('mine'); }, 'fail', 0, 2, false, false);
    db.function(() => ({}), 'odd', 0, 2, false, false);
    db.aggregate(() => [], (list, value) => { list.push(value); }, null, (list) => list.join(), 'list', 1, 2, true, false);
    db.aggregate(0, (sum, value) => sum + value, (sum, value) => sum - value, null, 'total_of', 1, 2, true, false);
    show(prepare("SELECT plus(1, 2), plus('a', 'b')").raw().get(), attempt(() => prepare('SELECT fail()').get()), attempt(() => prepare('SELECT odd()').get()));
    show(prepare('SELECT list(value) FROM json_each(?)').pluck().get('[3,1,2]'));
    show(prepare('SELECT total_of(value) OVER (ORDER BY key ROWS 1 PRECEDING) FROM json_each(?)').pluck().all('[1,2,3,4]'));
    show(attempt(() => prepare('SELECT missing()')), attempt(() => db.loadExtension('x')));
  `);
  expect(shown).toEqual([
    '[3,"ab"] "TypeError  mine" "TypeError  User-defined function odd() returned an invalid value"',
    '"3,1,2"',
    '[1,3,5,7]',
    '"SqliteError SQLITE_ERROR no such function: missing" "SqliteError SQLITE_ERROR The in-browser engine’s SQLite loads no extensions: they are native code."',
  ]);
});

test('a database is a file of the project, survives its process, and two connections keep out of each other’s way', async () => {
  const shown = await lines(
    `
    const path = '/home/project/a.db', one = open(path), other = open(path, { timeout: 10 });
    one.exec('CREATE TABLE t (a UNIQUE); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)');
    show(one.inTransaction, attempt(() => other.exec('INSERT INTO t VALUES (2)')), prepare('SELECT count(*) FROM t', other).pluck().get());
    one.exec('COMMIT');
    show(attempt(() => prepare('INSERT INTO t VALUES (1)', other).run()), prepare('SELECT a FROM t', other).pluck().all());
    show(one.prepare('PRAGMA journal_mode = WAL', one, true).pluck().get());
    const backup = one.backup(one, 'main', '/home/project/b.db', true);
    show(backup.transfer(-1).remainingPages, require('fs').readFileSync('/home/project/b.db').subarray(0, 15).toString());
    backup.close();
    show(prepare('SELECT a FROM t', open(':memory:', { content: one.serialize('main') })).pluck().all());
    show(attempt(() => open('/nowhere/a.db')), attempt(() => open('/home/project/none.db', { mustExist: true })), attempt(() => open('/home/project/b.db', { readonly: true }).exec('DELETE FROM t')));
    one.close(); other.close();
    show(attempt(() => one.exec('SELECT 1')), require('fs').readdirSync('/home/project').filter((name) => name.startsWith('a.db')));
  `,
    "show(prepare('SELECT a FROM t', open('a.db', { mustExist: true })).pluck().get())",
  );
  expect(shown).toEqual([
    'true "SqliteError SQLITE_BUSY database is locked" 0',
    '"SqliteError SQLITE_CONSTRAINT_UNIQUE UNIQUE constraint failed: t.a" [1]',
    '"delete"',
    '0 "SQLite format 3"',
    '[1]',
    '"SqliteError SQLITE_CANTOPEN unable to open database file" "SqliteError SQLITE_CANTOPEN unable to open database file" "SqliteError SQLITE_READONLY attempt to write a readonly database"',
    '"TypeError  The database connection is not open" ["a.db"]',
    '1',
  ]);
});

test('version 13 begins by initialize, explains without values, and refuses descriptors in words', async () => {
  const shown = await lines(`
    part.initialize(SqliteError, (...values) => values, () => {}, () => {}, (value) => ({ value, done: false }));
    db.exec('CREATE TABLE t (a)');
    show(db.prepare('EXPLAIN SELECT * FROM t WHERE a = ?', db, false, true).all()[0].opcode);
    show(attempt(() => prepare('SELECT * FROM t WHERE a = ?').all()));
    show(attempt(() => new part.Database('fd:3', 'fd:3', false, false, false, 0, null, null, 3, 4)));
  `);
  expect(shown).toEqual([
    '"Init"',
    '"RangeError  Too few parameter values were provided"',
    expect.stringContaining('a database opened by its descriptor is not available in the in-browser engine'),
  ]);
});
