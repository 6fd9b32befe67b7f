import type { Locator, Page } from '@playwright/test';
import { LocatorError, locatorOf } from './locator-expression.ts';
import type { PageCriterion, SetupAction } from './suite-prompt.ts';

export type CheckResult = { result: 'passed' } | { result: 'failed' | 'not-run'; why: string };

const LONGEST_WAIT_MS = 5_000;
const STICKY_SCROLL = 600;
const STICKY_TOP = 50;

/** Returns whether a page meets a WebAppBench criterion. A criterion that needs an account, or has an unknown form, is not run. */
export async function checkPage(page: Page, { setup, locator, assert, custom }: PageCriterion): Promise<CheckResult> {
  try {
    for (const action of setup) {
      if (action.kind === 'unknown') return { result: 'not-run', why: `its action ${action.name} needs more than a page` };
      await act(page, action);
    }
    const found = locatorOf(page, locator);
    const missing = await assertion(found, assert);
    if (missing !== null) return missing;
    return custom === undefined ? { result: 'passed' } : await customCheck(page, found, custom);
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { result: error instanceof LocatorError ? 'not-run' : 'failed', why };
  }
}

async function act(page: Page, action: SetupAction): Promise<void> {
  switch (action.kind) {
    case 'evaluate':
      // Passed as text, because it runs only in the page.
      await page.evaluate(asCall(action.expr));
      return;
    case 'reload':
      await page.reload({ waitUntil: 'load' });
      return;
    case 'fill':
      return locatorOf(page, action.locator).first().fill(action.value, { timeout: LONGEST_WAIT_MS });
    case 'click':
      return locatorOf(page, action.locator).first().click({ timeout: LONGEST_WAIT_MS });
    case 'press':
      return locatorOf(page, action.locator).first().press(action.key, { timeout: LONGEST_WAIT_MS });
    case 'waitFor':
      return locatorOf(page, action.locator).first().waitFor({ timeout: LONGEST_WAIT_MS });
  }
}

/** A function is called; any other expression is evaluated. */
function asCall(text: string): string {
  return /^\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*=>|\w+\s*=>)/.test(text) ? `(${text})()` : text;
}

async function assertion(found: Locator, assert: string): Promise<CheckResult | null> {
  const isThere = await found
    .first()
    .waitFor({ state: assert === 'toBeVisible' ? 'visible' : 'attached', timeout: /\(0\)/.test(assert) ? 1 : LONGEST_WAIT_MS })
    .then(() => true)
    .catch(() => false);
  if (assert === 'toBeVisible') return isThere ? null : { result: 'failed', why: 'it is not visible' };
  const [, atLeast, number] = /^toHaveCount(AtLeast)?\((\d+)\)$/.exec(assert) ?? [];
  if (number === undefined) return { result: 'not-run', why: `its assertion ${assert} is not known` };
  const count = await found.count();
  const isMet = atLeast === undefined ? count === Number(number) : count >= Number(number);
  return isMet ? null : { result: 'failed', why: `${count} instead of ${atLeast === undefined ? '' : 'at least '}${number}` };
}

async function customCheck(page: Page, found: Locator, custom: string): Promise<CheckResult> {
  const box = () => found.first().boundingBox();
  if (custom === 'stickyAfterScroll') {
    const before = await box();
    await page.mouse.wheel(0, STICKY_SCROLL);
    await page.waitForFunction((least) => scrollY >= Math.min(least, document.documentElement.scrollHeight - innerHeight), STICKY_SCROLL);
    const after = await box();
    const isSticky = before !== null && after !== null && before.y <= STICKY_TOP && after.y <= STICKY_TOP;
    return isSticky ? { result: 'passed' } : { result: 'failed', why: 'it does not stay at the top' };
  }
  const [, axis, comparison, number] = /^boundingBox\.(x|y|width|height)\s*(<=|>=|<|>|={2,3})\s*(-?\d+)$/.exec(custom) ?? [];
  if (axis === undefined) return { result: 'not-run', why: `its rule ${custom} is not known` };
  const size = await box();
  const measured = size === null ? Number.NaN : size[axis as keyof typeof size]; // The expression contains only these names.
  const is = {
    '<=': measured <= Number(number),
    '>=': measured >= Number(number),
    '<': measured < Number(number),
    '>': measured > Number(number),
  };
  const isMet = comparison?.startsWith('==') ? measured === Number(number) : is[comparison as keyof typeof is]; // Only these operators.
  return isMet ? { result: 'passed' } : { result: 'failed', why: `${axis} is ${measured}` };
}
