import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram, loadOneNodeProgram } from './testing/bundle-node-program.ts';
import { DOCUMENTED_INPUT, documentedFile, readDocumented } from './testing/documented-programs.ts';

const folder = fileURLToPath(new URL('../../../../../tests/fixtures/node-documented/', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.replace('.txt', ''));

describe("programs after the examples of Node's documentation", () => {
  let node: Program;
  beforeAll(async () => {
    node = await loadOneNodeProgram();
  });

  describe.each(names)('%s', (name) => {
    // Written by packages/engine/scripts/record-node-programs.ts.
    const recorded = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as { title: string; printed: string }[];
    it.each(readDocumented(`${folder}${name}.txt`))('$title', async ({ title, source }) => {
      const main = documentedFile(source);
      const programs = { node: name === 'processes' ? await loadNodeProgram() : node };
      const { run } = createTestKernel({ programs, files: { [`/home/project/${main}`]: source } });
      const { exitCode, stdout, stderr } = await run(['node', main], { stdin: DOCUMENTED_INPUT, env: { NODE_NO_WARNINGS: '1' } });
      expect({ printed: `exit ${exitCode}\n${stdout}`, stderr }).toEqual({
        printed: recorded.find((program) => program.title === title)?.printed,
        stderr: '',
      });
    });
  });
});
