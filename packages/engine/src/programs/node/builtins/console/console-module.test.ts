import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

describe('where a console writes', () => {
  it.each([
    ['the global one', 'console'],
    ['one of its own', 'new console.Console(process.stdout)'],
  ])('can be replaced: %s', async (_name, made) => {
    const source = `
      const { Writable } = require('stream');
      const own = ${made}, former = own._stdout, lines = [];
      own._stdout = new Writable({ write(chunk, encoding, done) { lines.push(String(chunk)); done(); } });
      own.log('taken');
      own._stdout = former;
      own.log(lines, Object.keys(own).includes('_stdout'));`;
    const { run } = createTestKernel({ programs: { node }, files: { '/home/project/a.js': source } });
    expect(await run(['node', 'a.js'])).toEqual({ exitCode: 0, stdout: "[ 'taken\\n' ] false\n", stderr: '' });
  });
});
