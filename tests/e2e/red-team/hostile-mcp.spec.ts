import { APP_SETTINGS_KEY } from '../../../app/lib/protocol/storage-keys.ts';
import { patience } from '../../setup/patience.ts';
import { HOSTILE_MODES, type HostileMode, startHostileMcpServer } from './support/hostile-mcp-server.ts';
import { expect, test } from './support/red-team-test.ts';

/** The final text of each server's row. */
const SAID: Readonly<Record<HostileMode, RegExp>> = {
  descriptions: /Ready, \d tools?/,
  lists: /Ready, 64 tools/,
  endless: /Ready, 1 tool/,
  flood: /too much|too many|too fast|did not answer|messages/i,
  silent: /did not answer|no answer|20 s|in time/i,
  drip: /did not answer|no answer|20 s|in time/i,
  elsewhere: /another address|redirect|elsewhere|sends? on/i,
  'sign-in': /who you are/,
};

test('servers of tools that lie, flood, redirect or never answer are said to, and the page stays usable', async ({ scene }) => {
  test.setTimeout(patience(240_000));
  const { page, workbench, attacks, provider, context } = scene;
  const server = await startHostileMcpServer();
  try {
    const mcpServers = HOSTILE_MODES.map((mode) => ({
      ...{ name: mode, isEnabled: true, transport: 'http', url: server.url(mode), route: 'direct', verdicts: {}, headerNames: [] },
    }));
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      APP_SETTINGS_KEY,
      JSON.stringify({ mcpServers }),
    ] as const);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await workbench.open();
    // While all of them are active.
    provider.play([{ say: 'Here I am.' }]);
    await workbench.send('Are you there?');
    await expect(workbench.conversation.getByText('Here I am.')).toBeVisible();
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'MCP servers' }).click();
    for (const mode of HOSTILE_MODES) {
      const row = settings.getByRole('listitem', { name: `MCP server ${mode}`, exact: true });
      const isSaid = await expect(row)
        .toContainText(SAID[mode])
        .then(
          () => true,
          () => false,
        );
      attacks.note(mode, isSaid, (await row.innerText()).replaceAll('\n', ' / ').slice(0, 300));
    }
    const row = settings.getByRole('listitem', { name: 'MCP server sign-in', exact: true });
    const popups: string[] = [];
    context.on('page', (popup) => popup.on('framenavigated', (frame) => popups.push(frame.url())));
    await row.getByRole('button', { name: 'Sign in' }).click();
    await expect(
      row
        .getByRole('alert')
        .or(row.getByText(/address|not signed in|failed/i))
        .first(),
    ).toBeVisible();
    attacks.note(
      'a sign-in at a script',
      !popups.some((url) => /javascript|taken/.test(url)),
      (await row.innerText()).replaceAll('\n', ' / '),
    );
    attacks.note(
      'its refusal is in words',
      /not as it must be \(authorization_endpoint/.test(await row.innerText()),
      await row.innerText(),
    );
    attacks.expect('no redirect was followed', server.asked.includes('/stolen'), false);
    attacks.expect('nothing of theirs ran', await page.title().then((title) => title.includes('taken')), false);
    attacks.expect('nothing threw', errors, []);
  } finally {
    await server.stop();
  }
});
