import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from '../../scripts/serve/with-lock.mjs';

let folder: string;
let lock: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devonz-lock-'));
  lock = join(folder, 'inside', 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second one waits until the first one is done, and says once for whom', async () => {
  const order: string[] = [];
  const waited: number[] = [];
  let finish = (): void => {};
  const first = withLock(lock, async () => {
    order.push('first begins');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    order.push('first ends');
  });
  await expect.poll(() => order).toEqual(['first begins']);
  let pauses = 0;
  await withLock(lock, async () => order.push('second'), {
    onWait: (holder) => waited.push(holder),
    async pause() {
      pauses += 1;
      if (pauses < 3) return;
      finish();
      await first;
    },
  });
  expect(order).toEqual(['first begins', 'first ends', 'second']);
  expect(waited).toEqual([process.pid]);
});

test('the lock of a process that has died is taken over, and a failure gives the lock back', async () => {
  await withLock(lock, async () => {});
  // No process has so high a number.
  await writeFile(lock, '4194305');
  await expect(withLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(readFile(lock)).rejects.toThrow('ENOENT');
  expect(await withLock(lock, async () => 'done')).toBe('done');
});
