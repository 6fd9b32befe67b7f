import type { Page } from '@playwright/test';
import { timeLimit } from '../../setup/time-limit.ts';
import { openSettings } from '../support/open-settings.ts';
import { workbenchOf } from '../support/workbench.ts';
import { longestPause, watchPauses } from './support/pause-probe.ts';
import { expect, test } from './support/red-team-test.ts';

const HTML = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

/** Returns true if no text was turned into an element or executed. */
async function isPlain(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.title !== 'owned' && document.querySelector('img[src="x"], body script:not([src]):not([nonce])') === null,
  );
}

const HOSTILE_SETTINGS: Record<string, string> = {
  'prototype keys': '[__proto__]\npolluted = true\n[constructor]\nprototype = 1\n',
  'a prototype in a table': '[agent]\n__proto__ = { enabled = false }\n',
  'unknown keys': 'modelId = "a"\nunknown = 1\n[agent]\nautoApproveEverything = true\n',
  'huge numbers': '[agent]\nmaxIterations = 999999999999\n',
  'no numbers': '[agent]\nmaxIterations = nan\n[temperature]\nagent = inf\nchat = -inf\n',
  'a date for a number': '[agent]\nmaxIterations = 1979-05-27T07:32:00Z\n',
  'deep tables': `${'[a'.repeat(1)}${'.a'.repeat(5_000)}]\nb = 1\n`,
  'deep lists': `a = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
  'a rule for everything': '[[rules]]\npattern = "*"\nverdict = "allow"\nscope = "always"\ncreatedAt = 1\n',
  'a rule that never ends': `[[rules]]\npattern = "${'a'.repeat(3_000)}"\nverdict = "allow"\nscope = "always"\ncreatedAt = 1\n`,
  'no TOML': '\u0000\u0001\u0002 [[[',
  'too long': `# ${'x'.repeat(1_100_000)}\n`,
  markup: `theme = '''${HTML}'''\n`,
};

test('hostile settings are refused whole, with the place of each fault, or shown before they are in force', async ({ scene }) => {
  const { page, workbench, attacks } = scene;
  await workbench.open();
  await openSettings(page, 'Data');
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  const status = page.getByRole('status', { name: 'Import', exact: true });
  for (const [name, text] of Object.entries(HOSTILE_SETTINGS)) {
    await watchPauses(page);
    await page
      .getByLabel('Settings file')
      .setInputFiles({ name: 'settings.toml', mimeType: 'application/toml', buffer: Buffer.from(text) });
    await expect(status).toContainText(/Nothing was imported|changes?|matches the current settings/);
    const said = (await status.textContent()) ?? '';
    const pause = await longestPause(page, name);
    attacks.note(`${name}: answered in words`, said.length > 10 && said.length < 20_000, said.slice(0, 160));
    attacks.note(`${name}: the page answers`, pause < timeLimit(400), `${pause} ms`);
    const cancel = status.getByRole('button', { name: 'Cancel' });
    if (await cancel.isVisible()) await cancel.click();
  }
  attacks.expect('nothing came into force', await page.evaluate(() => JSON.stringify({ ...localStorage })), before);
  attacks.note('no prototype changed', await page.evaluate(() => !('polluted' in {})), 'untouched');
  attacks.note('nothing ran', await isPlain(page), 'text');
});

test('two tabs of one chat do not both write it', async ({ page, context, target, attacks }) => {
  const { server, provider } = target;
  const workbench = workbenchOf(page, server);
  await workbench.open();
  provider.play([{ say: 'In the first tab.' }]);
  await workbench.send('One');
  await expect(workbench.conversation).toContainText('In the first tab.');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText(/another tab|other tab/i).first()).toBeVisible();
  attacks.note('the second tab', true, 'says that the chat is open elsewhere');
  provider.play([{ say: 'Still the first.' }]);
  await workbench.send('Two');
  await expect(workbench.conversation).toContainText('Still the first.');
  attacks.note('the first tab continues', true, 'continues');
});

test('an address that names no chat is said to name none', async ({ page, target, attacks }) => {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  for (const id of ['no-such-chat', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'a'.repeat(500), '__proto__', '%E2%80%AE', '..%2f..%2fx']) {
    await page.goto(`${target.server.appOrigin}/chat/${id}`);
    await expect(page.getByText(/is not in this browser|page not found/i)).toBeVisible();
    attacks.expect(`/chat/${id.slice(0, 40)}`, [await isPlain(page), thrown], [true, []]);
  }
});
