import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** The answer to each line in native Node 22. */
const LINES: readonly (readonly [line: string, answer: string])[] = [
  ['1 + 1', '2\n'],
  ['_ + 1', '3\n'],
  ['function f() {', '... '],
  ["throw new Error('x')", '... '],
  ['}', 'undefined\n'],
  ['f()', 'Uncaught Error: x\n    at f (REPL5:2:7)\n'],
  ["throw new Error('y')", 'Uncaught Error: y\n'],
  ['missing', 'Uncaught ReferenceError: missing is not defined\n'],
  ['let a = 1', 'undefined\n'],
  ['let a = 2', "Uncaught SyntaxError: Identifier 'a' has already been declared\n"],
  ['const c = 3', 'undefined\n'],
  ['c = 4', 'Uncaught TypeError: Assignment to constant variable.\n'],
  ['a + c', '4\n'],
  ['{ a: 1 }', '{ a: 1 }\n'],
  ['{ a: 1 };', '1\n'],
  ['const [r, { s }] = await Promise.resolve([1, { s: 2 }])', 'undefined\n'],
  ['r + s', '3\n'],
  ['for (const x of [1, 2]) { await x; var seen = x }', 'undefined\n'],
  ['seen', '2\n'],
  ["await Promise.reject(new TypeError('no'))", 'Uncaught TypeError: no\n'],
  ['`a', '... '],
  ['b`', "'a\\nb'\n"],
  ["'abc", "'abc\n^^^^\n\nUncaught SyntaxError: Invalid or unexpected token\n"],
  ['.nothing', 'Invalid REPL keyword\n'],
  ['.5 + 1', '1.5\n'],
  ['path.sep', "'/'\n"],
  ["require('node:os').EOL", "'\\n'\n"],
  ['throw null', 'Uncaught null\n'],
  ['(', '... '],
  ['.break', ''],
  ['npm install', 'npm should be run outside of the Node.js REPL, in your normal shell.\n(Press Ctrl+D to exit.)\n'],
  ['_ = 7', 'Expression assignment to _ now disabled.\n7\n'],
  ['_', '7\n'],
  ['this === globalThis', 'true\n'],
  ["import fs from 'fs'", '^^^^^^\n'],
  ['.exit', ''],
];

const EMBEDDED = `
const repl = require('repl'); const { PassThrough } = require('stream');
const input = new PassThrough(); const output = new PassThrough(); let text = ''; output.on('data', (data) => { text += data; });
const server = repl.start({ prompt: 'my> ', input, output, ignoreUndefined: true, eval: (code, context, file, done) => done(code.endsWith('(\\n') ? new repl.Recoverable(new SyntaxError('more')) : null, code.trim() === 'nothing' ? undefined : code.trim().toUpperCase()), writer: (value) => '<' + value + '>' });
server.defineCommand('say', { help: 'Says it', action(what) { output.write('said ' + what + '\\n'); this.displayPrompt(); } });
server.on('exit', () => {
  console.log(JSON.stringify(text));
  const plain = repl.start({ input: new PassThrough(), output: new PassThrough(), terminal: false });
  plain.context.shared = 1; let isReset = false; plain.on('reset', (context) => { isReset = context === plain.context && !('shared' in context); });
  plain.emit('line', 'shared + 1'); console.log(plain.last, plain.context !== globalThis);
  plain.emit('line', '.clear'); console.log(isReset);
  plain.completer('proces', (error, found) => console.log(error, found));
  plain.completer('Math.ab', (error, found) => console.log(found));
  plain.completer("require('node:work", (error, found) => console.log(found));
  plain.completer('.br', (error, found) => console.log(found));
  console.log(repl.isValidSyntax('1 +'), repl.isValidSyntax(')'), repl.builtinModules.includes('fs'));
  plain.close();
});
for (const line of ['abc', 'nothing', 'x(', 'y', '.say hi there', '.exit']) input.write(line + '\\n');
`;

describe('the REPL', () => {
  it('answers line by line what native Node answers', async () => {
    const stdin = `${LINES.map(([line]) => line).join('\n')}\n`;
    const { stdout, stderr, exitCode } = await createTestKernel({ programs: { node } }).run(['node', '-i'], { stdin });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    let at = stdout.indexOf('> ');
    for (const [line, answer] of LINES) {
      const found = stdout.indexOf(answer, at);
      expect({ line, answer, shown: found === -1 ? stdout.slice(at, at + 200) : answer }).toEqual({ line, answer, shown: answer });
      at = found + answer.length;
    }
  });

  it('can be part of a program, with an evaluation, a writer and commands of its own', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', EMBEDDED]);
    expect(ran.stderr).toBe('');
    expect(ran.stdout.split('\n')).toEqual([
      JSON.stringify('my> <ABC>\nmy> my> ... <X(\nY>\nmy> said hi there\nmy> '),
      '2 true',
      'true',
      "null [ [ 'process' ], 'proces' ]",
      "[ [ 'Math.abs' ], 'Math.ab' ]",
      "[ [ 'node:worker_threads' ], 'node:work' ]",
      "[ [ 'break' ], 'br' ]",
      'true false true',
      '',
    ]);
  });

  it('is what node is on a terminal: colours, several lines, Tab, history, the editor, Ctrl-C and Ctrl-D', async () => {
    const session = createTestKernel({ programs: { node } }).start(['node'], { terminal: { columns: 80, rows: 24 } });
    let shown = '';
    const decoder = new TextDecoder();
    const until = async (text: string) => {
      while (!shown.includes(text)) {
        const chunk = await session.readOutput();
        if (chunk.byteLength === 0) throw new Error(`ended without ${JSON.stringify(text)}: ${JSON.stringify(shown)}`);
        shown += decoder.decode(chunk, { stream: true });
      }
      shown = shown.slice(shown.indexOf(text) + text.length);
    };
    const type = (text: string) => session.write(new TextEncoder().encode(text));
    await until('Type ".help" for more information.');
    await until('> ');
    type('1 + 1\r');
    await until('\u001b[33m2\u001b[39m');
    type('if (1) {\r');
    await until('... ');
    type('5 }\r');
    await until('\u001b[33m5\u001b[39m');
    type('const some = { thing: 7 }\r');
    await until('undefined');
    type('some.th');
    type('\t');
    await until('ing');
    type('\r');
    await until('\u001b[33m7\u001b[39m');
    type('\u001b[A');
    await until('some.thing');
    type('\r');
    await until('\u001b[33m7\u001b[39m');
    type('await new Promise(() => {})\r');
    await until('=> {})');
    type('\u0003');
    await until('Uncaught');
    await until('Script execution was interrupted by `SIGINT`');
    type('.editor\r');
    await until('// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)');
    type('const z = 1\rz + 8\r');
    await until('z + 8');
    type('\u0004');
    await until('\u001b[33m9\u001b[39m');
    type("setTimeout(() => { throw new Error('later') }, 1); 0\r");
    await until('Uncaught Error: later');
    type('\u0003');
    await until('(To exit, press Ctrl+C again or Ctrl+D or type .exit)');
    type('\u0004');
    expect(await session.exit).toMatchObject({ exitCode: 0 });
  });

  it('leaves a program on standard input that is no terminal as it is', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node'], { stdin: 'console.log(1 + 1)\n' });
    expect(ran).toEqual({ exitCode: 0, stdout: '2\n', stderr: '' });
  });
});
