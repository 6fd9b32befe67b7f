import type { CDPSession, Page } from '@playwright/test';
import { timeLimit } from '../../../setup/time-limit.ts';
import { noteMilliseconds } from '../../support/note-milliseconds.ts';

/** The longest time the app may be unresponsive under any flood. In milliseconds. */
export const LONGEST_PAUSE = timeLimit(200);

declare global {
  var redTeamPause: { longest: number } | undefined;
}

interface Watch {
  profiler: CDPSession;
  /** Seconds of the processor that the main thread had used before. */
  usedBefore: number;
}
const watches = new WeakMap<Page, Watch>();

/** Measures the longest block of the page's main thread, from now until `longestPause`. */
export async function watchPauses(page: Page): Promise<void> {
  const profiler = await page.context().newCDPSession(page);
  await profiler.send('Performance.enable', { timeDomain: 'threadTicks' });
  watches.set(page, { profiler, usedBefore: await mainThreadSeconds(profiler) });
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

/**
 * Ends the measurement. Returns the longest pause, or all the time that the main thread has computed since if that is less: on a busy machine
 * a pause is mostly the time of other programs. In milliseconds.
 */
export async function longestPause(page: Page, during: string): Promise<number> {
  const lasted = await page.evaluate(() => {
    const record = globalThis.redTeamPause;
    globalThis.redTeamPause = undefined;
    return record?.longest ?? Number.NaN;
  });
  const pause = Math.round(Math.min(lasted, await computedSince(page)));
  noteMilliseconds(during, pause);
  return pause;
}

async function computedSince(page: Page): Promise<number> {
  const watch = watches.get(page);
  if (watch === undefined) throw new Error('Nobody has called watchPauses for this page.');
  const used = await mainThreadSeconds(watch.profiler);
  await watch.profiler.detach();
  return (used - watch.usedBefore) * 1_000;
}

async function mainThreadSeconds(profiler: CDPSession): Promise<number> {
  const { metrics } = await profiler.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
