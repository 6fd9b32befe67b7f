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
}, 60_000);
