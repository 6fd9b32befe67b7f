import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

async function run(program: string, packages: Record<string, string> = {}) {
  const files = Object.entries(packages).map(([path, text]) => [`/home/project/node_modules/${path}`, text]);
  const kernel = createTestKernel({ programs: { node }, files: { '/home/project/main.js': program, ...Object.fromEntries(files) } });
  const { exitCode, stdout, stderr } = await kernel.run(['node', '/home/project/main.js'], { cwd: '/home/project' });
  return { exitCode, stdout, stderr };
}

const REPORT = 'catch (error) { console.log(error.code, error.message, error.cause, error.tries, error.stack.split("\\n")[0]); }';

test('a compiled file says whose it is, that it cannot run and what to do instead', async () => {
  const { stdout } = await run(
    `for (const file of ['canvas/build/canvas.node', 'strange/a.node', '@scope/one/node_modules/inner/x.node'])
       try { require(file); } catch (error) { console.log(error.code, error.message); }
     try { process.dlopen({ exports: {} }, 'node_modules/strange/a.node'); } catch (error) { console.log(error.message.split(',')[0]); }
     try { process.dlopen({ exports: {} }, '/missing.node'); } catch (error) { console.log(error.code, error.message); }`,
    { 'canvas/build/canvas.node': '\x7fELF', 'strange/a.node': '\x7fELF', '@scope/one/node_modules/inner/x.node': '' },
  );
  const why = 'is native code, compiled for one kind of machine, which does not run in a browser. Instead:';
  expect(stdout.split('\n')).toEqual([
    `ERR_DLOPEN_FAILED canvas ${why} draw in the page with its own canvas, or make images with sharp.`,
    `ERR_DLOPEN_FAILED strange ${why} take a package in JavaScript or WebAssembly in its place.`,
    `ERR_DLOPEN_FAILED inner ${why} take a package in JavaScript or WebAssembly in its place.`,
    'strange is native code',
    'ERR_DLOPEN_FAILED /missing.node: cannot open shared object file: No such file or directory',
    '',
  ]);
});

test.each([
  ['bindings', "throw Object.assign(new Error('Could not locate the bindings file. Tried:\\n → /a\\n → /b'), { tries: ['/a'] });"],
  ['node-gyp-build', "throw new Error('No native build was found for platform=linux\\n    loaded from: /a\\n');"],
  ['napi-rs', "throw new Error('Cannot find native binding. npm has a bug', { cause: [1] });"],
  ['a loader of its own', "throw new Error('Failed to load native module: pty.node, checked: build/Release')"],
  ['another loader', "throw new Error('No prebuild or local build of strange found. Tried strange-linux-x64-glibc.')"],
  ['a program of a package of one machine', "require.resolve('@strange/cli-linux-x64/strange');"],
  ['a path', "require('../build/Release/addon.node');"],
  ['a package of one machine', "require('@strange/addon-linux-x64-gnu');"],
])('a compiled part that %s does not find is a sentence, and no list of places', async (_, fails) => {
  const { stdout } = await run(`try { require('strange'); } ${REPORT}`, {
    'strange/index.js': "require('./lib/load.js')",
    'strange/lib/load.js': fails,
  });
  expect(stdout).toMatch(/^\S+ strange is native code, [^\n]+ Instead: [^\n]+\. undefined undefined Error: strange is native code/);
  expect(stdout.split('\n')).toHaveLength(2);
});

test('a package in the folder of one that it replaces has its compiled part', async () => {
  const { stdout } = await run("console.log(Object.keys(require('libsql/build/Release/better_sqlite3.node')).length > 3)", {
    'libsql/package.json': '{"name":"better-sqlite3"}',
    'libsql/build/Release/better_sqlite3.node': '',
  });
  expect(stdout).toBe('true\n');
});

test('libsql’s compiled part has local databases, and says so of others', async () => {
  const part = 'libsql/node_modules/@libsql/linux-x64-gnu/index.node';
  const { stdout, stderr } = await run(
    `const part = require('${part}');
     const db = part.databaseOpen('a.db', '', 'aes256cbc', '', 0.0, '');
     part.databaseExecSync.call(db, 'CREATE TABLE t (a, b)');
     const insert = part.databasePrepareSync.call(db, 'INSERT INTO t VALUES (?, ?)');
     console.log(part.statementRun.call(insert, [1, 'x']), part.statementIsReader.call(insert));
     const all = part.databasePrepareSync.call(db, 'SELECT * FROM t'), rows = Array(2);
     part.rowsNext.call(part.statementRowsSync.call(all, []), rows);
     console.log(rows, part.databaseInTransaction(db));
     try { part.databaseExecSync.call(db, 'wrong'); } catch (error) { console.log(error.libsqlError, error.code, error.message); }
     try { part.databaseOpen('libsql://a.turso.io', '', '', '', 0); } catch (error) { console.log(error.message); }`,
    { [part]: '', 'libsql/node_modules/@libsql/linux-x64-gnu/package.json': '{"main":"index.node"}' },
  );
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    '{ changes: 1, lastInsertRowid: 1 } false',
    "[ { a: 1, b: 'x' }, undefined ] false",
    'true SQLITE_ERROR near "wrong": syntax error',
    'libsql in the in-browser engine has local databases only, without a server; @libsql/client reaches a server by https.',
    '',
  ]);
});

