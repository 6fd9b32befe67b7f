// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferredModule, useDeferredModule } from './deferred-module.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

test('it is fetched when it is needed, once, and is here at once for who needs it later', async () => {
  const fetchIt = vi.fn(async () => 'the module');
  const deferred = deferredModule(fetchIt);
  const { result, rerender } = renderHook(({ isNeeded }) => useDeferredModule(deferred, isNeeded), { initialProps: { isNeeded: false } });
  expect([result.current, fetchIt.mock.calls.length]).toEqual([{ module: null, isLoading: false }, 0]);
  rerender({ isNeeded: true });
  expect(result.current).toEqual({ module: null, isLoading: true });
  await waitFor(() => expect(result.current).toEqual({ module: 'the module', isLoading: false }));
  const later = renderHook(() => useDeferredModule(deferred, true));
  expect([later.result.current.module, fetchIt.mock.calls.length]).toEqual(['the module', 1]);
});

test('what cannot be fetched is not waited for without end, and is asked for again by the next call', async () => {
  let isThere = false;
  const deferred = deferredModule(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the module';
  });
  const { result } = renderHook(() => useDeferredModule(deferred, true));
  expect(result.current.isLoading).toBe(true);
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(result.current).toEqual({ module: null, isLoading: false }));
  isThere = true;
  expect(await deferred.load()).toBe('the module');
});
