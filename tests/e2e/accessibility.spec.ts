import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { type Workbench, workbenchOf } from './support/workbench.ts';

const SETTINGS_TABS = [
  'Agent',
  'Models',
  'Prompts',
  'Cost',
  'MCP servers',
  'Runtime',
  'Appearance',
  'Data',
  'Shortcuts',
  'Diagnostics',
  'About',
];
const WORKBENCH_TABS = ['Code', 'Changes', 'Preview', 'Terminal', 'Problems'];

// Colours are only checked once fading has finished.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Check = (place: string) => Promise<void>;

/** Visits every part of the workbench in turn, on the demo's landing page. */
async function tour(workbench: Workbench, check: Check): Promise<void> {
  const { page } = workbench;
  await workbench.open();
  await check('start');
  await tourDialogs(page, check);
  await workbench.send('Make a landing page');
  await expect(workbench.approvals).toBeVisible();
  await check('approval');
  await workbench.approve('node server.js');
  await expect(workbench.conversation.getByRole('article', { name: /^Complete/ })).toBeVisible();
  await check('conversation');
  for (const name of WORKBENCH_TABS) {
    await page.getByRole('tab', { name, exact: true }).click();
    if (name === 'Preview') await expect(workbench.preview.locator('main').first()).toBeVisible();
    await check(name);
  }
}

/** Shows a theme as the app does for a selected one (use-theme.ts). */
async function showTheme(page: Page, theme: 'dark' | 'light' | 'hc'): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
}

async function tourDialogs(page: Page, check: Check): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await check('palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  for (const name of SETTINGS_TABS) {
    await page.getByRole('dialog').getByRole('tab', { name, exact: true }).click();
    await check(`settings, ${name}`);
  }
  await page.keyboard.press('Escape');
}

test.describe('accessibility', () => {
  test('axe finds nothing serious at any place, and no theme has colours too close', async ({ page, demoServer, appErrors }) => {
    await tour(workbenchOf(page, demoServer), async (place) => {
      await showTheme(page, 'dark');
      await expectAccessible(page, `${place}, dark`);
      // The same page in other colours: only contrast can differ.
      for (const theme of ['light', 'hc'] as const) {
        await showTheme(page, theme);
        await expectAccessible(page, `${place}, ${theme}`, ['color-contrast']);
      }
    });
    expect(appErrors).toEqual([]);
  });

  test('nothing overflows at 390 and 360 pixels, and axe finds nothing serious', async ({ page, demoServer, appErrors }) => {
    const show = (width: number) => page.setViewportSize({ width, height: 780 });
    await show(390);
    await tour(workbenchOf(page, demoServer), async (place) => {
      await show(360);
      await expectNoOverflow(page, `${place}, 360`);
      await show(390);
      await expectNoOverflow(page, `${place}, 390`);
      await expectAccessible(page, `${place}, 390`);
    });
    expect(appErrors).toEqual([]);
  });

  test('a question is reached and answered by keyboard alone, and the tree walks by arrows', async ({ workbench, models }) => {
    const { page } = workbench;
    scriptModel(models, [
      {
        toolCalls: [
          toolCall('devonz_write_file', { path: 'src/deep/a.txt', content: 'a' }, 'one'),
          toolCall('devonz_write_file', { path: 'b.txt', content: 'b' }, 'two'),
          toolCall('devonz_run_command', { command: 'echo from the keyboard' }, 'three'),
        ],
      },
      { content: 'Done.' },
    ]);
    await workbench.open();
    await workbench.message.press('a');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Say it');
    await page.keyboard.press('Enter');
    const card = workbench.approvals.getByRole('article').first();
    await expect(card).toBeVisible();
    // Backwards: the question precedes the message box. (Forwards leads through the editor, where Tab indents.)
    await pressUntilFocused(page, 'Shift+Tab', card);
    await page.keyboard.press('Control+Enter');
    await expect(workbench.status).toHaveText(/Completed/);

    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await pressUntilFocused(page, 'Tab', page.locator('[role=treeitem][tabindex="0"]'));
    await page.keyboard.press('Home');
    await expect(row('src')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(row('deep')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(row('deep')).toHaveAttribute('aria-expanded', 'false');
    await expect(row('a.txt')).toBeHidden();
    await page.keyboard.press('b');
    await expect(row('b.txt')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(workbench.editor('b.txt')).toHaveText('b');
  });
});

async function pressUntilFocused(page: Page, key: string, target: ReturnType<Page['locator']>): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    const isReached = await target
      .first()
      .evaluate((element) => element === document.activeElement || element.contains(document.activeElement));
    if (isReached) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there.`);
}
