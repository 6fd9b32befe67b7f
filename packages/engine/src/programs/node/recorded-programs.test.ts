import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from './testing/bundle-node-program.ts';
import { readProgram } from './testing/read-program.ts';

const folder = new URL('./testing/programs/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.program.txt'))
  .map((file) => file.replace('.program.txt', ''));

describe('nodeProgram, compared with what native Node printed', () => {
  let node: Program;
  beforeAll(async () => {
    node = await loadNodeProgram();
  });

  it.each(names)(
    'prints the same and ends the same: %s',
    async (name) => {
      const { main, files } = readProgram(new URL(`${name}.program.txt`, folder));
      const mounted = Object.fromEntries([...files].map(([path, content]) => [`/home/project/${path}`, content]));
      const { run } = createTestKernel({ programs: { node }, files: mounted });
      const { exitCode, stdout, stderr } = await run(['node', main], { stdin: 'line one\nline two\n' });
      expect({ printed: `exit ${exitCode}\n${stdout}`, stderr }).toEqual({
        printed: readFileSync(new URL(`${name}.expected.txt`, folder), 'utf8'),
        stderr: '',
      });
    },
    60_000,
  );
});
