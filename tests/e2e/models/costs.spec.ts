import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { openSettings } from '../support/open-settings.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const DAY = new Date();
const TODAY = `${DAY.getFullYear()}-${String(DAY.getMonth() + 1).padStart(2, '0')}-${String(DAY.getDate()).padStart(2, '0')}`;
const used = (dollars: number, unpriced: number) => ({
  requests: 12,
  unpriced,
  input: 840_000,
  output: 21_000,
  cached: 610_000,
  cacheWrite: 90_000,
  reasoning: 8_000,
  dollars,
});

test.describe('costs', () => {
  test('are shown at every width, and a day’s budget that is used up stops a task, also after a reload', async ({
    page,
    demoServer,
    appErrors,
  }, info) => {
    const days = {
      '2026-11-20': { 'anthropic:claude-opus-4-5': used(4.2, 0) },
      [TODAY]: { 'openai:gpt-5.6-terra': used(1.91, 0), 'lab:qwen3-coder': used(0, 12) },
    };
    await page.addInitScript((text) => localStorage.setItem('devonz_spending', text), JSON.stringify(days));
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await openSettings(page, 'Cost');
    const table = page.getByRole('table', { name: 'Costs' });
    await expect(table.getByRole('row')).toHaveCount(3);
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 860 });
      await expectNoOverflow(page, `costs, ${width}`);
      await expectAccessible(page, `costs, ${width}`);
      await page.screenshot({ path: info.outputPath(`costs-${width}.png`) });
    }
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toBe('devonz-costs.csv');
    await page.getByRole('textbox', { name: 'Money a day' }).fill('1.5');
    await page.reload();
    await workbench.send('Make a landing page');
    const card = page.getByRole('article', { name: /^Budget of the day used up/ });
    await expect(card).toContainText('$1.91 of the $1.50 a day');
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 860 });
      await expectNoOverflow(page, `day’s budget, ${width}`);
      await page.screenshot({ path: info.outputPath(`day-budget-${width}.png`) });
    }
    await card.getByRole('button', { name: 'Change the limit' }).click();
    await expect(page.getByRole('textbox', { name: 'Money a day' })).toBeVisible();
    expect(appErrors).toEqual([]);
  });
});
