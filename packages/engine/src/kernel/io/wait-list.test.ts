import { expect, it } from 'vitest';
import { systemError } from '../../abi/error-codes.ts';
import type { SystemError } from '../../abi/system-calls.ts';
import { type Caller, kernelCaller, WaitList } from './wait-list.ts';

/** A caller whose waiting calls can be cancelled. */
function createCaller(): { caller: Caller; cancel: () => void } {
  const callbacks = new Set<(error: SystemError) => void>();
  const caller: Caller = {
    group: 1,
    pid: 1,
    onCancel(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
  const cancel = () => {
    for (const callback of [...callbacks]) callback(systemError('EINTR'));
  };
  return { caller, cancel };
}

it('serves in order; in a strict list nobody passes one that has to wait longer', async () => {
  for (const isStrict of [false, true]) {
    const list = new WaitList(isStrict);
    const served: string[] = [];
    let space = 0;
    const take = (name: string, wanted: number) =>
      list.wait(kernelCaller, () => {
        if (wanted > space) return undefined;
        space -= wanted;
        served.push(name);
        return name;
      });
    const all = [take('large', 5), take('small', 1), take('other', 1)];
    space = 2;
    list.wake();
    expect(served).toEqual(isStrict ? [] : ['small', 'other']);
    space += 8;
    list.wake();
    await Promise.all(all);
    expect(served).toEqual(isStrict ? ['large', 'small', 'other'] : ['small', 'other', 'large']);
  }
});

it('a strict list lets those behind one that is called off continue', async () => {
  const list = new WaitList(true);
  const { caller, cancel } = createCaller();
  const blocked = list.wait<string>(caller, () => undefined);
  const next = list.wait(kernelCaller, () => 'next');
  cancel();
  await expect(blocked).rejects.toThrow();
  expect(await next).toBe('next');
});
