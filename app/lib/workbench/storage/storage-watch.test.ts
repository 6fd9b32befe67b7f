import { afterEach, expect, test } from 'vitest';
import { TestClock } from '../../agent/testing/test-session.ts';
import { $fullStorage } from '../../stores/storage.ts';
import { createStorageWatch } from './storage-watch.ts';

afterEach(() => $fullStorage.set(null));

test('a full storage is said with its figures until there is room, and then what had stopped continues', async () => {
  const clock = new TestClock();
  let hasRoom = false;
  let resumed = 0;
  const watch = createStorageWatch({
    facts: { estimate: async () => ({ usage: 90, quota: 100 }) },
    probe: async () => {
      if (!hasRoom) throw new DOMException('', 'QuotaExceededError');
    },
    clock,
    onRoom: () => resumed++,
  });
  watch.full();
  watch.full();
  await expect.poll(() => $fullStorage.get()).toEqual({ usage: 90, quota: 100 });
  expect(clock.waiting()).toBe(1);
  clock.pass(2_000);
  await expect.poll(() => clock.waiting()).toBe(1);
  expect([$fullStorage.get(), resumed]).toEqual([{ usage: 90, quota: 100 }, 0]);
  hasRoom = true;
  clock.pass(3_000);
  await expect.poll(() => $fullStorage.get()).toBeNull();
  expect([resumed, clock.waiting()]).toEqual([1, 0]);
});
