import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

/** As in Angular's build: the thread is not awaited, and there are listeners on channels to it, which are never closed. */
const PROGRAM = `
const { MessageChannel, Worker } = require('worker_threads');
const given = new MessageChannel();
const sent = new MessageChannel();
const worker = new Worker(\`
  const { parentPort, workerData } = require('worker_threads');
  workerData.postMessage('by data');
  parentPort.once('message', ({ port }) => { port.postMessage('by message'); setInterval(() => {}, 1000); });
\`, { eval: true, workerData: given.port2, transferList: [given.port2] });
worker.unref();
worker.postMessage({ port: sent.port2 }, [sent.port2]);
const closed = [];
given.port1.on('close', () => closed.push('given'));
sent.port1.on('close', () => closed.push('sent'));
given.port1.on('message', (text) => console.log(text));
sent.port1.on('message', (text) => { console.log(text); worker.terminate(); });
process.on('exit', () => console.log(closed.sort().join()));
`;

it('a process ends although it listens to channels into a thread that has ended', async () => {
  const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
  expect(native).toBe('by data\nby message\ngiven,sent\n');
  const ran = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', PROGRAM]);
  expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
});
