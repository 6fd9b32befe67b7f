import type { Browser, CDPSession, Page } from '@playwright/test';
import { z } from 'zod';

/** Time spent by a page's main thread. CPU milliseconds, not wall-clock time, so that other programs do not count. */
export interface PageCost {
  taskMs: number;
  scriptMs: number;
  layoutMs: number;
  styleMs: number;
  /** The longest task, by CPU time and by wall-clock time. */
  longestTaskMs: number;
  longestTaskWallMs: number;
}

/** Measures the main thread's costs while `work` runs, by Chromium's own account (`Performance.getMetrics`, and a trace of the tasks). */
export async function measurePage(browser: Browser, page: Page, work: () => Promise<void>, profilePath?: string): Promise<PageCost> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (profilePath !== undefined) {
    await session.send('Profiler.enable');
    await session.send('Profiler.setSamplingInterval', { interval: 500 });
    await session.send('Profiler.start');
  }
  await browser.startTracing(page, { categories: ['toplevel'] });
  const before = await metricsOf(session);
  await work();
  const after = await metricsOf(session);
  const trace = await browser.stopTracing();
  if (profilePath !== undefined) await saveProfile(session, profilePath);
  await session.detach();
  const spent = (name: string) => Math.round(((after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)) * 1_000);
  return {
    taskMs: spent('TaskDuration'),
    scriptMs: spent('ScriptDuration'),
    layoutMs: spent('LayoutDuration'),
    styleMs: spent('RecalcStyleDuration'),
    ...longestTasks(trace),
  };
}

async function metricsOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown() }).partial().optional(),
    }),
  ),
});

/** Takes the busiest renderer main thread, which is the page's. */
function longestTasks(trace: Buffer): Pick<PageCost, 'longestTaskMs' | 'longestTaskWallMs'> {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString('utf8')));
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const tasks = threads.map(({ pid, tid }) =>
    traceEvents.filter((event) => event.pid === pid && event.tid === tid && /RunTask$/.test(event.name)),
  );
  const busiest = tasks
    .map((each) => ({ each, total: each.reduce((sum, { dur = 0 }) => sum + dur, 0) }))
    .sort((a, b) => b.total - a.total)[0];
  if (busiest === undefined || busiest.each.length === 0) throw new Error('The trace has no tasks of a page.');
  const longest = (key: 'dur' | 'tdur') => Math.round(Math.max(...busiest.each.map((event) => event[key] ?? 0)) / 1_000);
  return { longestTaskMs: longest('tdur'), longestTaskWallMs: longest('dur') };
}

async function saveProfile(session: CDPSession, path: string): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  const { profile } = await session.send('Profiler.stop');
  await writeFile(path, JSON.stringify(profile));
}
