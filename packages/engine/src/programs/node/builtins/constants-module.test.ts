import { expect, it } from 'vitest';
import { createTestKernel } from '../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../testing/bundle-node-program.ts';

it('the deprecated constants are a frozen object with the methods of one', async () => {
  const program = `
    const constants = require('constants');
    console.log(constants.hasOwnProperty('O_RDONLY'), constants.hasOwnProperty('O_SYMLINK'), Object.isFrozen(constants), constants.SIGTERM);`;
  const ran = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', program]);
  expect(ran).toEqual({ exitCode: 0, stdout: 'true false true 15\n', stderr: '' });
});
