import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** Runs `node …args` with files of /home/project. */
function run(args: string[], files: Record<string, string> = {}, options: { stdin?: string; env?: Record<string, string> } = {}) {
  const mounted = Object.fromEntries(Object.entries(files).map(([path, content]) => [`/home/project/${path}`, content]));
  return createTestKernel({ programs: { node }, files: mounted }).run(['node', ...args], options);
}

describe('nodeProgram: the command line', () => {
  it('prints its version', async () => {
    expect((await run(['-v'])).stdout).toMatch(/^v22\.\d+\.\d+\n$/);
  });

  it('evaluates with -e and prints with -p, with require and the builtin modules at hand', async () => {
    expect(await run(['-p', '[1, path.basename("/a/b"), typeof require]'])).toEqual({
      exitCode: 0,
      stdout: "[ 1, 'b', 'function' ]\n",
      stderr: '',
    });
    expect((await run(['-e', 'console.log(process.argv.slice(1))', '--', 'a', '-b'])).stdout).toBe("[ 'a', '-b' ]\n");
  });

  it('takes module source by --input-type, and finds out by itself', async () => {
    const source = 'import { sep } from "path"; console.log(sep, await 5)';
    expect((await run(['--input-type=module', '-e', source])).stdout).toBe('/ 5\n');
    expect((await run(['-e', source])).stdout).toBe('/ 5\n');
  });

  it('runs a script from standard input', async () => {
    expect((await run([], {}, { stdin: 'console.log("from stdin", __filename)' })).stdout).toBe('from stdin [stdin]\n');
  });

  it('preloads with -r and --import and reads --env-file, which does not win over the environment', async () => {
    const files = {
      'pre.js': 'globalThis.pre = 1',
      'pre.mjs': 'globalThis.preModule = 2',
      '.env': 'A=1\nB="two words" # why\nHOME=x',
      'main.js': 'console.log(pre, preModule, process.env.A, process.env.B, process.env.HOME)',
    };
    expect(await run(['-r', './pre.js', '--import', './pre.mjs', '--env-file=.env', 'main.js'], files)).toEqual({
      exitCode: 0,
      stdout: '1 2 1 two words /home/project\n',
      stderr: '',
    });
  });

  it('says that coverage is not measured, and what measures it, once, and runs the tests', async () => {
    const files = { 'a.test.js': 'require("node:test")("works", () => {})', 'a.js': 'console.log(process.env.NODE_V8_COVERAGE)' };
    const ran = await run(['--test', '--experimental-test-coverage', '--test-coverage-exclude', 'b/**', 'a.test.js'], files);
    expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('pass 1') });
    expect(ran.stderr).toMatch(/^node: coverage is not measured: [^\n]*jest --coverage[^\n]*\n$/);
    const covered = await run(['a.js'], files, { env: { NODE_V8_COVERAGE: '/tmp/coverage' } });
    expect(covered).toMatchObject({ stdout: 'undefined\n', stderr: ran.stderr });
  });

  it.each([
    ['--help', /^Usage: node \[options\]/],
    ['--v8-options', /--max-old-space-size \(.*\)\n {8}type: size_t {2}default: /],
  ])('prints what it takes on %s, and waits for no input', async (option, text) => {
    expect(await run([option])).toEqual({ exitCode: 0, stdout: expect.stringMatching(text), stderr: '' });
  });

  it('ends with 9 and says so on an option it does not know', async () => {
    expect(await run(['--no-such-option', 'x.js'])).toEqual({ exitCode: 9, stdout: '', stderr: 'node: bad option: --no-such-option\n' });
  });
});

