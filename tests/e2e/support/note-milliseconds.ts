import { test } from '@playwright/test';

/** The type of the annotations that `npm run bench -- responsiveness` reads. */
export const MILLISECONDS = 'milliseconds';

/** Records a measured duration for readers of the report: the test itself allows for a busy machine (time-limit.ts). */
export function noteMilliseconds(name: string, milliseconds: number): void {
  test.info().annotations.push({ type: MILLISECONDS, description: `${name}: ${Math.round(milliseconds)}` });
}
