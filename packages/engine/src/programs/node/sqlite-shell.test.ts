import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel, type TestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

const SETUP = "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c); INSERT INTO t VALUES(1,'x',NULL),(22,'long, text',X'41');";

const start = (files: Record<string, string> = {}): TestKernel =>
  createTestKernel({ programs: { node }, files: { '/home/none': '', ...files } });

async function run(kernel: TestKernel, args: string[], input?: string) {
  const { exitCode, stdout, stderr } = await kernel.run(['sqlite3', ...args], {
    cwd: '/home',
    ...(input === undefined ? {} : { stdin: input }),
  });
  return { exitCode, stdout, stderr };
}

/** The output of Debian's sqlite3. */
test.each([
  [[], '1|x|\n22|long, text|A\n'],
  [['-header', '-csv'], 'a,b,c\n1,x,\n22,"long, text",A\n'],
  [['-json'], '[{"a":1,"b":"x","c":null},\n{"a":22,"b":"long, text","c":"A"}]\n'],
  [['-column'], 'a   b           c\n--  ----------  -\n1   x            \n22  long, text  A\n'],
  [
    ['-table'],
    '+----+------------+---+\n| a  |     b      | c |\n+----+------------+---+\n| 1  | x          |   |\n| 22 | long, text | A |\n+----+------------+---+\n',
  ],
  [['-markdown'], '| a  |     b      | c |\n|----|------------|---|\n| 1  | x          |   |\n| 22 | long, text | A |\n'],
  [['-line'], '    a = 1\n    b = x\n    c = \n\n    a = 22\n    b = long, text\n    c = A\n'],
  [['-quote'], "1,'x',NULL\n22,'long, text',X'41'\n"],
])('sqlite3 %s prints rows as sqlite3 does', async (options, expected) => {
  const kernel = start();
  await run(kernel, ['a.db', SETUP]);
  expect(await run(kernel, [...options, 'a.db', 'SELECT * FROM t'])).toEqual({ exitCode: 0, stdout: expected, stderr: '' });
});

test('commands with a dot tell of a database, import, copy and dump it', async () => {
  const kernel = start({ '/home/rows.csv': 'n,m\n1,"a ""b"""\n2,c\n' });
  await run(kernel, ['a.db', SETUP]);
  expect((await run(kernel, ['a.db', '.tables'])).stdout).toBe('t\n');
  expect((await run(kernel, ['a.db', '.schema'])).stdout).toBe('CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c);\n');
  const dump = (await run(kernel, ['a.db', '.dump'])).stdout;
  expect(dump).toBe(
    "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c);\nINSERT INTO t VALUES(1,'x',NULL);\nINSERT INTO t VALUES(22,'long, text',X'41');\nCOMMIT;\n",
  );
  kernel.fileSystem.writeFile('/home/dump.sql', new TextEncoder().encode(dump));
  expect((await run(kernel, ['b.db', '.read dump.sql', 'SELECT count(*) FROM t'])).stdout).toBe('2\n');
  expect((await run(kernel, ['a.db', '.import --csv rows.csv csv', 'SELECT n, m FROM csv'])).stdout).toBe('1|a "b"\n2|c\n');
  expect((await run(kernel, ['a.db', '.backup c.db'])).exitCode).toBe(0);
  expect((await run(kernel, ['c.db', 'SELECT b FROM t WHERE a = 1'])).stdout).toBe('x\n');
});

test('what is wrong is an error with the statement’s line, and the rest is still run', async () => {
  const kernel = start();
  expect(await run(kernel, ['a.db', 'SELECT * FROM none'])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'Error: in prepare, no such table: none\n',
  });
  expect((await run(kernel, ['-wrong'])).stderr).toBe('Error: unknown option: -wrong\n');
  kernel.fileSystem.writeFile('/home/in.sql', new TextEncoder().encode('SELECT 1\n;\nSELECT x;\n.mode csv\n.wrong\nSELECT 2,\n3'));
  const read = await run(kernel, ['a.db', '.read in.sql']);
  expect(read).toEqual({
    exitCode: 1,
    stdout: '1\n2,3\n',
    stderr:
      'Parse error near line 3: no such column: x\nError near line 5: unknown command or invalid arguments:  "wrong". Enter ".help" for help\n',
  });
});
