import type { Page } from '@playwright/test';
import { openSettings } from '../support/open-settings.ts';
import { type OwnComputerServer, startOwnComputerServer } from '../support/own-computer-server.ts';
import { startBridge } from '../support/started-bridge.ts';
import { test as base, expect } from '../support/test.ts';

const COMPUTER = {
  user: 'ada',
  host: 'laptop',
  home: '/home/ada',
  sshHosts: [{ name: 'box', host: '192.168.1.224', user: 'jexida', port: 2222 }],
  hasAgent: true,
  keyPaths: ['/home/ada/.ssh/id_ed25519'],
  containers: 'docker',
};
const PASSWORD = 'not-to-be-kept-4711';
const FOUND = {
  type: 'found',
  user: 'jexida',
  host: '192.168.1.224',
  system: 'Ubuntu 24.04.1 LTS',
  shell: '/bin/bash',
  folder: '/home/jexida',
  programs: { node: '22.11.0', git: '2.43.0', ollama: '0.5.4' },
} as const;

const test = base.extend<{ bridge: Awaited<ReturnType<typeof startBridge>>; own: OwnComputerServer }>({
  bridge: async ({ page, mockedServer, appErrors: _ }, use) => {
    const bridge = await startBridge(mockedServer.appOrigin, { 'README.md': '# Shop\n' });
    await use(bridge);
    // The page would report that nobody answers any more.
    await page.goto('about:blank');
    await bridge.close();
  },
  own: async ({ page, appErrors: _ }, use) => {
    const own = await startOwnComputerServer(page, COMPUTER);
    await use(own);
    await page.goto('about:blank');
    await own.stop();
  },
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Work on this computer or a server' });

/** Takes pictures at the three widths, for a reader. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a server is tested by the form: what is wrong, what it asks and what is there is said in place', async ({
  page,
  own,
  mockedServer,
}) => {
  await page.goto(own.addressOf(mockedServer.appOrigin));
  await expect(page).not.toHaveURL(/own-computer/);
  await page.getByRole('button', { name: 'Work on this computer…' }).click();
  const dialog = dialogOf(page);
  await shoot(page, 'local');
  await dialog.getByRole('button', { name: 'Server over SSH' }).click();
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter the name or address of the server.');
  await dialog.getByLabel('Host').fill('jexida@192.168.1.224');
  own.onOpen(async (_wanted, { send }) => {
    send({ type: 'note', text: 'Connecting to 192.168.1.224…' });
    send({ type: 'failed', message: '192.168.1.224 does not answer on port 22. Is the server on?' });
  });
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Is the server on?');
  await expect(dialog.getByLabel('Host')).toHaveValue('jexida@192.168.1.224');
  await shoot(page, 'failed');
  const answers: (string | null)[] = [];
  own.onOpen(async (wanted, { send, ask }) => {
    expect(wanted).toMatchObject({ isTest: true, place: { kind: 'ssh', host: '192.168.1.224', user: 'jexida' } });
    send({ type: 'note', text: 'Connecting to 192.168.1.224…' });
    const fingerprint =
      'The server 192.168.1.224 is not known yet. Its ssh-ed25519 key is\nSHA256:x9XkqvD1m2zT0bUeY5oWn8Rr3cS7aLhJ4fGpQiVtKE0.\nIs that right?';
    answers.push(await ask({ id: 'fingerprint', kind: 'yes-no', text: fingerprint }));
    answers.push(await ask({ id: 'password', kind: 'hidden', text: 'Password of jexida on 192.168.1.224:' }));
    send(FOUND);
  });
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog.getByText(/SHA256:x9Xk/)).toBeVisible();
  await shoot(page, 'fingerprint');
  await dialog.getByRole('button', { name: 'Yes' }).click();
  const field = dialog.getByLabel('Password of jexida on 192.168.1.224:');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('type', 'password');
  await page.keyboard.type(PASSWORD);
  await shoot(page, 'password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('It works: jexida@192.168.1.224 answers.')).toBeVisible();
  for (const text of ['Ubuntu 24.04.1 LTS', '/bin/bash', '22.11.0', '2.43.0', '0.5.4', 'not found'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  expect(answers).toEqual(['yes', PASSWORD]);
  await shoot(page, 'found');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await shoot(page, 'found-dark');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(PASSWORD);
});

test('a folder is opened by the form, is in the list after a reload, and its chat connects again or continues in the browser', async ({
  page,
  own,
  bridge,
  mockedServer,
}) => {
  await page.goto(own.addressOf(mockedServer.appOrigin));
  await page.getByRole('button', { name: 'Work on this computer…' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Folder').fill(bridge.folder);
  let link = bridge.link;
  // The page would report that nobody answers any more.
  const endWhileAway = async () => {
    await page.goto('about:blank');
    await bridge.end();
    await page.goBack();
  };
  own.onOpen(async (wanted, { send }) => {
    expect(wanted).toEqual({ isTest: false, place: { kind: 'local', folder: bridge.folder } });
    send({ type: 'opened', link });
  });
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
  const settings = await openSettings(page, 'Runtime');
  const host = settings.getByRole('list', { name: 'Known hosts' }).getByRole('listitem');
  await expect(host).toContainText(bridge.folder);
  await expect(host).toContainText('Connected');
  await shoot(page, 'settings');
  await page.keyboard.press('Escape');
  await endWhileAway();
  const away = page.getByRole('region', { name: 'Not connected' });
  await expect(away).toContainText(bridge.folder);
  await shoot(page, 'away');
  link = await bridge.startAgain();
  // The kept host is connected without another word.
  await away.getByRole('button', { name: 'Connect…' }).click();
  await expect(away).toBeHidden();
  await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
  await endWhileAway();
  await away.getByRole('button', { name: 'Copy into this browser' }).click();
  await expect(away).toBeHidden();
  await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
  await expect(page.getByTitle(/This chat works in/)).toHaveCount(0);
});
