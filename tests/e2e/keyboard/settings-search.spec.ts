import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

test('a setting is found and changed by the keyboard alone', async ({ page, demoServer, appErrors }) => {
  await workbenchOf(page, demoServer).open();
  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const field = settings.getByRole('searchbox', { name: 'Search the settings' });
  await field.focus();
  await page.keyboard.type('tones');
  await expect(settings.getByRole('status')).toHaveText('1 setting');
  await page.keyboard.press('Enter');
  await expect(settings.getByRole('switch', { name: 'Sound' })).toBeFocused();
  for (const name of ['Storage', 'Open without a network', 'Export settings', 'Import settings']) {
    await field.fill(name);
    await settings.getByRole('button', { name: `${name} Data` }).click();
    await expect(settings.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
    await expect(settings.getByText(name, { exact: true }).first()).toBeInViewport();
  }
  await field.fill('x');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await field.press('Escape');
  await expect(settings).toBeHidden();
  expect(appErrors).toEqual([]);
});

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 360, height: 740 } });

  test('words are found without their accents', async ({ page, demoServer, appErrors }) => {
    await page.goto(`${demoServer.appOrigin}/`);
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
    const settings = page.getByRole('dialog', { name: 'Einstellungen' });
    await settings.getByRole('searchbox').fill('TONE');
    await settings.getByRole('list', { name: 'Gefundene Einstellungen' }).getByRole('button').first().click();
    await expect(settings.getByRole('switch', { name: 'Ton' })).toBeInViewport();
    expect(appErrors).toEqual([]);
  });
});
