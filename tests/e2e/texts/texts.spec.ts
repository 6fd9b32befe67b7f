import type { Locator } from '@playwright/test';
import { TEMPLATES } from '../../../app/lib/templates/template-list.ts';
import { marked, speakPseudo, unmarkedTexts } from '../support/pseudo-texts.ts';
import { scriptModel, toolCall } from '../support/script-model.ts';
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

  test('may choose English, which the page is loaded again in, and go back, in the same place and with what was typed', async ({
    page,
    demoServer,
    appErrors,
  }) => {
    await page.goto(`${demoServer.appOrigin}/`);
    const draft = page.locator('textarea').first();
    await draft.fill('Eine Liste');
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
    await page.getByRole('tab', { name: 'Darstellung' }).click();
    await expect(page.getByText('lädt die Seite neu', { exact: false })).toBeVisible();
    await page.getByRole('radio', { name: /English/ }).click();
    await expect(page.getByRole('tab', { name: 'Appearance', selected: true })).toBeVisible();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await expect(draft).toHaveValue('Eine Liste');
    await page.getByRole('radio', { name: /As the system.*language/ }).click();
    await expect(page.getByRole('tab', { name: 'Darstellung', selected: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Was bauen wir?' })).toBeVisible();
    expect(appErrors).toEqual([]);
  });
});

test.describe('a user who reads German on a narrow screen', () => {
  test.use({ locale: 'de-DE', viewport: { width: 360, height: 740 } });

  test('reads the names of the panes and the state of the agent whole', async ({ page, demoServer, appErrors }) => {
    const isWhole = (element: Locator) => element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    await page.goto(`${demoServer.appOrigin}/`);
    const state = page.getByRole('status', { name: 'Status des Agenten' });
    await expect(page.getByRole('contentinfo')).toContainText('Demo');
    expect(await isWhole(state.getByText('Bereit', { exact: true }))).toBe(true);
    await page.getByRole('list', { name: 'Mit einer Vorlage beginnen' }).getByRole('button', { name: 'Express' }).click();
    const tab = page.getByRole('tab', { name: 'Änderungen' });
    await expect(tab).toBeVisible();
    for (const each of await page.getByRole('tab').all()) expect(await isWhole(each), (await each.textContent()) ?? '').toBe(true);
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

/** Words that are the same in every language: product and model names, the test's own texts, and tool names. */
const NAMES = [
  ...['devonz', 'Devonz', 'agent:/>', 'GitHub', 'GitLab', 'StackBlitz', 'Ollama', 'LM Studio', 'English', 'Deutsch', 'CSV', 'Ctrl-C'],
  ...['OpenAI', 'Google', 'openai:gpt-test', 'google:gemini-test', 'gpt-test', 'gemini-test', 'Demo (scripted, no AI)', 'demo:scripted'],
  ...['WebContainer', 'JSON', 'XML', 'http://192.168.1.20:11434', 'https://search.example.org/search?format=json&q=%s'],
  ...['devonz_write_file', 'devonz_run_command', 'devonz_task_complete'],
];
const SAID = ['Write two notes', 'Both notes are written.', 'first.txt', 'second.txt', 'echo both are there', 'both are there'];

test('nothing of a task was left out of the catalogue: its question, its end, and the tabs beside it', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  const write = (path: string) => toolCall('devonz_write_file', { path, content: `${path}\n` }, path);
  scriptModel(models, [
    { toolCalls: [write('first.txt'), write('second.txt')] },
    { toolCalls: [toolCall('devonz_run_command', { command: 'echo both are there' }, 'command')] },
    { toolCalls: [toolCall('devonz_task_complete', { summary: 'Both notes are written.' }, 'complete')] },
  ]);
  await speakPseudo(page, mockedServer);
  const data = [...NAMES, ...SAID, ...TEMPLATES.flatMap(({ title, tile }) => [title, tile])];
  const check = async (place: string) => expect.soft(await unmarkedTexts(page, data), place).toEqual([]);
  const { approvals, message, status, conversation, approve, open } = workbenchOf(page, mockedServer);
  await open();
  await message.fill('Write two notes');
  await page.getByRole('button', { name: marked('Send'), exact: true }).click();
  await expect(approvals).toContainText('echo both are there');
  // The reason comes from the agent's core, which is not localised.
  await expect(approvals).toContainText(marked('it touches no file, but no rule allows it'));
  await check('the approval');
  await approve('echo both are there');
  await expect(conversation.getByRole('article', { name: marked('Complete') })).toBeVisible();
  await expect(status).toContainText(marked('Completed'));
  await check('the conversation with the done card');
  for (const name of ['Changes', 'Terminal', 'Problems']) {
    const tab = page.getByRole('tab', { name: marked(name), exact: true });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    if (name === 'Terminal') await expect(page.getByRole('tab', { name: marked('Agent'), exact: true })).toBeVisible();
    await check(name);
  }
  expect(appErrors).toEqual([]);
});

test('nothing of the settings and the palette was left out of the catalogue', async ({ page, mockedServer, appErrors }) => {
  await speakPseudo(page, mockedServer);
  const { message, open } = workbenchOf(page, mockedServer);
  await open();
  const data = [...NAMES, ...TEMPLATES.flatMap(({ title, tile }) => [title, tile])];
  const check = async (place: string) => expect.soft(await unmarkedTexts(page, data), place).toEqual([]);
  await message.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: marked('Command palette') });
  await expect(palette.getByRole('option').first()).toBeVisible();
  await check('the palette');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.getByRole('button', { name: marked('Settings'), exact: true }).click();
  const settings = page.getByRole('dialog', { name: marked('Settings') });
  // The dialog's code loads on demand: before that, there is no tab to visit.
  await expect(settings.getByRole('tab', { name: marked('About') })).toBeVisible();
  for (const tab of await settings.getByRole('tab').all()) {
    const name = (await tab.textContent())?.trim() ?? '';
    await tab.click();
    await expect(settings.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    // The app's documents and packages have names of their own.
    if (name !== marked('About')) await check(`Settings, ${name}`);
  }
  expect(appErrors).toEqual([]);
});
