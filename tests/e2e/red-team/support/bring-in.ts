import { expect, type Page } from '@playwright/test';

/** Imports the file on the start page. Returns the error text, or null if it became a chat. */
export async function bringIn(page: Page, archive: Buffer): Promise<string | null> {
  await page.goto(new URL('/', page.url()).href);
  // A file dialog opens only within some seconds of the press, and the page may take longer on a slow machine.
  await expect(page.getByRole('button', { name: /^Model: / })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
  await (await chooser).setFiles({ name: 'stranger.devonz.zip', mimeType: 'application/zip', buffer: archive });
  const take = page.getByRole('button', { name: 'Import', exact: true });
  // An archive that may not be unpacked is rejected in the dialog, one that is not a session in a notification.
  const refusal = page
    .getByRole('region', { name: /^Notifications/ })
    .getByText(/not imported/)
    .or(page.getByRole('dialog').getByRole('alert'));
  await expect(take.or(refusal).first()).toBeVisible();
  if (!(await take.isVisible())) return (await refusal.first().textContent()) ?? '';
  await take.click();
  await expect(page).toHaveURL(/\/chat\//);
  return null;
}
