import type { Browser } from '@playwright/test';
import type { BuiltProject } from './build-project.ts';
import { type CheckResult, checkPage } from './check-page.ts';
import { serveSite } from './serve-site.ts';
import type { SuiteCheck } from './suite-prompt.ts';

export type CheckedItem = CheckResult & { id: string; isRequired: boolean };

const SOURCE = /\.(?:[cm]?[jt]sx?|html|css|vue|svelte|astro|json|md|py)$/;

export interface CheckedProject {
  files: ReadonlyMap<string, Uint8Array>;
  built: BuiltProject;
  browser: Browser;
}

/** Checks a suite's demands: pages, in a browser that can reach nothing else, and texts in the sources. */
export async function checkProject(checks: readonly SuiteCheck[], { files, built, browser }: CheckedProject): Promise<CheckedItem[]> {
  const ofPage = checks.filter((check) => check.kind === 'page');
  const results = new Map<SuiteCheck, CheckResult>();
  for (const check of checks) if (check.kind === 'text') results.set(check, textCheck(check.text, files));
  if (built.site === null) {
    const isFailed = built.result === 'failed' || files.size === 0;
    for (const check of ofPage)
      results.set(check, { result: isFailed ? 'failed' : 'not-run', why: 'there is no page: no index.html was built' });
  } else if (ofPage.length > 0) {
    const site = await serveSite(built.site);
    try {
      for (const check of ofPage) results.set(check, await inOwnPage(browser, site.origin, check));
    } finally {
      await site.stop();
    }
  }
  return checks.map((check) => ({ id: check.id, isRequired: check.isRequired, ...(results.get(check) ?? NOT_LOOKED_AT) }));
}

const NOT_LOOKED_AT: CheckResult = { result: 'not-run', why: 'it was not looked at' };

async function inOwnPage(browser: Browser, origin: string, check: SuiteCheck & { kind: 'page' }): Promise<CheckResult> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    await page.goto(`${origin}/`, { waitUntil: 'load' });
    return await checkPage(page, check.criterion);
  } catch (error) {
    return { result: 'failed', why: `the page did not open: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}` };
  } finally {
    await context.close();
  }
}

function textCheck(text: string, files: ReadonlyMap<string, Uint8Array>): CheckResult {
  const wanted = text.toLowerCase();
  const decoder = new TextDecoder();
  const isThere = [...files].some(([path, content]) => SOURCE.test(path) && decoder.decode(content).toLowerCase().includes(wanted));
  return isThere ? { result: 'passed' } : { result: 'failed', why: 'no source has this text' };
}
