import { beforeAll, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

it('a request that the browser does not carry fails as one of Node, with the reason and what to do', async () => {
  const { run } = createTestKernel({ programs: { node } });
  const program = `
    const told = ({ code, syscall, message }) => console.log(code, syscall, /nowhere\\.invalid.*CORS.*Access-Control-Allow-Origin/.test(message));
    fetch('https://nowhere.invalid/x').catch((error) => {
      console.log(error.name, error.message);
      told(error.cause);
      require('https').get('https://nowhere.invalid/').on('error', (error) => {
        told(error);
        fetch('https://nowhere.invalid/', { signal: AbortSignal.abort() }).catch(({ name }) => console.log(name));
      });
    });`;
  const { stdout } = await run(['node', '-e', program]);
  expect(stdout).toBe('TypeError fetch failed\nECONNREFUSED connect true\nECONNREFUSED connect true\nAbortError\n');
});
