import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { workbenchOf } from '../e2e/support/workbench.ts';
import { bundlePage } from './bundle-page.ts';
import { sampleMarkdown } from './stream/sample-texts.ts';
import { type StreamBench, startStreamBench } from './stream/stream-bench.ts';
import type { KeepLongConversation } from './typing/long-conversation-page.ts';

const MESSAGES = 1_000;
const KEYS = 100;
/** Milliseconds: a fast typist. */
const BETWEEN_KEYS = 90;
/** A token is about four characters. */
const STREAM = { perEvent: 4, perSecond: 1_000 };

declare global {
  /** Set by the page that fills the storage. */
  var keepLongConversation: KeepLongConversation;
  /** Set in the app's page while it is measured. */
  var typed: { keys: number[]; frames: number[] };
}

/**
 * Measures typing in the message box while a response of 1,000 tokens per second streams into a conversation of 1,000 messages, and opening
 * that conversation: the built app in a real browser. Arguments: numbers of messages (default: 1,000, and 2 for comparison). Needs a build.
 */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const sizes = args.length > 0 ? args.map(Number) : [2, MESSAGES];
  const started = await startStreamBench();
  const figures: Record<string, number> = {};
  try {
    for (const size of sizes) Object.assign(figures, await typingRow(started, size));
  } finally {
    await started.stop();
  }
  return figures;
}

async function typingRow({ browser, provider, server }: StreamBench, messages: number): Promise<Record<string, number>> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    const chatId = await keepConversation(page, server.appOrigin, messages);
    const start = performance.now();
    await page.goto(`${server.appOrigin}/chat/${chatId}`);
    await expect(page.getByText(`Question ${messages / 2 - 1}:`)).toBeVisible();
    const openMs = Math.round(performance.now() - start);
    await expect(page.getByText('Runtime ready')).toBeVisible();
    const seconds = (KEYS * BETWEEN_KEYS) / 1_000 + 3;
    const text = `${sampleMarkdown(seconds * STREAM.perEvent * STREAM.perSecond)}\n\nThe very end.`;
    provider.play([{ kind: 'text', text, ...STREAM }]);
    const workbench = workbenchOf(page, server);
    await workbench.send('Write a long answer');
    await provider.next('asked');
    await pause(1_500); // Loading and drawing caused by sending is not typing.
    provider.begin();
    await provider.next('began');
    await pause(1_000);
    await watchTyping(page);
    await workbench.message.focus();
    for (let key = 0; key < KEYS; key++) {
      await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
      await pause(BETWEEN_KEYS);
    }
    const { keys, frames } = await page.evaluate(() => globalThis.typed);
    expect(keys).toHaveLength(KEYS);
    await expect(workbench.message).toHaveValue(/a{5} a{5}/);
    const sorted = keys.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN) * 10) / 10;
    return {
      [`typing_${messages}_open_ms`]: openMs,
      [`typing_${messages}_key_median_ms`]: at(0.5),
      [`typing_${messages}_key_p95_ms`]: at(0.95),
      [`typing_${messages}_key_longest_ms`]: at(1),
      [`typing_${messages}_frames_over_50ms_count`]: frames.length,
      [`typing_${messages}_longest_frame_ms`]: Math.round(Math.max(0, ...frames)),
    };
  } finally {
    await context.close();
  }
}

/**
 * Measures from keystroke to paint: from the event's timestamp to the first task after the frame that shows it. Records frames over 50 ms
 * as reported by the browser.
 */
async function watchTyping(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.typed = { keys: [], frames: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.typed.frames.push(entry.duration);
    }).observe({ type: 'long-animation-frame' });
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => globalThis.typed.keys.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      { capture: true },
    );
  });
}

/** Fills the app's storage from a blank page of its origin. */
async function keepConversation(page: Page, origin: string, messages: number): Promise<string> {
  const address = `${origin}/fill`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(address);
  const { script } = await bundlePage(new URL('./typing/long-conversation-page.ts', import.meta.url));
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(() => globalThis.keepLongConversation !== undefined);
  const answers = [700, 1_600, 400, 3_000].map((length) => sampleMarkdown(length));
  return page.evaluate(([all, count]) => globalThis.keepLongConversation('devonz', all, count), [answers, messages] as const);
}
