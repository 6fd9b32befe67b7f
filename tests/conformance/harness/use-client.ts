import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, inject } from 'vitest';
import { type OLDER_CLIENTS, openClientPage } from './client-host.ts';

export interface Client {
  /** Runs a function in the page: it sees the names of page-globals.d.ts and its argument, and nothing else of this file. */
  inPage<Result, Argument = undefined>(work: (argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Result>;
  page(): Page;
}

/**
 * A page with the genuine client for the tests of this file; they share its container. `withAgent`: the app's runtime code, too.
 * `build`: another of its published builds.
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
    // Playwright's own type unwraps handles, of which there are none here.
    inPage: (work, argument) => current().evaluate(work as (argument: unknown) => never, argument),
  };
}
