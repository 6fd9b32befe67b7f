import { afterEach, beforeEach, expect, vi } from 'vitest';

// A test in which something logs an error or a warning has failed, unless the test itself replaced the method and asserts on it.
const seen: string[] = [];

beforeEach(() => {
  seen.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      seen.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  expect(seen, 'nothing may be logged as an error or a warning').toEqual([]);
});
