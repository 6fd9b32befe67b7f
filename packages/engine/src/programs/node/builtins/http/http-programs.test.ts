import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

const FOLDER = new URL('./testing/programs/', import.meta.url);

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

describe('http', () => {
  it.each(readdirSync(FOLDER))('does what native Node does: %s', async (file) => {
    const source = readFileSync(new URL(file, FOLDER), 'utf8');
    const native = execFileSync(process.execPath, ['-e', source], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', source]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
