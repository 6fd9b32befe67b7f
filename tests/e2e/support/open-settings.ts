import type { Locator, Page } from '@playwright/test';

/**
 * Opens Settings at a section. Its parts load on demand, so a tab is looked up in the dialog and never in the page, where another of the
 * same name (the terminal also has a tab "Agent") would be found first.
 */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: section, exact: true }).click();
  return dialog;
}
