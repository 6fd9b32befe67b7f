import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createSystemCallClient } from './system-call-client.ts';
import { AnswerKind, CHANNEL_BUFFER_BYTES, ChannelSlot, ChannelState } from './wire.ts';

/**
 * A delayed kernel thread: it wakes the process for the previous answer while the process waits for the next one, and only then sends that
 * one.
 */
const LATE_KERNEL = `
const { workerData: { buffer, slot, waiting, answered, kind } } = require('node:worker_threads');
const header = new Int32Array(buffer, 0, 16);
Atomics.store(header, 12, 1);
while (Atomics.load(header, slot.STATE) !== waiting);
while (Atomics.notify(header, slot.STATE) === 0);
new Float64Array(buffer, 0, 8)[slot.NUMBER] = 42;
header[slot.KIND] = kind;
Atomics.store(header, slot.STATE, answered);
Atomics.notify(header, slot.STATE);
`;

describe('a synchronous system call', () => {
  it('waits for its answer when it is woken without one', async () => {
    const buffer = new SharedArrayBuffer(CHANNEL_BUFFER_BYTES);
    const header = new Int32Array(buffer, 0, 16);
    Atomics.store(header, ChannelSlot.STATE, ChannelState.ANSWERED);
    const workerData = {
      buffer,
      slot: ChannelSlot,
      waiting: ChannelState.WAITING,
      answered: ChannelState.ANSWERED,
      kind: AnswerKind.NUMBER,
    };
    const kernel = new Worker(LATE_KERNEL, { eval: true, workerData });
    const { port1, port2 } = new MessageChannel();
    try {
      const { system } = createSystemCallClient(port1, buffer);
      // It must run before this thread blocks, because starting it needs this thread.
      await new Promise((resolve) => kernel.once('online', resolve));
      expect(system.sync('spawn', { file: '', args: [], env: {}, cwd: '/', stdio: [] })).toBe(42);
    } finally {
      port1.close();
      port2.close();
      await kernel.terminate();
    }
  });
});
