// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a loader that fails `times` times and then succeeds. */
function failing(times: number) {
  let calls = 0;
  const load = async () => {
    calls += 1;
    if (calls <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  };
  return { load, calls: () => calls };
}

test('a file that does not come at first is asked for again, and is there when it comes', async () => {
  const { load, calls } = failing(2);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(2_500);
  expect([await loaded, calls()]).toEqual(['the part', 3]);
});

test('when the network is back nothing waits for the pause', async () => {
  const { load } = failing(1);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(10);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('the part');
  expect(vi.getTimerCount()).toBe(0);
});

test('offline it is waited for without end; online, a file that is gone is given up', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { load, calls } = failing(Number.POSITIVE_INFINITY);
  const outcome = untilLoaded(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  const before = calls();
  expect(before).toBeGreaterThan(10);
  online.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBeInstanceOf(TypeError);
  expect(calls()).toBe(before + 1);
});
