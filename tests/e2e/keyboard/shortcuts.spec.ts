import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { openSettings } from '../support/open-settings.ts';
import { expect, test } from '../support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

test.describe('keys', () => {
  test('keys that the user has chosen work after a reload, and those of before do not', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open();
    // Keys wait for the list of commands to load: pressed immediately, they are not lost.
    await page.keyboard.press('Control+/');
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await expect(dialog.getByRole('tab', { name: 'Shortcuts' })).toHaveAttribute('aria-selected', 'true');
    const change = dialog.getByRole('button', { name: 'Change keys of “Search or run a command”' });
    await change.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(change).toBeFocused();
    await expect(dialog.getByRole('status')).toHaveText('The keys of “Search or run a command” stay as they are.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+P');
    await expect(dialog.getByRole('button', { name: 'Take Ctrl+P' })).toBeFocused();
    await expectAccessible(page, 'a conflict of keys');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('Ctrl+P is now “Search or run a command”');
    await expect(change).toBeFocused();

    // The user's keys are known before the list of commands is there.
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/page-parts-*.js', async (route) => {
      await isLetGo;
      await route.continue();
    });
    await page.reload();
    await expect(workbench.message).toBeEditable();
    await expect(page.getByText('Engine, in this browser')).toBeVisible();
    await expect(page.getByRole('button', { name: /Search or run a command/ }).locator('kbd')).toHaveText(['Ctrl', 'P']);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+p');
    letGo();
    await expect(palette(page)).toBeVisible();
    await page.keyboard.press('Escape');
    const shortcuts = await openSettings(page, 'Shortcuts');
    await shortcuts.getByRole('button', { name: 'Reset all' }).click();
    await expect(shortcuts.getByRole('button', { name: 'Reset all' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeVisible();
  });

  test('what is typed right after Ctrl+K, before the palette’s code is here, is for the palette', async ({ workbench }) => {
    const { page } = workbench;
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/command-palette-*.js', async (route) => {
      await isLetGo;
      await route.continue();
    });
    await workbench.open();
    await workbench.message.fill('half a sentence');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('theme: dax');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('rk');
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('theme: dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    letGo();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(palette(page)).toBeHidden();
    await expect(workbench.message).toHaveValue('half a sentence');
    await expect(workbench.message).toBeFocused();
  });

  test('what is typed before there are dialogs at all is for the palette too', async ({ workbench }) => {
    const { page } = workbench;
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/page-parts-*.js', async (route) => {
      await isLetGo;
      await route.continue();
    });
    await workbench.open();
    await workbench.message.fill('half a sentence');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('settings: data');
    await page.keyboard.press('Enter');
    letGo();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await expect(dialog.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(workbench.message).toHaveValue('half a sentence');
  });
});
