import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

async function run(source: string): Promise<{ native: string; ours: string }> {
  const native = execFileSync(process.execPath, ['-e', source], { encoding: 'utf8' });
  const { stdout } = await createTestKernel({ programs: { node } }).run(['node', '-e', source]);
  return { native, ours: stdout };
}

describe('nodeProgram: small writes to a socket', () => {
  it('arrive, all of them, although the socket is destroyed right after', async () => {
    const { native, ours } = await run(`
const net = require('node:net');
const server = net.createServer((socket) => {
  for (let at = 0; at < 40; at += 1) socket.write('line ' + at + '\\n');
  console.log('written', socket.bytesWritten, socket.writableLength);
  socket.destroy();
}).listen(0, () => {
  let text = '';
  const client = net.connect(server.address().port);
  client.on('data', (data) => { text += data; });
  client.on('close', () => { console.log(text.length, text.endsWith('line 39\\n')); server.close(); });
});`);
    expect(ours).toBe(native);
    expect(native).toContain('true');
  });

  it('keep their order beside large ones, whose sender waits', async () => {
    const { native, ours } = await run(`
const net = require('node:net');
const total = 6_000_000;
let got = 0, isOrdered = true;
const server = net.createServer((socket) => {
  socket.on('data', (data) => { for (const byte of data) { isOrdered &&= byte === got % 251; got += 1; } });
  socket.on('end', () => { console.log(got === total, isOrdered); server.close(); });
}).listen(0, () => {
  const client = net.connect(server.address().port);
  let at = 0, pauses = 0;
  const send = () => {
    while (at < total) {
      const piece = Buffer.alloc(Math.min(total - at, 1 + (at * 7) % 90_000));
      for (let index = 0; index < piece.length; index += 1) piece[index] = (at + index) % 251;
      at += piece.length;
      if (!client.write(piece)) { pauses += 1; return client.once('drain', send); }
    }
    client.end(() => console.log('ended', pauses > 0));
  };
  send();
});`);
    expect(ours.split('\n').sort()).toEqual(native.split('\n').sort());
    expect(native).toContain('true true');
  });
});
