import type { Page } from '@playwright/test';
import { timeLimit } from '../../../setup/time-limit.ts';
import { noteMilliseconds } from '../../support/note-milliseconds.ts';

/** The longest time the app may be unresponsive under any flood. In milliseconds. */
export const LONGEST_PAUSE = timeLimit(200);

declare global {
  var redTeamPause: { longest: number } | undefined;
}

/** Measures the longest block of the page's main thread, from now until `longestPause`. */
export async function watchPauses(page: Page): Promise<void> {
  await page.evaluate(() => {
    const record = { longest: 0 };
    globalThis.redTeamPause = record;
    let last = performance.now();
    const channel = new MessageChannel();
    const look = () => {
      const now = performance.now();
      record.longest = Math.max(record.longest, now - last);
      last = now;
      if (globalThis.redTeamPause === record) setTimeout(() => channel.port2.postMessage(null), 10);
    };
    channel.port1.onmessage = look;
    channel.port2.postMessage(null);
  });
}

/** Ends the measurement. */
export async function longestPause(page: Page, during: string): Promise<number> {
  const pause = await page.evaluate(() => {
    const record = globalThis.redTeamPause;
    globalThis.redTeamPause = undefined;
    return Math.round(record?.longest ?? Number.NaN);
  });
  noteMilliseconds(during, pause);
  return pause;
}
