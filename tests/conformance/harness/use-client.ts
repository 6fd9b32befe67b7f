import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, inject } from 'vitest';
import { type OLDER_CLIENTS, openClientPage } from './client-host.ts';

export interface Client {
  /** Runs a function in the page: it can use the globals of page-globals.d.ts and its argument, but nothing else of this file. */
  inPage<Result, Argument = undefined>(work: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result>;
  page(): Page;
}

/**
 * Opens a page with the genuine client for this file's tests, which share its container. `withAgent` adds the app's runtime code; `build`
 * selects another published build.
 */
export function useClient({ withAgent = false, build }: { withAgent?: boolean; build?: (typeof OLDER_CLIENTS)[number] } = {}): Client {
  let browser: Browser | null = null;
  let page: Page | null = null;
  const current = (): Page => {
    if (page === null) throw new Error('The page is not open yet.');
    return page;
  };
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
    page = await openClientPage(browser, `${inject('clientPage')}${build ?? ''}`);
    if (withAgent) await page.addScriptTag({ url: '/agent.js', type: 'module' });
    if (withAgent) await page.waitForFunction(() => 'agentRun' in globalThis);
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    page: current,
    // Playwright's own type unwraps handles, which do not occur here.
    inPage: (work, argument) => current().evaluate(work as (argument: unknown) => never, argument),
  };
}
