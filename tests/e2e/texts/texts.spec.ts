import { TEMPLATES } from '../../../app/lib/templates/template-list.ts';
import { marked, speakPseudo, unmarkedTexts } from '../support/pseudo-texts.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

test.describe('a user who reads German', () => {
  test.use({ locale: 'de-AT' });

  test('gets the page in German from the server, and no other text when the page takes over', async ({ page, demoServer, appErrors }) => {
    const written = await (await page.goto(`${demoServer.appOrigin}/`))?.text();
    expect(written).toContain('Was bauen wir?');
    expect(written).toContain('<html lang="de-AT"');
    await expect(page.getByRole('heading', { name: 'Was bauen wir?' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Suchen oder Befehl ausführen' })).toBeVisible();
    expect(appErrors).toEqual([]);
  });

  test('may choose English, which the page is loaded again in, and go back', async ({ page, demoServer, appErrors }) => {
    await page.goto(`${demoServer.appOrigin}/`);
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
    await page.getByRole('tab', { name: 'Darstellung' }).click();
    await page.getByRole('radio', { name: /English/ }).click();
    await expect(page.getByRole('heading', { name: 'What are we building?' })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await page.getByRole('radio', { name: /As the system.*language/ }).click();
    await expect(page.getByRole('heading', { name: 'Was bauen wir?' })).toBeVisible();
    expect(appErrors).toEqual([]);
  });
});

test('whoever reads English loads no catalogue', async ({ page, demoServer, appErrors }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await workbenchOf(page, demoServer).open();
  expect(asked.filter((path) => path.endsWith('.json'))).toEqual([]);
  expect(appErrors).toEqual([]);
});

test('nothing on the start page was left out of the catalogue', async ({ page, demoServer, appErrors }) => {
  const data = ['devonz', 'Devonz', 'agent:/>', 'Demo (scripted, no AI)', ...TEMPLATES.flatMap(({ title, tile }) => [title, tile])];
  await speakPseudo(page, demoServer);
  await page.goto(`${demoServer.appOrigin}/`);
  await expect(page.getByRole('heading', { name: marked('What are we building?') })).toBeVisible();
  expect(await unmarkedTexts(page, data)).toEqual([]);
  expect(appErrors).toEqual([]);
});
