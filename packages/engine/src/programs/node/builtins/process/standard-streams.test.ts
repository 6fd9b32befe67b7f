import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

it('stdout is not ended by what is piped into it', async () => {
  const source = `
    const { Readable } = require('stream');
    const first = Readable.from(['one\\n']);
    first.pipe(process.stdout);
    first.on('end', () => setTimeout(() => Readable.from(['two\\n']).pipe(process.stdout), 1));
  `;
  const node = await loadNodeProgram();
  expect(await createTestKernel({ programs: { node } }).run(['node', '-e', source])).toEqual({
    exitCode: 0,
    stdout: 'one\ntwo\n',
    stderr: '',
  });
});

it('input that is in the pipe is there before the first immediate', async () => {
  const source = `
    let text = '';
    process.stdin.setEncoding('utf8').on('readable', () => { for (let chunk; (chunk = process.stdin.read()) !== null; ) text += chunk; });
    setImmediate(() => { console.log(JSON.stringify(text)); process.exit(); });
  `;
  const node = await loadNodeProgram();
  const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', source], { stdin: 'given' });
  expect(ran.stdout).toBe('"given"\n');
});

it('a copy of the process has the same streams, although they were used before', async () => {
  const source = `
    process.stdout.write('');
    const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(process));
    for (const name of ['stdin', 'stdout', 'stderr']) {
      const { get, value } = Object.getOwnPropertyDescriptor(process, name);
      console.log(name, typeof get, typeof value, copy[name] === process[name]);
    }
  `;
  const node = await loadNodeProgram();
  const { stdout } = await createTestKernel({ programs: { node } }).run(['node', '-e', source]);
  expect(stdout).toBe(execFileSync(process.execPath, ['-e', source], { encoding: 'utf8' }));
});
