// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useHeldInput } from './use-held-input.ts';

test('input is held while code is on its way, then done in its order, and nothing is held afterwards', () => {
  const done: string[] = [];
  const handlers = { press: (key: string) => void done.push(key) };
  const { result, rerender } = renderHook(({ isLoading }) => useHeldInput(isLoading, handlers), { initialProps: { isLoading: true } });
  act(() => {
    expect(result.current((now) => now.press('ArrowDown'))).toBe(true);
    expect(result.current((now) => now.press('Enter'))).toBe(true);
  });
  expect(done).toEqual([]);
  rerender({ isLoading: false });
  expect(done).toEqual(['ArrowDown', 'Enter']);
  expect(result.current((now) => now.press('Tab'))).toBe(false);
});
