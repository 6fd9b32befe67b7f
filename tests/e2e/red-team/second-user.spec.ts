import { patience } from '../../setup/patience.ts';
import { startAppServer } from '../support/app-server.ts';
import { openSettings } from '../support/open-settings.ts';
import { scriptModel } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';
import { enterKey } from './support/enter-key.ts';
import { keptHere } from './support/kept-here.ts';

const PASSPHRASE = 'twelve horses on the roof';

test('who signs out reads what the next user of this browser finds, and whoever deletes everything leaves nothing to find', async ({
  page,
  context,
  models,
}) => {
  test.setTimeout(patience(240_000));
  const keys = { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_MODELS: 'gpt-test' };
  const server = await startAppServer({ ...keys, ACCESS: 'passphrase', ACCESS_PASSPHRASE: PASSPHRASE }, 18_700);
  // The header that a reverse proxy adds: a direct client of a local server is its owner and needs no passphrase.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
  try {
    const workbench = workbenchOf(page, server);
    await workbench.open();
    await enterKey(page, { key: 'sk-of-the-first-user', url: `${models.url}/v1` });
    scriptModel(models, [{ content: 'Noted.' }]);
    await workbench.send('The wedding is secret');
    await expect(workbench.conversation.getByText('Noted.')).toBeVisible();
    const settings = await openSettings(page, 'Models');
    await settings.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(settings.getByText('Signing out closes them, and leaves chats, files and keys of yours where they are.')).toBeVisible();
    await settings.getByRole('button', { name: 'Sign out' }).click();

    // The second user: the server's own models are locked, everything else is unchanged, and the page says so.
    await page.goto(server.appOrigin);
    await expect(page.getByRole('button', { name: /^Model: / })).toContainText('entered-model');
    const found = await openSettings(page, 'Models');
    await expect(found.getByRole('listitem', { name: 'Provider Entered' })).toContainText('key set');
    await expect(found.getByText(/^Whoever uses this browser after you can use these models and read your chats/)).toBeVisible();
    expect(await page.content()).not.toContain('sk-of-the-first-user');
    await found.getByRole('button', { name: 'Delete everything…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete everything?' });
    await question.getByRole('textbox', { name: 'Type delete to delete everything.' }).fill('delete');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Everything was deleted', exact: true })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    expect((await keptHere(page)).databases).toEqual([]);

    await page.goBack().catch(() => undefined);
    await page.goto(server.appOrigin);
    await expect(workbench.message).toBeEditable();
    const empty = await openSettings(page, 'Models');
    await expect(empty.getByRole('textbox', { name: 'Passphrase' })).toBeVisible();
    await expect(empty.getByRole('listitem', { name: 'Provider Entered' })).toHaveCount(0);
    await expect(empty.getByText(/^Whoever uses this browser after you/)).toHaveCount(0);
    expect(await page.content()).not.toContain('The wedding is secret');
  } finally {
    await server.stop();
  }
});
