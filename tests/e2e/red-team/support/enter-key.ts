import type { Page } from '@playwright/test';
import { openSettings } from '../../support/open-settings.ts';
import { expect } from '../../support/test.ts';

/** Enters a user's key as the user does, for an endpoint whose model is then used. */
export async function enterKey(page: Page, { key, url }: { key: string; url: string }): Promise<void> {
  await openSettings(page, 'Models');
  await page.getByRole('button', { name: 'Add a provider' }).press('Enter');
  await page.keyboard.type('compatible');
  await page.keyboard.press('Enter');
  await page.getByLabel('Base URL').fill(url);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Entered');
  await page.getByRole('textbox', { name: 'Models', exact: true }).fill('entered-model');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Provider test result' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('listitem', { name: 'Provider Entered' })).toContainText('key set');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Model: / })).toContainText('entered-model');
}