describe('nodeProgram: how a process ends', () => {
  it('shows place, line and caret of an uncaught error and ends with 1', async () => {
    const source = "function fail() {\n  throw new RangeError('planted');\n}\nsetTimeout(() => fail(), 1);\n";
    const { exitCode, stderr } = await run(['main.js'], { 'main.js': source });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^\/home\/project\/main\.js:2\n {2}throw new RangeError\('planted'\);\n {8}\^\n\nRangeError: planted\n {4}at fail \(\/home\/project\/main\.js:2:9\)/,
    );
    expect(stderr).toMatch(/\n\nNode\.js v22\.\d+\.\d+\n$/);
  });

  it('gives the right column on a first line', async () => {
    expect((await run(['main.js'], { 'main.js': 'throw new Error("one")' })).stderr).toContain(
      'at Object.<anonymous> (/home/project/main.js:1:7)',
    );
    expect((await run(['main.mjs'], { 'main.mjs': 'throw new Error("one")' })).stderr).toContain('at file:///home/project/main.mjs:1:7');
  });

  it('shows where a syntax error is', async () => {
    const { stderr, exitCode } = await run(['main.js'], { 'main.js': 'let a = 1;\nlet b = ;\n' });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^\/home\/project\/main\.js:2\nlet b = ;\n {8}\^\n\nSyntaxError: Unexpected token ';'/);
  });

  it('says which module is missing', async () => {
    const { stderr, exitCode } = await run(['absent.js']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Error: Cannot find module '/home/project/absent.js'");
    expect(stderr).toContain("code: 'MODULE_NOT_FOUND'");
  });

  it('runs nothing after process.exit, and exits with the code given', async () => {
    const source =
      "process.on('exit', (code) => console.log('exit', code)); setInterval(() => {}, 1000); setTimeout(() => { process.exit(7); console.log('never'); }, 1);";
    expect(await run(['-e', source])).toEqual({ exitCode: 7, stdout: 'exit 7\n', stderr: '' });
  });

  it('lets uncaughtException handlers keep it alive', async () => {
    const source =
      "process.on('uncaughtException', (error, origin) => console.log(error.message, origin)); setTimeout(() => { throw new Error('kept'); }, 1); setTimeout(() => console.log('still here'), 5);";
    expect(await run(['-e', source])).toEqual({ exitCode: 0, stdout: 'kept uncaughtException\nstill here\n', stderr: '' });
  });

  it('ends with 13 when the top level waits for what never comes', async () => {
    expect((await run(['main.mjs'], { 'main.mjs': 'await new Promise(() => {})' })).exitCode).toBe(13);
  });

  it('hears of a signal instead of ending by it', async () => {
    const source =
      "process.on('SIGTERM', (name, number) => { console.log(name, number); process.exit(3); }); setInterval(() => {}, 1000); process.kill(process.pid, 'SIGTERM');";
    expect(await run(['-e', source])).toEqual({ exitCode: 3, stdout: 'SIGTERM 15\n', stderr: '' });
  });
});

describe('nodeProgram: TypeScript', () => {
  it('strips types, and keeps lines', async () => {
    const files = {
      'main.ts':
        "import { twice } from './twice.ts';\ninterface Shape {\n  size: number;\n}\nconst shape: Shape = { size: twice(2) };\nconsole.log(shape satisfies Shape);\nthrow new Error('seventh line') as Error;\n",
      'twice.ts': 'export const twice = (value: number): number => value * 2;',
      'package.json': '{"type":"module"}',
    };
    const { stdout, stderr } = await run(['main.ts'], files);
    expect(stdout).toBe('{ size: 4 }\n');
    expect(stderr).toContain('main.ts:7:7');
  });

  it('loads a typed module that JavaScript imports', async () => {
    expect(
      (await run(['main.mjs'], { 'main.mjs': "import { a } from './a.ts'; console.log(a)", 'a.ts': 'export const a: number = 1' })).stdout,
    ).toBe('1\n');
  });

  it('refuses what cannot be erased, with the code Node gives', async () => {
    expect((await run(['main.ts'], { 'main.ts': 'enum Kind { A }\nconsole.log(Kind.A)' })).stderr).toContain(
      'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
    );
  });
});

