import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../abi/program.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { loadOneNodeProgram } from './testing/bundle-node-program.ts';
import { CALLED_MODULES, type CalledModule, digestCall, moduleCallsProgram, type ShownCall } from './testing/module-calls.ts';

// Written by packages/engine/scripts/record-module-calls.ts.
const recorded = JSON.parse(readFileSync(new URL('./testing/recorded-module-calls.json', import.meta.url), 'utf8')) as Record<
  CalledModule,
  string[]
>;

let node: Program;
beforeAll(async () => {
  node = await loadOneNodeProgram();
});

describe('calls that a generator draws are answered as native Node 22 answers them', () => {
  it.each(CALLED_MODULES)('%s', async (module) => {
    const files = { '/home/project/main.cjs': moduleCallsProgram(module) };
    const { run, fileSystem } = createTestKernel({ programs: { node }, files });
    expect(await run(['node', '--no-warnings', 'main.cjs'])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const calls = JSON.parse(new TextDecoder().decode(fileSystem.readFile('/home/project/calls.json'))) as ShownCall[];
    const digests = recorded[module].flatMap((line) => line.split(' '));
    expect(calls).toHaveLength(digests.length);
    // Prints native Node's answers for one module: `record-module-calls.ts <path of a Node 22> --show MODULE`.
    expect(calls.filter((call, at) => digestCall(call) !== digests[at])).toEqual([]);
  });
});
