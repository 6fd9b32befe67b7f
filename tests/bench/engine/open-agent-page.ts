import type { Page } from '@playwright/test';
import type { BenchContext } from './bench-context.ts';

/** Opens a page with the app's own runtime code on the genuine client, booted. */
export async function openAgentPage(context: BenchContext): Promise<Page> {
  const page = await context.openPage();
  await page.addScriptTag({ url: '/agent.js', type: 'module' });
  await page.waitForFunction(() => 'agentRun' in globalThis);
  await page.evaluate(async () => void (await agentRun('true')));
  return page;
}
