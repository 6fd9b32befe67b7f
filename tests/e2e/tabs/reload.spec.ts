import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const SERVER = `require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<h1>' + request.url + '</h1><a href="/todos?done=1">Done</a>');
}).listen(3000);
`;
const LINES = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`).join('\n');

test('a reload keeps unsaved text, tabs, places, widths and the preview, and one button starts again what ran', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    {
      toolCalls: [
        toolCall('devonz_write_file', { path: 'server.js', content: SERVER }, 'server'),
        toolCall('devonz_write_file', { path: 'notes.txt', content: LINES }, 'notes'),
      ],
    },
    { toolCalls: [toolCall('devonz_run_command', { command: 'node server.js' }, 'run')] },
    { content: 'It runs.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Serve something');
  await workbench.approve('node server.js');
  await workbench.preview.getByRole('link', { name: 'Done' }).click();
  const address = page.getByRole('textbox', { name: 'Preview address' });
  await expect(address).toHaveValue('/todos?done=1');
  await page.getByRole('radio', { name: 'Phone' }).check({ force: true });
  await expect(workbench.conversation).toContainText('It runs.');

  await workbench.tab('Code');
  for (const name of ['server.js', 'notes.txt']) await page.getByRole('treeitem', { name }).click();
  const notes = workbench.editor('notes.txt');
  await notes.press('Control+End');
  await notes.pressSequentially('!');
  const separator = page.getByRole('separator', { name: 'Width of the conversation' });
  const width = async () => Math.round((await workbench.conversation.boundingBox())?.width ?? 0);
  const usual = await width();
  for (const key of ['ArrowRight', 'ArrowRight']) await separator.press(key);
  const chosen = await width();
  expect(chosen).toBeGreaterThan(usual);
  await page.evaluate(() => {
    window.addEventListener('beforeunload', (event) => localStorage.setItem('asked', String(event.defaultPrevented)));
  });

  await page.reload();
  const tab = page.getByRole('tab', { name: 'notes.txt', exact: true });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(tab).toHaveAccessibleDescription('not saved');
  await expect(page.getByRole('tab', { name: 'server.js' })).toBeVisible();
  // The row is far down, and is in view because the scroll position was restored.
  await expect(notes).toContainText('line 300!');
  await expect.poll(width).toBe(chosen);
  expect(await page.evaluate(() => localStorage.getItem('asked'))).toBe('false');
  await notes.press('?');
  await expect(notes).toContainText('line 300!?');
  await expect(workbench.conversation.getByRole('article', { name: /^Command node server\.js/ })).toContainText('Ended with the page');

  const bar = page.getByRole('region', { name: 'What ended with the page' });
  await bar.getByRole('button', { name: 'Start again' }).click();
  await expect(workbench.preview.getByRole('heading', { name: '/todos?done=1' })).toBeVisible();
  await expect(address).toHaveValue('/todos?done=1');
  await expect(page.getByRole('radio', { name: 'Phone' })).toBeChecked();
  await expect(bar).toBeHidden();
  expect(appErrors).toEqual([]);
});

test('what is typed and sent at once after a reload is for the chat that was open, and a half-written message stays', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [{ content: 'First answer.' }, { content: 'Second answer.' }]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('first');
  await expect(workbench.conversation).toContainText('First answer.');
  // The response is shown while it still streams: a reload would abort it and request it again.
  await expect(workbench.status).toHaveText(/Completed/);
  const address = page.url();
  await page.reload();
  // Before the chat is open: the message box alone is enough.
  await workbench.send('second');
  await expect(workbench.conversation).toContainText('Second answer.');
  await expect(workbench.conversation).toContainText('First answer.');
  expect(page.url()).toBe(address);
  await page.reload();
  await workbench.message.fill('half a sentence');
  await expect(workbench.conversation).toContainText('Second answer.');
  await expect(workbench.status).toHaveText(/Completed|Ready/);
  await expect(workbench.message).toHaveValue('half a sentence');
  expect(appErrors).toEqual([]);
});

test('a file that two have changed is still in conflict after a reload, and saving takes nothing away', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'a.txt', content: 'one\n' }, 'one')] },
    { content: 'Written.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write it');
  await expect(workbench.status).toHaveText(/Completed/);
  await workbench.tab('Code');
  await page.getByRole('treeitem', { name: 'a.txt' }).click();
  const editor = workbench.editor('a.txt');
  await editor.press('Control+Home');
  await editor.pressSequentially('mine ');
  await workbench.send('/cmd echo theirs > a.txt');
  await expect(workbench.conversation.getByText('Exit 0')).toBeVisible();
  await workbench.tab('Code');
  const conflict = page.getByRole('region', { name: 'Two versions' });
  await expect(conflict).toBeVisible();
  await page.reload();
  await expect(editor).toContainText('mine one');
  await expect(conflict).toBeVisible();
  await editor.press('ControlOrMeta+s');
  await expect(page.getByText('it has changed since you began to type').first()).toBeVisible();
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(editor).toContainText('theirs');
  expect(appErrors).toEqual([]);
});

test('what is typed right after a reload goes into the message, though a terminal comes back meanwhile', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [{ content: 'Hello.' }]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('hello');
  await expect(workbench.status).toHaveText(/Completed/);
  await workbench.send('/cmd echo before');
  await expect(workbench.conversation.getByText('Exit 0')).toBeVisible();
  const words = 'say what was in the terminal before';
  for (let time = 1; time <= 3; time++) {
    await page.reload();
    await workbench.message.click();
    await page.keyboard.type(words, { delay: 20 });
    await expect(page.getByRole('tab', { name: 'Agent, before' })).toBeVisible();
    await expect(workbench.message).toHaveValue(words);
    await workbench.message.fill('');
  }
  expect(appErrors).toEqual([]);
});

test('what a command had printed before a reload is in its card again, to its end and with all lines counted, and in the terminal', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  const command = `node -e "for (let i = 1; i <= 3004; i++) console.log('line ' + i); setInterval(() => {}, 1000)"`;
  scriptModel(models, [{ toolCalls: [toolCall('devonz_run_command', { command, timeout: 120_000 })] }, { content: 'Done.' }]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('print much');
  await workbench.approve('console.log');
  const output = workbench.conversation.getByRole('log', { name: /^Output of node/ });
  await expect(output).toContainText('line 3004');
  await expect(workbench.conversation).toContainText(/Last \d+ of 3,004 lines/);
  await page.reload();
  await workbench.conversation.getByRole('button', { name: /node -e/ }).click();
  await expect(output).toContainText('line 3004');
  await expect(workbench.conversation).toContainText(/Last \d+ of 3,004 lines/);
  await workbench.tab('Terminal');
  await page.getByRole('tab', { name: 'Agent, before' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Agent, before' })).toContainText('line 3004');
  expect(appErrors).toEqual([]);
});