describe('nodeProgram: text that is handed to a module', () => {
  const compile = (source: string, format?: string) => `
    const Module = require('module');
    const made = new Module('/home/project/made.js', module);
    made.paths = module.paths;
    made._compile(${JSON.stringify(source)}, '/home/project/made.js'${format === undefined ? '' : `, '${format}'`});
    console.log(made.exports.default ?? made.exports, made.exports.__esModule ?? false);`;

  it('may be an ES module, which is found out, and imports from where it is said to be', async () => {
    const files = { 'a.js': compile('import { b } from "./b.mjs";\nexport default { b };'), 'b.mjs': 'export const b = 1' };
    expect(await run(['a.js'], files)).toMatchObject({ stdout: '{ b: 1 } true\n', stderr: '' });
  });

  it('is required from a file without an extension whatever the type of its package', async () => {
    const files = {
      'a.cjs': 'console.log(require("tool/run"), require("tool/made").default)',
      'node_modules/tool/package.json': '{"type":"module"}',
      'node_modules/tool/run': 'module.exports = typeof require',
      'node_modules/tool/made': 'export default 1',
    };
    expect(await run(['a.cjs'], files)).toMatchObject({ stdout: 'function 1\n', stderr: '' });
  });

  it('is what its format says', async () => {
    expect((await run(['a.js'], { 'a.js': compile('exports.a = 1') })).stdout).toBe('{ a: 1 } false\n');
    expect((await run(['a.js'], { 'a.js': compile('export const a = 1', 'commonjs') })).stderr).toContain(
      "SyntaxError: Unexpected token 'export'",
    );
    expect((await run(['a.js'], { 'a.js': compile('export default typeof module', 'module') })).stdout).toBe('undefined true\n');
  });
});

describe('nodeProgram: builtin modules', () => {
  it('have classes of which one can ask whether an object is an instance, those too that refuse to be made', async () => {
    const program = `
      const { builtinModules } = require('module');
      for (const name of builtinModules.filter((name) => !name.startsWith('_'))) {
        const exported = require(name);
        for (const key of Object.keys(exported).filter((key) => /^[A-Z][a-z]/.test(key) && typeof exported[key] === 'function'))
          try { ({}) instanceof exported[key]; } catch (error) { console.log(name, key, error.message); }
      }`;
    expect(await run(['-e', program])).toMatchObject({ stdout: '' });
  });
});

describe('nodeProgram: child processes', () => {
  it('pipes in and out of a child and hears of its end', async () => {
    const child = "process.stdin.on('data', (data) => process.stdout.write(String(data).toUpperCase())).on('end', () => process.exit(4))";
    const source = `const child = require('child_process').spawn('node', ['-e', ${JSON.stringify(child)}]); child.stdout.on('data', (data) => console.log(String(data))); child.on('exit', (code) => console.log('exit', code)).on('close', (code) => console.log('close', code)); child.stdin.end('words');`;
    expect((await run(['-e', source])).stdout).toBe('WORDS\nexit 4\nclose 4\n');
  });

  it('exchanges messages with a fork, with their types when asked', async () => {
    const files = {
      'main.js':
        "const child = require('child_process').fork('./child.js', { serialization: 'advanced' }); child.on('message', (message) => { console.log(message); child.disconnect(); }); child.send(new Map([['k', new Date(0)]])); child.on('exit', (code) => console.log('exit', code));",
      'child.js': "process.on('message', (message) => process.send({ back: message, u: undefined }));",
    };
    expect((await run(['main.js'], files)).stdout).toBe("{ back: Map(1) { 'k' => 1970-01-01T00:00:00.000Z }, u: undefined }\nexit 0\n");
  });

  it('tells of a program that is not there', async () => {
    const source = "require('child_process').spawn('absent').on('error', (error) => console.log(error.code, error.syscall, error.message))";
    expect((await run(['-e', source])).stdout).toBe('ENOENT spawn absent spawn absent ENOENT\n');
  });
});
