import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVersionPacer } from './version-pacer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(bytes: number) {
  const stored: number[] = [];
  const pacer = createVersionPacer(() => Date.now());
  const startedAt = Date.now();
  const write = () =>
    pacer.request('log.txt', async () => {
      stored.push(Date.now() - startedAt);
      return bytes;
    });
  return { pacer, write, stored };
}

test('a file that was quiet is stored at once', () => {
  const { write, stored } = setUp(10);
  write();
  expect(stored).toEqual([0]);
});

test('a file that is written all the time is stored as often as its size allows, and its last version always', async () => {
  const { write, stored } = setUp(500_000);
  for (let time = 0; time < 120; time++) {
    write();
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored).toEqual([0, 5_000, 10_000, 15_000]);
});

test('what waits is stored when everything must be', async () => {
  const { pacer, write, stored } = setUp(10);
  write();
  await vi.advanceTimersByTimeAsync(10);
  write();
  pacer.flush();
  expect(stored).toEqual([0, 10]);
});
