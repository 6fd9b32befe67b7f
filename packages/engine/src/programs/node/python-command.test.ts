import { beforeAll, expect, test } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { readPythonLine } from './deferred/python/python-line.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

/** A substitute for pyodide that prints how it is called; 13 MB of Python are too much for a test. */
const PYODIDE = `
export const loadPyodide = async () => {
  const mounts = [];
  let write = () => 0, read = () => 0;
  return {
    FS: { mkdirTree() {}, mount: (_type, { root }) => mounts.push(root), chdir: (path) => mounts.push('in ' + path), filesystems: {} },
    setStdout: (options) => { write = options.write; }, setStderr() {}, setStdin: (options) => { read = options.read; },
    toPy: (value) => value,
    runPython: () => (kind, target, argv, first) => {
      const typed = new Uint8Array(9);
      const length = kind === 'file' ? read(typed) : 0;
      write(new TextEncoder().encode(JSON.stringify([kind, target, argv, first, mounts, new TextDecoder().decode(typed.subarray(0, length))]) + '\\n'));
      return 7;
    },
  };
};
`;

async function run(args: string[], stdin = '') {
  const files = { '/home/project/node_modules/pyodide/pyodide.mjs': PYODIDE, '/home/project/app/a.py': 'print(1)' };
  const kernel = createTestKernel({ programs: { node }, files });
  const { exitCode, stdout, stderr } = await kernel.run(['python3', ...args], { cwd: '/home/project', stdin });
  return { exitCode, stdout, stderr };
}

test('a file runs with its arguments, its folder first in the path, the project’s files and what is typed', async () => {
  const folders = ['/home', '/tmp', 'in /home/project'];
  const { exitCode, stdout, stderr } = await run(['-u', 'app/a.py', 'x', '-y'], 'typed');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(['file', '/home/project/app/a.py', ['app/a.py', 'x', '-y'], '/home/project/app', folders, 'typed']);
  expect(exitCode).toBe(7);
  expect(JSON.parse((await run(['-c', 'print(2)', 'x'])).stdout)).toEqual(['code', 'print(2)', ['-c', 'x'], '', folders, '']);
  expect(JSON.parse((await run([], 'print(3)')).stdout).slice(0, 3)).toEqual(['input', 'print(3)', ['']]);
});

test('what is not there is said', async () => {
  expect(await run(['none.py'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: "python3: can't open file '/home/project/none.py': [Errno 2] No such file or directory\n",
  });
  expect((await run(['-m', 'pip', 'install', 'x'])).stderr).toMatch(/^python3: there is no pip here/);
  expect((await run(['--wrong'])).stderr).toBe('python3: Unknown option: --wrong\n');
});

test.each([
  [['-m', 'json.tool', 'a'], { kind: 'module', target: 'json.tool', argv: ['-m', 'a'] }],
  [['-cprint(1)'], { kind: 'code', target: 'print(1)', argv: ['-c'] }],
  [['-W', 'ignore', '-uB', '-', 'a'], { kind: 'input', target: '-', argv: ['-', 'a'] }],
  [['-V'], { kind: 'version' }],
])('%j is read as python reads it', (args, expected) => {
  expect(readPythonLine(args)).toMatchObject(expected);
});

test('an option without its value is refused', () => {
  expect(readPythonLine(['-c'])).toBe('Argument expected for the -c option');
});
