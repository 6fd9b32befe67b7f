import type { Locator, Page } from '@playwright/test';

/**
 * Opens Settings at a section. Its parts load on demand: a tab is looked for in the dialog, never in the page, where others may have
 * the same name (the terminal has a tab "Agent" too) and would be found first.
 */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: section, exact: true }).click();
  return dialog;
}
