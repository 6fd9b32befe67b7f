import { describe, expect, it } from 'vitest';
import { RequestMailbox } from './request-mailbox.ts';
import { CHANNEL_BUFFER_BYTES, ChannelSlot } from './wire.ts';

function createMailbox(): { process: RequestMailbox; kernel: RequestMailbox; header: Int32Array } {
  const buffer = new SharedArrayBuffer(CHANNEL_BUFFER_BYTES);
  return { process: new RequestMailbox(buffer), kernel: new RequestMailbox(buffer), header: new Int32Array(buffer) };
}

const STAT = { type: 'sync', name: 'stat', args: ['/home/project/ünïcode 😀.ts'] } as const;
const stat = () => ({ ...STAT, args: [...STAT.args] });

describe('the mailbox of synchronous requests', () => {
  it('refuses a request while the kernel does not look', () => {
    const { process, kernel } = createMailbox();
    expect(process.offer(stat(), 0)).toBe(false);
    expect(kernel.take()).toBeNull();
  });

  it('hands a request over once', () => {
    const { process, kernel } = createMailbox();
    kernel.setWatched(true);
    expect(process.offer(stat(), 0)).toBe(true);
    expect(kernel.take()).toEqual(STAT);
    expect(kernel.take()).toBeNull();
  });

  it('lets the kernel take, with its last look, what came before it stopped', () => {
    const { process, kernel } = createMailbox();
    kernel.setWatched(true);
    expect(process.offer(stat(), 0)).toBe(true);
    kernel.setWatched(false);
    expect(kernel.take()).toEqual(STAT);
  });

  it('takes a request back that the kernel has stopped looking for, and leaves it when the kernel has it', () => {
    const { process, kernel, header } = createMailbox();
    for (const isTaken of [false, true]) {
      kernel.setWatched(true);
      // Between the process's two reads of WATCHED, the kernel stops watching, with or without a final check.
      let last: unknown = null;
      const load = Atomics.load;
      let looks = 0;
      Atomics.load = ((view: Int32Array, slot: number) => {
        if (view.buffer === header.buffer && slot === ChannelSlot.WATCHED) {
          looks += 1;
          if (looks === 2) {
            kernel.setWatched(false);
            if (isTaken) last = kernel.take();
          }
        }
        return load(view, slot);
      }) as typeof Atomics.load;
      try {
        expect(process.offer(stat(), 0)).toBe(isTaken);
      } finally {
        Atomics.load = load;
      }
      expect(last).toEqual(isTaken ? STAT : null);
      expect(kernel.take()).toBeNull();
    }
  });

  it('never lets a request overtake a message that is still on its way', () => {
    const { process, kernel } = createMailbox();
    kernel.setWatched(true);
    expect(process.offer(stat(), 1)).toBe(false);
    kernel.countReceived();
    expect(process.offer(stat(), 1)).toBe(true);
  });

  it('carries bytes as a copy of their own', () => {
    const { process, kernel } = createMailbox();
    kernel.setWatched(true);
    const data = new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4);
    expect(process.offer({ type: 'sync', name: 'write', args: [1, data, null] }, 0)).toBe(true);
    const request = kernel.take();
    expect(request).toEqual({ type: 'sync', name: 'write', args: [1, new Uint8Array([1, 2, 3]), null] });
    data[0] = 7;
    expect(request).toEqual({ type: 'sync', name: 'write', args: [1, new Uint8Array([1, 2, 3]), null] });
  });

  it.each([
    ['an undefined argument', ['a', undefined]],
    ['a number that JSON cannot say', [Number.NaN]],
    ['an object', [{ file: 'node' }]],
    ['two byte arrays', [new Uint8Array(1), new Uint8Array(1)]],
    ['many bytes', [new Uint8Array(70_000)]],
    ['a long path', ['x'.repeat(5000)]],
  ])('leaves %s to the port', (_what, args) => {
    const { process, kernel } = createMailbox();
    kernel.setWatched(true);
    expect(process.offer({ type: 'sync', name: 'stat', args }, 0)).toBe(false);
    expect(kernel.take()).toBeNull();
  });

  it('asks for more, and reads whatever a hostile process wrote without harm', () => {
    const { process, kernel, header } = createMailbox();
    kernel.setWatched(true);
    expect(process.offer({ type: 'more' }, 0)).toBe(true);
    expect(kernel.take()).toEqual({ type: 'more' });
    expect(process.offer({ type: 'sync', name: 'stat', args: ['a'] }, 0)).toBe(true);
    header[ChannelSlot.REQUEST_UNITS] = 1 << 30;
    expect(kernel.take()).toEqual({ type: 'sync', name: 'undefined', args: [] });
    expect(process.offer({ type: 'sync', name: 'write', args: [1, new Uint8Array(2), null] }, 0)).toBe(true);
    header[ChannelSlot.REQUEST_BYTES] = -5;
    header[ChannelSlot.REQUEST_BYTES_AT] = 1 << 20;
    expect(kernel.take()).toEqual({ type: 'sync', name: 'write', args: [1, null, null] });
  });
});
