import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './test.ts';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  var axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> } | undefined;
}

/**
 * Checks that axe finds nothing serious or critical in the page's current state, by all rules or the given ones; the previewed page is
 * excluded.
 */
export async function expectAccessible(page: Page, place: string, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => globalThis.axe !== undefined))) await page.evaluate(await source);
  const found = await page.evaluate(async (only) => {
    const results = await globalThis.axe?.run(
      { exclude: [['iframe']] },
      { resultTypes: ['violations'], iframes: false, ...(only === undefined ? {} : { runOnly: only }) },
    );
    return (results?.violations ?? [])
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
  }, rules);
  expect.soft(found, `${place}: axe`).toEqual([]);
}

/** Checks that the page does not scroll sideways. In a window that has just become narrow, the page first draws its other layout. */
export async function expectNoOverflow(page: Page, place: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const root = document.scrollingElement ?? document.documentElement;
      return Math.max(0, root.scrollWidth - root.clientWidth);
    });
  await expect
    .configure({ soft: true })
    .poll(tooWide, { message: `${place}: pixels too wide`, timeout: 5_000 })
    .toBe(0);
}