test('a package that does without its compiled part still does', async () => {
  const { stdout } = await run("console.log(require('fast'))", {
    'fast/index.js': "try { module.exports = require('./build/Release/fast.node'); } catch (error) { module.exports = error.code; }",
  });
  expect(stdout).toBe('MODULE_NOT_FOUND\n');
});

const BCRYPT = 'bcrypt/build/Release/bcrypt_lib.node';

test('bcrypt’s compiled part makes and checks hashes, now and later', async () => {
  const { stdout, stderr } = await run(
    `const part = require('${BCRYPT}');
     const known = '$2b$04$......................LAtw7/ohmmBAhnXqmkuIz83Rl5Qdjhm';
     console.log(part.gen_salt_sync('b', 5, Buffer.alloc(16)), part.get_rounds(known));
     console.log(part.encrypt_sync('abc', '$2b$04$......................') === part.encrypt_sync(Buffer.from('abc'), '$2b$04$......................'));
     part.gen_salt('a', 4, Buffer.alloc(16), (none, salt) => part.encrypt('ä', salt, (none, hash) => {
       console.log(salt, part.compare_sync('ä', hash), part.compare_sync('a', hash), part.compare_sync('a', 'no hash'));
       part.compare('ä', hash, (none, same) => console.log(same));
       part.compare('ä', 'no hash', (none, same) => console.log(same));
     }));
     part.encrypt('a', 'bad', (error) => console.log(error.message));
     try { part.encrypt_sync('a', 'bad'); } catch (error) { console.log(error.message); }
     try { part.encrypt_sync(Buffer.from([255]), known); } catch (error) { console.log(error.message); }`,
    { [BCRYPT]: '' },
  );
  expect(stderr).toBe('');
  const invalid = 'Invalid salt. Salt must be in the form of: $Vers$log2(NumRounds)$saltvalue';
  expect(stdout.split('\n')).toEqual([
    '$2b$05$...................... 4',
    'true',
    invalid,
    'The in-browser engine’s bcrypt takes text, not bytes that are no UTF-8: give them as base64 or hex.',
    invalid,
    '$2a$04$...................... true false false',
    expect.stringMatching(/true|false/),
    expect.stringMatching(/true|false/),
    '',
  ]);
});

test('argon2’s compiled part makes the hashes of the reference, in each form it is called', async () => {
  const part = 'argon2/prebuilds/linux-x64/argon2.glibc.node';
  const { stdout, stderr } = await run(
    `const { hash } = require('${part}');
     const given = { password: Buffer.from('password'), salt: Buffer.from('somesalt'), hashLength: 24, t: 2, m: 65536, p: 4, type: 1, version: 19 };
     hash(given).then((bytes) => console.log(bytes.toString('hex'), Buffer.isBuffer(bytes)));
     hash(given, (error, bytes) => console.log(bytes.toString('hex')));
     hash(given.password, given.salt, { hashLength: 24, timeCost: 2, memoryCost: 65536, parallelism: 4, type: 1 }, (error, bytes) => console.log(bytes.toString('hex')));
     hash({ ...given, version: 16 }).catch((error) => console.log(error.message));`,
    { [part]: '' },
  );
  expect(stderr).toBe('');
  // From the reference implementation's own README.
  const known = '45d7ac72e76f242b20b77b9bf9bf9d5915894e669a24e6c6';
  const lines = stdout.trim().split('\n').sort();
  expect(lines.slice(0, 3)).toEqual([known, known, `${known} true`]);
  expect(lines).toContain('The in-browser engine has version 1.3 of argon2 only.');
});

test.each(['@playwright/test/cli.js', 'playwright/cli.js', 'cypress/bin/cypress', '@wdio/cli/bin/wdio.js', 'karma/bin/karma'])(
  'before %s runs, what would start browsers, it is said that none can be started and what to use',
  async (path) => {
    const files = { [`/home/project/node_modules/${path}`]: "console.log('runs')" };
    const { stdout, stderr } = await createTestKernel({ programs: { node }, files }).run(['node', `/home/project/node_modules/${path}`]);
    expect(stdout).toBe('runs\n');
    expect(stderr).toMatch(
      /^\S+ drives browsers, and no other browser can be started from within one: test components with vitest or jest/,
    );
  },
);

test('what only has such a program inside, or is of another name, runs without a word', async () => {
  for (const path of ['playwright/node_modules/tool/cli.js', 'karma-reporter/cli.js', 'my-playwright/cli.js']) {
    const files = { [`/home/project/node_modules/${path}`]: "console.log('runs')" };
    const ran = await createTestKernel({ programs: { node }, files }).run(['node', `/home/project/node_modules/${path}`]);
    expect(ran).toEqual({ exitCode: 0, stdout: 'runs\n', stderr: '' });
  }
});
