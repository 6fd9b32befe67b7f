import type { Page } from '@playwright/test';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import type { Workbench } from '../support/workbench.ts';

/**
 * Screenshots of the main screens, dark and light, in a browser that is the same everywhere (project `looks`). After an intended change,
 * compare each new screenshot with the old one: `npx playwright test --project=looks --update-snapshots`.
 */

const write = (path: string, content: string) => toolCall('devonz_write_file', { path, content }, path);
const run = (command: string, more = {}) => toolCall('devonz_run_command', { command, ...more }, command);

const PAGE =
  '<!doctype html>\n<title>Counter</title>\n<h1>Counter</h1>\n<button id="add">Add one</button>\n<output>0</output>\n<script src="counter.js"></script>\n';
const SCRIPT =
  "let count = 0;\nconst output = document.querySelector('output');\ndocument.querySelector('#add').onclick = () => {\n  count += 1;\n  output.textContent = String(count);\n};\n";
const SERVER = `const http = require('node:http');
const { readFileSync } = require('node:fs');
http.createServer((request, response) => {
  const isScript = request.url === '/counter.js';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(readFileSync(isScript ? 'counter.js' : 'index.html'));
}).listen(3000, () => console.log('The counter is at http://localhost:3000'));
`;
const TYPO = "interface Item {\n  title: string;\n}\n\nconst item: Item = { title: 'one' };\nexport const title = item.titel;\n";

/** Takes both themes, each as requested by the system. Parts that change by themselves are masked: times, and the caret. */
async function expectLook(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`);
  }
}

/** Stops the clock: it always shows the given number of seconds after ten. */
const setClock = (page: Page, seconds = 0) => page.clock.setFixedTime(new Date(2026, 10, 2, 10, 0, seconds));

/** Opens a file as the only tab: whether a fast stream is shown while it is written depends on drawing speed. */
async function openAlone({ page, editor }: Workbench, path: string): Promise<void> {
  const open = async () => {
    await page.getByRole('treeitem', { name: path.slice(path.lastIndexOf('/') + 1) }).click();
    await expect(editor(path)).toBeVisible();
  };
  // All files can only be closed if one is open.
  await open();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Close all files');
  await page.getByRole('option', { name: 'Close all files' }).click();
  await expect(editor(path)).toBeHidden();
  await open();
  await page.getByRole('heading', { name: 'Files' }).hover();
}

test.beforeEach(({ page }) => setClock(page));

test('the start page, the palette and the settings look as they did', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await expect(page.getByText('Runtime ready').first()).toBeVisible();
  await expectLook(page, 'start');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first()).toBeVisible();
  await expectLook(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Auto-approve new files' })).toBeVisible();
  await expectLook(page, 'settings');
});

test('work, a question and what came of it look as they did', async ({ workbench, models }) => {
  const { page } = workbench;
  scriptModel(models, [
    {
      content: 'A page, a script and a server for them.',
      toolCalls: [write('index.html', PAGE), write('counter.js', SCRIPT), write('server.cjs', SERVER)],
    },
    { content: 'It runs on port 3000.', toolCalls: [run('node server.cjs', { background: true })] },
    { content: 'One number more to begin with.', toolCalls: [write('counter.js', SCRIPT.replace('let count = 0', 'let count = 1'))] },
    { content: 'The counter counts from one. **Press the button** in the preview.' },
  ]);
  await workbench.open();
  await workbench.send('Make a counter');
  await expect(workbench.approvals).toContainText('node server.cjs');
  await openAlone(workbench, 'server.cjs');
  await expectLook(page, 'approval');
  await workbench.approve('node server.cjs');
  await workbench.approve('counter.js');
  await expect(workbench.conversation).toContainText('The counter counts from one.');
  await expect(workbench.status).toHaveText(/Completed/);
  await workbench.tab('Code');
  await openAlone(workbench, 'counter.js');
  await expect(workbench.editor('counter.js')).toContainText('let count = 1');
  await expectLook(page, 'code');
  await workbench.tab('Preview');
  await expect(workbench.preview.getByRole('button', { name: 'Add one' })).toBeVisible();
  await expectLook(page, 'preview');
  await workbench.tab('Changes');
  await expect(page.getByRole('tabpanel', { name: 'Changes' }).getByText('let count').first()).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Changes' }).getByRole('button', { name: 'Undo last step' })).toBeVisible();
  await expectLook(page, 'changes');
});

test('a command that runs, the terminal and the problems look as they did', async ({ workbench, models }) => {
  const { page } = workbench;
  scriptModel(models, [
    {
      content: 'First the types, then a look at the tests.',
      toolCalls: [write('tsconfig.json', '{"compilerOptions":{"strict":true}}\n'), write('src/item.ts', TYPO)],
    },
    { toolCalls: [run('echo "3 of 12 tests have passed"; sleep 600', { timeout: 120_000 })] },
  ]);
  await workbench.open();
  await workbench.send('Run the tests');
  await expect(workbench.conversation).toContainText('3 of 12 tests have passed');
  await workbench.tab('Code');
  await openAlone(workbench, 'src/item.ts');
  // The editor requests problems some time after it receives a file, which never happens while the clock is stopped.
  let seconds = 2;
  await expect(async () => {
    seconds += 20;
    await setClock(page, seconds);
    await expect(workbench.editor('src/item.ts').locator('.cm-lintRange-error')).toHaveText('titel', { timeout: 1_500 });
  }).toPass();
  await setClock(page, 2);
  // In the card and next to the status.
  await expect(page.getByText('0:02', { exact: true })).toHaveCount(2);
  await expectLook(page, 'working');
  await workbench.tab('Terminal');
  await expect(page.getByRole('tab', { name: 'Agent', exact: true })).toBeVisible();
  await expectLook(page, 'terminal');
  await workbench.tab('Problems');
  await expect(page.getByRole('list', { name: 'Problems' }).getByRole('listitem')).toContainText('src/item.ts:6');
  await expectLook(page, 'problems');
});
