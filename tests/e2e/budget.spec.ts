import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { timeLimit } from '../setup/time-limit.ts';
import { builtScripts } from './support/built-scripts.ts';
import { firstScripts } from './support/first-scripts.ts';
import { type StreamedReply, startStepServer } from './support/step-server.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

/** The maximum JavaScript until the message box accepts text, gzipped. In bytes. */
const FIRST_LOAD_BUDGET = 109_500;
/** The maximum JavaScript of the whole app, gzipped, without the engine and the type service. The goal is 1,500 kB. In bytes. */
const WHOLE_APP_BUDGET = 1_950_000;
/**
 * The maximum CPU time of the page's main thread for showing a file of `STREAMED_CHARACTERS`. In seconds. The goal is 1; on two quiet cores
 * that also run the model it was 1.3 to 1.6 (2026-11-22). This protects that result, with room for a busier machine.
 */
const STREAM_BUDGET = 3;
/** The longest time the page may be unresponsive. Milliseconds, wall clock. The goal is 100; it was 105 to 137. */
const LONGEST_TASK = timeLimit(150);
const STREAMED_CHARACTERS = 200_000;
/** Characters per delta, as sent by a provider. */
const DELTA = 4;

// Playwright's own recording constantly takes screenshots and copies of the page.
test.use({ trace: 'off', screenshot: 'off' });

test.describe('budgets', () => {
  test(`the start page takes text after less than ${FIRST_LOAD_BUDGET / 1000} kB of JavaScript`, async ({ page, demoServer }) => {
    const loaded = await firstScripts(page, workbenchOf(page, demoServer));
    const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(loaded.length).toBeGreaterThan(2);
    const largest = loaded.slice(0, 5);
    console.log(`first load: ${kilobytes(total)} kB gzipped in ${loaded.length} scripts; largest: ${largest.map(nameAndSize).join(', ')}`);
    expect(total).toBeLessThan(FIRST_LOAD_BUDGET);
  });

  test(`the whole app is less than ${WHOLE_APP_BUDGET / 1000} kB of JavaScript`, async () => {
    const scripts = (await builtScripts()).filter(({ isOfTypeService }) => !isOfTypeService);
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(`whole app: ${kilobytes(total)} kB gzipped in ${scripts.length} scripts; npm run bench -- size says what they are made of`);
    expect(scripts.length).toBeGreaterThan(20);
    expect(total).toBeLessThan(WHOLE_APP_BUDGET);
  });

  test('a long file written in small deltas keeps the page quick', async ({ page, demoServer, appErrors }) => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let tellAnswered: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      tellAnswered = resolve;
    });
    const steps = await startStepServer([() => writesLongFile(begun), says('Written.', tellAnswered)]);
    // Only the response comes from elsewhere: the page sees its own URL.
    await page.route('**/api/chat', (route) => route.continue({ url: steps.url }));
    const workbench = workbenchOf(page, demoServer);
    await page.addInitScript(recordLongTasks);
    await workbench.open();
    await expect(page.getByText('Engine, in this browser')).toBeVisible();
    const profiler = await page.context().newCDPSession(page);
    // CPU seconds, not wall-clock time, so that other programs do not count.
    await profiler.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (process.env.DEVONZ_PROFILE) await profiler.send('Profiler.enable').then(() => profiler.send('Profiler.start'));
    await workbench.send('Write a long file');
    await expect(workbench.status).toHaveText(/Thinking/);
    await pause(1_000); // Loading and drawing the first chat is not part of the cost.
    await page.evaluate(() => globalThis.longTasks?.splice(0));
    const before = await mainThreadTime(profiler);
    const startedAt = Date.now();
    begin();
    // The model reports the end, because polling the page would add to its cost.
    await answered;
    await pause(500); // Includes the page's work for the last response.
    const seconds = (Date.now() - startedAt) / 1000;
    const after = await mainThreadTime(profiler);
    if (process.env.DEVONZ_PROFILE) await saveProfile(profiler, process.env.DEVONZ_PROFILE);
    const spent = { task: after.task - before.task, script: after.script - before.script };
    const longest = await longestTask(page);
    console.log(
      `200 kB stream: ${spent.task.toFixed(2)} s of tasks (${spent.script.toFixed(2)} s of script) in ${seconds.toFixed(1)} s, longest task ${longest} ms`,
    );
    await expect(workbench.status).toHaveText(/Completed/);
    await expect(workbench.editor('src/long.ts')).toContainText('export function part');
    expect(spent.task).toBeLessThan(STREAM_BUDGET);
    expect(longest).toBeLessThan(LONGEST_TASK);
    expect(appErrors).toEqual([]);
    await steps.stop();
  });
});

/** Streams the file in deltas of four characters, far faster than models write: some 40 000 characters per second. */
async function* writesLongFile(begun: Promise<void>): ReturnType<StreamedReply> {
  const input = JSON.stringify({ path: 'src/long.ts', content: longSource() });
  yield { type: 'stream-start', warnings: [] };
  await begun;
  yield { type: 'tool-input-start', id: 'long', toolName: 'devonz_write_file' };
  for (let at = 0; at < input.length; at += DELTA) {
    yield { type: 'tool-input-delta', id: 'long', delta: input.slice(at, at + DELTA) };
    if (at % 800 === 0) await pause(20);
  }
  yield { type: 'tool-input-end', id: 'long' };
  yield { type: 'tool-call', toolCallId: 'long', toolName: 'devonz_write_file', input };
  yield { type: 'finish', usage: USAGE, finishReason: { unified: 'tool-calls', raw: 'tool_calls' } };
}

function says(text: string, onSaid: () => void): StreamedReply {
  return async function* () {
    yield { type: 'stream-start', warnings: [] };
    yield { type: 'text-start', id: 'text' };
    yield { type: 'text-delta', id: 'text', delta: text };
    yield { type: 'text-end', id: 'text' };
    yield { type: 'finish', usage: USAGE, finishReason: { unified: 'stop', raw: 'stop' } };
    onSaid();
  };
}

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
};

/** Returns TypeScript in a model's style, with exactly `STREAMED_CHARACTERS`. */
function longSource(): string {
  let text = '';
  for (let part = 1; text.length < STREAMED_CHARACTERS; part++) {
    text += `/** Part ${part} of many. */\nexport function part${part}(value: number): string {\n  const doubled = value * ${part};\n  return \`part ${part}: \${doubled}\`;\n}\n\n`;
  }
  return text.slice(0, STREAMED_CHARACTERS);
}

/** Returns the CPU time so far of the page's main thread, by Chromium's own account (`Performance.getMetrics`). In seconds. */
async function mainThreadTime(profiler: CDPSession): Promise<{ task: number; script: number }> {
  const { metrics } = await profiler.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return { task: metric('TaskDuration'), script: metric('ScriptDuration') };
}

declare global {
  var longTasks: number[] | undefined;
}

/** Runs in the page. */
function recordLongTasks(): void {
  const tasks: number[] = [];
  globalThis.longTasks = tasks;
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
}

/** Returns the longest task of the stream; 0 if none exceeded 50 ms. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(globalThis.longTasks ?? [])));
}

async function saveProfile(profiler: CDPSession, path: string): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  const { profile } = await profiler.send('Profiler.stop');
  await writeFile(path, JSON.stringify(profile));
}

function nameAndSize({ url, bytes }: { url: string; bytes: number }): string {
  return `${url.slice(url.lastIndexOf('/') + 1)} ${kilobytes(bytes)}`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
