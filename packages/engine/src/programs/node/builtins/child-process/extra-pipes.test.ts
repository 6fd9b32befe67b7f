import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const CHILD = `
const fs = require('fs');
const net = require('net');
const input = fs.createReadStream(null, { fd: 3 });
const output = fs.createWriteStream(null, { fd: 4 });
input.once('data', (data) => output.write('echo ' + data));
const both = new net.Socket({ fd: 5 });
both.on('data', (data) => { both.write('back ' + data); process.exitCode = 0; setImmediate(() => process.exit()); });
`;

const PARENT = `
const { spawn } = require('child_process');
const child = spawn(process.execPath, ['-e', ${JSON.stringify(CHILD)}], { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe', 'pipe'] });
child.stdio[4].once('data', (data) => { console.log(String(data)); child.stdio[5].write('two'); });
child.stdio[5].on('data', (data) => console.log(String(data)));
child.stdio[3].write('one');
console.log(child.stdio.map((stream) => stream && stream.constructor.name));
child.on('close', (code) => console.log('closed', code));
`;

describe('the pipes of a child beyond the standard three', () => {
  it('are read and written on both sides, by fs and by net', async () => {
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PARENT]);
    expect(ran).toEqual({
      exitCode: 0,
      stdout: "[ null, null, null, 'Socket', 'Socket', 'Socket' ]\necho one\nback two\nclosed 0\n",
      stderr: '',
    });
  });
});
