// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRestingMotion } from './use-resting-motion.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const rests = () => document.documentElement.hasAttribute('data-words-come');

test('what moves rests while words come, moves again when they stop coming, and when the answer has ended', () => {
  const { rerender } = renderHook(({ news }) => useRestingMotion(news), { initialProps: { news: [] as string[] } });
  expect(rests()).toBe(false);
  rerender({ news: ['a'] });
  expect(rests()).toBe(true);
  act(() => void vi.advanceTimersByTime(1_400));
  rerender({ news: ['a b'] });
  act(() => void vi.advanceTimersByTime(1_400));
  expect(rests()).toBe(true);
  act(() => void vi.advanceTimersByTime(200));
  expect(rests()).toBe(false);
  rerender({ news: ['a b c'] });
  expect(rests()).toBe(true);
  rerender({ news: [] });
  expect(rests()).toBe(false);
});
