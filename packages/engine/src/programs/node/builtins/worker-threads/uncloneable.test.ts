import { expect, test } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

const PROGRAM = `
const { MessageChannel, markAsUncloneable } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
const marked = { a: 1 };
markAsUncloneable(marked);
for (const value of [undefined, null, 1, 'text']) markAsUncloneable(value);
try { port1.postMessage(marked); } catch ({ name, code }) { console.log(name, code); }
port2.on('message', (message) => { console.log(message); port2.close(); });
port1.postMessage({ a: 2 });`;

test('an object that is marked as uncloneable is not sent, and others are', async () => {
  const { exitCode, stdout } = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', PROGRAM]);
  expect([exitCode, stdout]).toEqual([0, 'DataCloneError 25\n{ a: 2 }\n']);
});
