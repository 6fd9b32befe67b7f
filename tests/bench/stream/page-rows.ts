import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { workbenchOf } from '../../e2e/support/workbench.ts';
import { measurePage } from './measure-page.ts';
import type { PacedReply } from './paced-provider.ts';
import { sampleCode, sampleMarkdown } from './sample-texts.ts';
import type { StreamBench } from './stream-bench.ts';

const DONE: PacedReply = { kind: 'text', text: 'Done.', perEvent: 8, perSecond: 0 };

/** Returns the reply that a row streams: 4 characters per event, far faster than models write, but in the form a socket delivers. */
function replyOf(name: string): { reply: PacedReply; end: string } {
  const code = (characters: number): PacedReply => ({
    kind: 'tool',
    text: JSON.stringify({ path: 'src/long.ts', content: sampleCode(characters) }),
    perEvent: 4,
    perSecond: 10_000,
  });
  const markdown = (characters: number, perSecond: number): PacedReply => ({
    kind: 'text',
    text: `${sampleMarkdown(characters)}\n\nThe very end.`,
    perEvent: 4,
    perSecond,
  });
  switch (name) {
    case 'code200kB':
      return { reply: code(200_000), end: 'Done.' };
    case 'code2MB':
      return { reply: code(2_000_000), end: 'Done.' };
    case 'markdown50kB':
      return { reply: markdown(50_000, 800), end: 'The very end.' };
    case 'markdown200kB':
      return { reply: markdown(200_000, 10_000), end: 'The very end.' };
    default:
      throw new Error(`No row ${name}.`);
  }
}

export const PAGE_ROWS = ['code200kB', 'code2MB', 'markdown50kB', 'markdown200kB'] as const;

/** Measures the app's page while a response streams, from its first piece to its pixels. */
export async function appRow(name: string, { browser, provider, server }: StreamBench): Promise<Record<string, number>> {
  const { reply, end } = replyOf(name);
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    const workbench = workbenchOf(page, server);
    await workbench.open();
    await expect(page.getByText('Engine, in this browser')).toBeVisible();
    provider.play([reply, DONE]);
    await workbench.send('Write a long answer');
    await provider.next('asked');
    await pause(1_500); // Loading and drawing the first chat is not part of the cost.
    const cost = await measurePage(browser, page, () => played(provider, reply), process.env.DEVONZ_PROFILE);
    await expect(workbench.status).toHaveText(/Completed/);
    await expect(workbench.conversation).toContainText(end);
    return named(name, 'app', cost);
  } finally {
    await context.close();
  }
}

/** Measures the same response in a page of the stock client (`stock-client.tsx`), from the same server. */
export async function stockRow(name: string, bench: StreamBench): Promise<Record<string, number>> {
  const { browser, provider, server } = bench;
  const { reply, end } = replyOf(name);
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  try {
    const page = await context.newPage();
    const headers = { 'content-type': 'text/html' };
    await page.route(`${server.appOrigin}/stock`, (route) => route.fulfill({ headers, body: '<!doctype html><main></main>' }));
    await page.goto(`${server.appOrigin}/stock`);
    await page.addScriptTag({ content: await bench.stockClient(), type: 'module' });
    provider.play([reply, DONE]);
    const asking = page.evaluate(() => globalThis.askStock());
    await provider.next('asked');
    await pause(500);
    const cost = await measurePage(browser, page, async () => {
      provider.begin();
      await Promise.race([asking, pause(120_000)]);
      await pause(500);
    });
    if (reply.kind === 'text') await expect(page.locator('main')).toContainText(end);
    return named(name, 'stock', cost);
  } finally {
    await context.close();
  }
}

/** The provider reports the end, because polling the page would add to its cost. */
async function played(provider: StreamBench['provider'], reply: PacedReply): Promise<void> {
  provider.begin();
  await provider.next('sent', reply.kind === 'tool' ? 2 : 1);
  await pause(1_000); // Includes the page's work for the last piece.
}

function named(row: string, who: string, cost: object): Record<string, number> {
  return Object.fromEntries(Object.entries(cost).map(([key, value]) => [`${row}_${who}_${key}`, value]));
}

declare global {
  /** Set by the stock client's page. */
  var askStock: () => Promise<void>;
}
