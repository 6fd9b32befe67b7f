import { test } from '@playwright/test';

/** The type of the annotations that `npm run bench -- responsiveness` reads. */
export const MILLISECONDS = 'milliseconds';

/** A duration that a test has measured, for who reads its report: the test itself judges with room for a busy machine (time-limit.ts). */
export function noteMilliseconds(name: string, milliseconds: number): void {
  test.info().annotations.push({ type: MILLISECONDS, description: `${name}: ${Math.round(milliseconds)}` });
}
