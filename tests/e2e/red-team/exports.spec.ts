import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Download, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { openSettings } from '../support/open-settings.ts';
import { CANARIES, canariesIn } from './support/canaries.ts';
import { enterKey } from './support/enter-key.ts';
import { calls } from './support/hostile-provider.ts';
import { expect, test } from './support/red-team-test.ts';

const ALL = ['providerKey', 'googleKey', 'enteredKey', 'otherProject', 'cookie'] as const;

async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const downloading = page.waitForEvent('download');
  await press();
  const download: Download = await downloading;
  return readFile(await download.path());
}

/** File names that a program may use and that mean another place or thing where the archive is unpacked. */
const NAMES = [
  '..\\..\\slip.bat',
  'C:slip.exe',
  'D:\\slip.txt',
  'a.txt:stream',
  'line\nbreak.txt',
  'photo\u202egnp.exe',
  'zero\u200bwidth.txt',
  '<script>alert(1)<script>.html',
  '__proto__',
  '...',
  'a..b',
  ' ',
  '~',
  '-rf',
  'CON',
  '\x1b[2J.txt',
  'a_b',
  'a\\b',
];

/** Returns true if no part of a name leads elsewhere or misleads, wherever the archive is unpacked. */
function isHonest(name: string): boolean {
  const isInside = !name.startsWith('/') && !name.split('/').some((part) => part === '..' || part === '.' || part === '');
  return isInside && !/[\\:\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name);
}

test('exports hold what is the project’s and nothing else: no key, no cookie, no place of the machine, no other chat', async ({
  scene,
}) => {
  const { page, provider, workbench, attacks } = scene;
  await page.context().addCookies([{ name: 'left-by-a-preview', value: CANARIES.cookie, domain: 'ide.localhost', path: '/' }]);
  await workbench.open();
  await enterKey(page, { key: CANARIES.enteredKey, url: provider.url });
  provider.play([
    { call: [calls('devonz_write_file', { path: 'other.txt', content: CANARIES.otherProject })] },
    { say: `The key is ${CANARIES.otherProject}` },
  ]);
  await workbench.send('Write into the first project');
  await expect(workbench.status).toHaveText(/Completed/);
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByRole('treeitem', { name: 'other.txt' })).toBeHidden();

  const maker = `const fs = require('fs'); for (const name of ${JSON.stringify(NAMES)}) { try { fs.writeFileSync(name, 'content of ' + name); } catch (e) { console.log(String(e)); } }
    try { fs.symlinkSync('/etc/passwd', 'link.txt'); fs.symlinkSync('../../../..', 'up'); fs.symlinkSync('src/plain.txt', 'inside.txt'); } catch (e) { console.log(String(e)); }
    fs.writeFileSync('environment.txt', JSON.stringify(process.env) + require('child_process').execSync('printenv'));`;
  provider.play([
    {
      call: [
        calls('devonz_write_file', { path: 'src/plain.txt', content: 'plain' }),
        calls('devonz_write_file', { path: 'maker.cjs', content: maker }, 'w2'),
      ],
    },
    { call: [calls('devonz_run_command', { command: 'node maker.cjs' })] },
    { say: 'Made.' },
  ]);
  await workbench.send('Make files with odd names');
  await workbench.approve('maker.cjs');
  await expect(workbench.conversation).toContainText('Made.');
  await expect(page.getByRole('treeitem', { name: '~' })).toBeVisible();

  await page.getByRole('button', { name: 'Export' }).click();
  const archive = await saved(page, () => page.getByRole('menuitem', { name: 'Zip', exact: true }).click());
  const entries = Object.entries(unzipSync(new Uint8Array(archive)));
  attacks.note(
    'the archive holds the project',
    entries.some(([name]) => name === 'src/plain.txt'),
    `${entries.length} files`,
  );
  attacks.note(
    'a link that leads to another file of the project is still one',
    entries.some(([name, content]) => name === 'inside.txt' && new TextDecoder().decode(content) === 'src/plain.txt'),
    'inside.txt',
  );
  attacks.expect(
    'names that lead or look elsewhere',
    entries.map(([name]) => name).filter((name) => !isHonest(name)),
    [],
  );
  const contents = entries.map(([, content]) => new TextDecoder().decode(content));
  const missing = NAMES.filter((name) => !contents.includes(`content of ${name}`));
  attacks.expect('files lost because two became one name', missing, []);
  const all = `${archive.toString('latin1')}${entries.map(([name]) => name).join('\n')}${contents.join('\n')}`;
  attacks.expect('canaries in the archive', canariesIn(all, ALL), []);
  const places = [process.cwd(), hostname()].filter((place) => all.includes(place));
  attacks.expect('places of this machine, by links too', [places, entries.filter(([name]) => name.startsWith('up/')).length], [[], 0]);

  attacks.note(
    'a program sees an environment',
    contents.some((content) => content.includes('"PATH"') && content.includes('PATH=')),
    'PATH',
  );

  const dialog = await openSettings(page, 'Cost');
  const costs = (await saved(page, () => page.getByRole('button', { name: 'CSV' }).click())).toString();
  attacks.note('the costs say something', costs.split('\n').length > 1, `${costs.length} characters`);
  attacks.expect('canaries in the costs', canariesIn(costs, ALL), []);
  await dialog.getByRole('tab', { name: 'Data' }).click();
  const session = await saved(page, () => page.getByRole('button', { name: 'Export session' }).click());
  const chat = Object.values(unzipSync(new Uint8Array(session)))
    .map((part) => new TextDecoder().decode(part))
    .join('\n');
  attacks.note('the session file holds the chat', chat.includes('Make files with odd names'), `${chat.length} characters`);
  attacks.expect('canaries in the session file', canariesIn(chat, ALL), []);
  const replay = (await saved(page, () => page.getByRole('button', { name: 'Save as a page' }).click())).toString();
  attacks.expect('canaries in the session as a page', canariesIn(replay, ALL), []);
  const settings = (await saved(page, () => page.getByRole('button', { name: 'Export settings' }).click())).toString();
  attacks.note(
    'the settings as TOML',
    settings.includes('[agent]') && canariesIn(settings, ALL).length === 0 && !settings.includes(process.cwd()),
    `${settings.length} characters`,
  );
  await dialog.getByRole('tab', { name: 'Diagnostics' }).click();
  const events = (await saved(page, () => page.getByRole('button', { name: 'Export', exact: true }).click())).toString();
  attacks.note('the event log says something', events.includes('tool-call'), `${events.length} characters`);
  attacks.expect('canaries in the event log', canariesIn(events, ALL), []);
  attacks.note('content in the event log', !/odd names|maker\.cjs|plain\.txt/.test(events), 'none');
  const shown = (await page.getByRole('dialog').textContent()) ?? '';
  attacks.expect('canaries in Diagnostics', canariesIn(shown, ALL), []);
});
