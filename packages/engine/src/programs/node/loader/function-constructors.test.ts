import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../abi/program.ts';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../testing/bundle-node-program.ts';

describe('functions made from text', () => {
  let node: Program;
  beforeAll(async () => {
    node = await loadNodeProgram();
  });

  const run = (main: string) =>
    createTestKernel({
      programs: { node },
      files: {
        '/home/project/bin/main.cjs': main,
        '/home/project/lib/answer.mjs': 'export default 42;',
      },
    }).run(['node', 'bin/main.cjs']);

  it('import relative to the file that made them', async () => {
    const result = await run(`
      const load = new Function('path', 'return import(path)');
      load('../lib/answer.mjs').then((module) => console.log(module.default, load.name, load.length));
    `);
    expect(result).toEqual({ exitCode: 0, stdout: '42 anonymous 1\n', stderr: '' });
  });

  it('are plain functions otherwise, by call and by subclass', async () => {
    const result = await run(`
      class Own extends Function {}
      const own = new Own('return 1');
      console.log(Function('a', 'b', 'return a + b')(1, 2), own() , own instanceof Own, own instanceof Function, Function.name);
    `);
    expect(result).toEqual({ exitCode: 0, stdout: '3 1 true true Function\n', stderr: '' });
  });

  it('leave the globals of node -e what they are', async () => {
    const result = await createTestKernel({ programs: { node } }).run([
      'node',
      '-p',
      'crypto.randomUUID().length + " " + crypto.randomBytes(3).length + " " + typeof crypto.subtle.digest',
    ]);
    expect(result.stdout).toBe('36 3 function\n');
  });
});
