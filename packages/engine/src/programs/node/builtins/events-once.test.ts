import { expect, it } from 'vitest';
import { once } from './events-module.ts';

it('once listens by the method of that name, as Node does: an object may do something else in `on`', async () => {
  const listeners = new Map<string, (...args: unknown[]) => void>();
  const emitter = {
    on: () => {
      throw new Error('on is for more than one');
    },
    once: (name: string, listener: (...args: unknown[]) => void) => void listeners.set(name, listener),
  };
  // It has the methods that `once` calls.
  const ended = once(emitter as never, 'exit');
  listeners.get('exit')?.(0, null);
  expect(await ended).toEqual([0, null]);
  const failing = once(emitter as never, 'exit');
  listeners.get('error')?.(new Error('failed'));
  await expect(failing).rejects.toThrow('failed');
});
