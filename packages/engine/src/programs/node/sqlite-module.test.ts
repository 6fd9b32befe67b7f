import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

const HEAD = `
const { DatabaseSync, StatementSync, backup, constants } = require('node:sqlite');
const db = new DatabaseSync(':memory:');
const prepare = (sql) => db.prepare(sql);
const attempt = (work) => { try { return work(); } catch (error) { return [error.name, error.code, error.message, error.errcode, error.errstr].filter((part) => part !== undefined).join(' | '); } };
const show = (...values) => console.log(...values);
`;

/** The expected results below were recorded with Node 22. */
async function lines(program: string): Promise<string[]> {
  const kernel = createTestKernel({ programs: { node }, files: {} });
  const { stdout, stderr } = await kernel.run(['node', '--no-warnings', '-e', HEAD + program], { cwd: '/home' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('rows have no prototype, blobs are Uint8Arrays, integers are numbers where they fit', async () => {
  const shown = await lines(`
    db.exec('create table t(a integer primary key, b text, c blob) strict');
    show(prepare('insert into t values(?, ?, ?)').run(1, 'x', new Uint8Array([1])));
    show(prepare('select * from t').get());
    show([...prepare('select a from t').iterate()], prepare('select a from t where a = 5').get());
    show(attempt(() => prepare('select 9007199254740993 x').get()));
    const exact = prepare('select 9007199254740993 x'); exact.setReadBigInts(true); exact.setReturnArrays(true);
    show(exact.get(), exact.all());
    show(prepare('select a as named from t').columns());
    show(attempt(() => prepare('insert into t(a) values(1)').run()), attempt(() => prepare('select bogus')));
  `);
  expect(shown).toEqual([
    '{ lastInsertRowid: 1, changes: 1 }',
    "[Object: null prototype] { a: 1, b: 'x', c: Uint8Array(1) [ 1 ] }",
    '[ [Object: null prototype] { a: 1 } ] undefined',
    'RangeError | ERR_OUT_OF_RANGE | Value is too large to be represented as a JavaScript number: 9007199254740993',
    '[ 9007199254740993n ] [ [ 9007199254740993n ] ]',
    '[',
    '  [Object: null prototype] {',
    "    column: 'a',",
    "    database: 'main',",
    "    name: 'named',",
    "    table: 't',",
    "    type: 'INTEGER'",
    '  }',
    ']',
    [
      'Error | ERR_SQLITE_ERROR | UNIQUE constraint failed: t.a | 1555 | constraint failed',
      'Error | ERR_SQLITE_ERROR | no such column: bogus | 1 | SQL logic error',
    ].join(' '),
  ]);
});

test('parameters are bound by place and by name, with and without what marks them', async () => {
  const shown = await lines(`
    show(prepare('select $a x, :b y, @c z').get({ a: 1, ':b': 2, c: 3 }), prepare('select ? x, ? y').get(1));
    for (const [sql, ...values] of [['select $a', { b: 1 }], ['select ?', 1, 2], ['select ?', true], ['select ?', undefined], ['select ?', 2n ** 64n], ['select $a, :a', { a: 1 }]])
      show(attempt(() => prepare(sql).get(...values)));
    const lenient = prepare('select $a x'); lenient.setAllowUnknownNamedParameters(true);
    show(lenient.get({ b: 1 }), attempt(() => lenient.setReadBigInts(1)));
    const said = prepare('select ? a'); said.get("it's");
    show(said.expandedSQL, said.sourceSQL, attempt(() => new StatementSync()));
  `);
  const cannot = 'TypeError | ERR_INVALID_ARG_TYPE | Provided value cannot be bound to SQLite parameter 1.';
  expect(shown).toEqual([
    '[Object: null prototype] { x: 1, y: 2, z: 3 } [Object: null prototype] { x: 1, y: null }',
    "Error | ERR_INVALID_STATE | Unknown named parameter 'b'",
    'Error | ERR_SQLITE_ERROR | column index out of range | 25 | column index out of range',
    cannot,
    cannot,
    'TypeError | ERR_INVALID_ARG_VALUE | BigInt value is too large to bind.',
    "Error | ERR_INVALID_STATE | Cannot create bare named parameter 'a' because of conflicting names '$a' and ':a'.",
    '[Object: null prototype] { x: null } TypeError | ERR_INVALID_ARG_TYPE | The "readBigInts" argument must be a boolean.',
    "select 'it''s' a select ? a Error | ERR_ILLEGAL_CONSTRUCTOR | Illegal constructor",
  ]);
});

test('functions and aggregates of the program, sessions and their changesets', async () => {
  const shown = await lines(`
    db.function('add', (a, b) => a + b);
    db.function('fail', () => { throw new RangeError('mine'); });
    db.function('later', async () => 1);
    db.function('kinds', { varargs: true, useBigIntArguments: true }, (...values) => values.map((value) => typeof value).join());
    db.aggregate('joined', { start: () => [], step: (list, value) => [...list, value], result: (list) => list.join('+') });
    show(prepare("select \\"add\\"(1, 2) s, kinds(1, 2.5, x'00') k").get(), prepare("select joined(value) j from json_each('[1,2]')").get());
    for (const name of ['fail', 'later']) show(attempt(() => prepare('select ' + name + '()').get()));
    db.exec('create table k(a primary key)');
    const session = db.createSession();
    db.exec('insert into k values(1)');
    const changes = session.changeset(), other = new DatabaseSync(':memory:');
    session.close();
    other.exec('create table k(a primary key)');
    show(other.applyChangeset(changes), other.prepare('select a from k').all(), other.applyChangeset(changes));
    show(other.applyChangeset(changes, { onConflict: (kind) => kind === constants.SQLITE_CHANGESET_CONFLICT ? constants.SQLITE_CHANGESET_OMIT : constants.SQLITE_CHANGESET_ABORT }));
    show(attempt(() => session.changeset()));
  `);
  expect(shown).toEqual([
    "[Object: null prototype] { s: 3, k: 'bigint,number,object' } [Object: null prototype] { j: '1+2' }",
    'RangeError | mine',
    'Error | ERR_SQLITE_ERROR | Asynchronous user-defined functions are not supported | 1 | SQL logic error',
    'true [ [Object: null prototype] { a: 1 } ] false',
    'true',
    'Error | ERR_INVALID_STATE | session is not open',
  ]);
});

test('a database opens and closes, is a file, and is copied', async () => {
  const shown = await lines(`
    const path = '/home/a.db', file = new DatabaseSync(path, { open: false });
    show(file.isOpen, attempt(() => file.exec('select 1')));
    file.open();
    file.exec('begin; create table q(a); insert into q values(1)');
    show(file.isTransaction, file.location(), db.location(), attempt(() => file.open()));
    file.exec('commit');
    const statement = file.prepare('select * from q');
    show(new DatabaseSync(new URL('file:///home/a.db?mode=ro'), { readOnly: true }).prepare('select * from q').get());
    show(attempt(() => new DatabaseSync('/none/a.db')), attempt(() => new DatabaseSync(5)), attempt(() => DatabaseSync(path)));
    show(db.prepare('pragma foreign_keys').get(), attempt(() => db.prepare('select "x"').get()));
    backup(file, '/home/b.db', { rate: 1, progress: (state) => show(state) }).then((pages) => {
      show(pages, new DatabaseSync('/home/b.db').prepare('select a from q').get());
      file.close();
      show(attempt(() => statement.get()), attempt(() => file.close()), require('fs').readdirSync('/home').filter((name) => name.includes('.db')).sort());
    });
  `);
  expect(shown).toEqual([
    'false Error | ERR_INVALID_STATE | database is not open',
    'true /home/a.db null Error | ERR_INVALID_STATE | database is already open',
    '[Object: null prototype] { a: 1 }',
    [
      'Error | ERR_SQLITE_ERROR | unable to open database file | 14 | unable to open database file',
      'TypeError | ERR_INVALID_ARG_TYPE | The "path" argument must be a string, Uint8Array, or URL without null bytes.',
      'TypeError | ERR_CONSTRUCT_CALL_REQUIRED | Cannot call constructor without `new`',
    ].join(' '),
    '[Object: null prototype] { foreign_keys: 1 } Error | ERR_SQLITE_ERROR | no such column: "x" - should this be a string literal in single-quotes? | 1 | SQL logic error',
    '{ totalPages: 2, remainingPages: 1 }',
    '2 [Object: null prototype] { a: 1 }',
    "Error | ERR_INVALID_STATE | statement has been finalized Error | ERR_INVALID_STATE | database is not open [ 'a.db', 'b.db' ]",
  ]);
});
