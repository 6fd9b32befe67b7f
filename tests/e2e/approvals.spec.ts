import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

const write = (path: string, content: string, id?: string) => toolCall('devonz_write_file', { path, content }, id);

test.describe('approvals', () => {
  test('by default a new file is written unasked and an existing one is asked about', async ({ workbench, models }) => {
    const { page } = workbench;
    scriptModel(models, [
      { toolCalls: [write('note.txt', 'first', 'one')] },
      { toolCalls: [write('note.txt', 'second', 'two')] },
      { content: 'Done.' },
    ]);
    await workbench.open();
    await workbench.send('Write a note twice');
    await expect(workbench.approvals).toContainText('note.txt');
    await expect(workbench.approvals).toContainText('first');
    await page.getByRole('treeitem', { name: 'note.txt' }).click();
    await workbench.approve('note.txt');
    await expect(workbench.status).toHaveText(/Completed/);
    await expect(workbench.editor('note.txt')).toHaveText('second');
  });

  test('a denial leaves the file as it was, and its reason reaches the model', async ({ page, mockedServer, models }) => {
    scriptModel(models, [
      { toolCalls: [write('note.txt', 'first', 'one')] },
      { toolCalls: [write('note.txt', 'second', 'two')] },
      { content: 'Understood.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Write a note twice');
    await expect(workbench.approvals).toBeVisible();
    await workbench.deny('keep the first one');
    await expect(workbench.conversation).toContainText('Understood.');
    expect(lastRequest(models)).toContain('keep the first one');
    await page.getByRole('treeitem', { name: 'note.txt' }).click();
    await expect(workbench.editor('note.txt')).toHaveText('first');
  });

  test('who has sent a message by Enter answers its only card by Ctrl+Enter from the same place, and is led to the first of several', async ({
    workbench,
    models,
  }) => {
    const { page, message, approvals } = workbench;
    const run = (name: string) => toolCall('devonz_run_command', { command: `touch ${name}` }, name);
    scriptModel(models, [{ toolCalls: [run('a.txt')] }, { toolCalls: [run('b.txt'), run('c.txt')] }]);
    await workbench.open();
    await message.press('G');
    await page.keyboard.type('o on');
    await page.keyboard.press('Enter');
    await expect(approvals.getByRole('article', { name: /touch a\.txt/ })).toBeVisible();
    await expect(message).toBeFocused();
    // For a moment after a card appears, keys do not answer it.
    await expect(async () => {
      await page.keyboard.press('Control+Enter');
      await expect(approvals).not.toContainText('a.txt', { timeout: 1_000 });
    }).toPass();
    const first = approvals.getByRole('article', { name: /touch b\.txt/ });
    await expect(approvals).toContainText('2 steps wait for your answer.');
    await message.press('Control+Enter');
    await expect(first).toBeFocused();
    await expect(approvals.getByRole('article')).toHaveCount(2);
  });

  test('a change that waits shows the same hunks after a reload, and is approved only with them', async ({
    page,
    mockedServer,
    models,
  }) => {
    scriptModel(models, [
      { toolCalls: [write('note.txt', 'one\ntwo\nthree\n', 'one')] },
      { toolCalls: [write('note.txt', 'one\nzwei\nthree\n', 'two')] },
      { content: 'Changed.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Write a note twice');
    const change = workbench.approvals.getByRole('region', { name: 'Proposed change' });
    await expect(change).toContainText('zwei');
    const shown = await change.textContent();
    for (let reload = 0; reload < 3; reload += 1) {
      await page.reload();
      await expect(workbench.approvals).toContainText('note.txt');
      await expect(change).toHaveText(shown ?? '');
    }
    await workbench.approve('note.txt');
    await expect(workbench.conversation).toContainText('Changed.');
    await page.getByRole('treeitem', { name: 'note.txt' }).click();
    await expect(workbench.editor('note.txt')).toContainText('zwei');
  });

  test('a double click on an example starts one chat', async ({ page, demoServer }) => {
    const workbench = workbenchOf(page, demoServer);
    await workbench.open();
    await page.getByRole('button', { name: /^Build a todo list/ }).dblclick();
    await expect(workbench.approvals).toBeVisible();
    await expect(workbench.conversation.getByText('Build a todo list', { exact: true })).toHaveCount(1);
    await page.goto(new URL('/', page.url()).href);
    await expect(page.getByRole('button', { name: /^Build a todo list/ })).toBeVisible();
    const chats = await page.evaluate(async () => {
      const open = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('devonz');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const store = open.transaction('chats').objectStore('chats');
      return new Promise<number>((resolve, reject) => {
        const request = store.count();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    });
    expect(chats).toBe(1);
  });

  test('a card that is not the first is denied with one press', async ({ workbench, models }) => {
    scriptModel(models, [
      {
        toolCalls: [
          toolCall('devonz_run_command', { command: 'echo one' }, 'one'),
          toolCall('devonz_run_command', { command: 'echo two' }, 'two'),
        ],
      },
      { content: 'Only one.' },
    ]);
    await workbench.open();
    await workbench.send('Run both');
    const second = workbench.approvals.getByRole('article').filter({ hasText: 'echo two' });
    const deny = second.getByRole('button', { name: 'Deny' });
    // A press makes the card active: where the button then moves away, there is no click.
    const before = await deny.boundingBox();
    await second.getByRole('button', { name: 'Approve' }).focus();
    expect(await deny.boundingBox()).toEqual(before);
    await deny.click();
    await second.getByRole('button', { name: 'Deny' }).last().click();
    await workbench.approve('echo one');
    await expect(workbench.conversation).toContainText('Only one.');
    expect(lastRequest(models)).toContain('denied');
  });

  test('a question that waits is still there after a reload, and its answer runs what was shown', async ({
    page,
    mockedServer,
    models,
  }) => {
    scriptModel(models, [
      { toolCalls: [write('kept.txt', 'kept', 'one')] },
      { toolCalls: [toolCall('devonz_run_command', { command: 'echo hello from the shell' }, 'two')] },
      { content: 'Ran it.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Say hello');
    await expect(workbench.approvals).toContainText('echo hello from the shell');
    await page.reload();
    await expect(workbench.approvals).toContainText('echo hello from the shell');
    await expect(page.getByRole('treeitem', { name: 'kept.txt' })).toBeVisible();
    await workbench.approve('echo hello');
    await expect(workbench.conversation).toContainText('Ran it.');
    expect(lastRequest(models)).toContain('hello from the shell');
  });

  test('a reload leaves the agent’s shell where it was, so that a question that waits stays the same', async ({
    page,
    mockedServer,
    models,
  }) => {
    scriptModel(models, [
      { toolCalls: [write('inner/package.json', '{"scripts":{"hello":"echo from the inner folder"}}', 'one')] },
      { toolCalls: [toolCall('devonz_run_command', { command: 'cd inner' }, 'two')] },
      { toolCalls: [toolCall('devonz_run_command', { command: 'npm run hello' }, 'three')] },
      { content: 'It ran there.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Run the script of the inner folder');
    await expect(workbench.approvals).toContainText('echo from the inner folder');
    await page.reload();
    await expect(page.getByText('Runtime ready')).toBeVisible();
    await expect(workbench.approvals).toContainText('echo from the inner folder');
    await workbench.approve('npm run hello');
    await expect(workbench.conversation).toContainText('It ran there.');
    expect(lastRequest(models)).toContain('from the inner folder\\n');
  });

  test('a command that ran when the tab was closed is shown as interrupted, and the session continues', async ({
    page,
    mockedServer,
    models,
  }) => {
    scriptModel(models, [
      { toolCalls: [toolCall('devonz_run_command', { command: 'sleep 100', timeout: 120_000 }, 'one')] },
      { content: 'Going on.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Wait a little');
    await expect(workbench.status).toHaveText(/Executing/);
    await page.reload();
    await expect(workbench.conversation).toContainText(/interrupted/i);
    await page
      .getByRole('button', { name: /Retry|Continue/ })
      .first()
      .click();
    await expect(workbench.conversation).toContainText('Going on.');
  });

  test('Stop ends a running command, and the next message works', async ({ page, mockedServer, models }) => {
    scriptModel(models, [
      { toolCalls: [toolCall('devonz_run_command', { command: 'sleep 100', timeout: 120_000 }, 'one')] },
      { content: 'Still here.' },
    ]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await workbench.send('Wait a little');
    await expect(workbench.status).toHaveText(/Executing/);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(workbench.status).toHaveText(/Ready/);
    await workbench.send('Are you there?');
    await expect(workbench.conversation).toContainText('Still here.');
  });

  test('the settings are in force at once and kept across reloads', async ({ page, mockedServer, models }) => {
    scriptModel(models, [{ toolCalls: [toolCall('devonz_run_command', { command: 'echo unasked' }, 'one')] }, { content: 'Ran it.' }]);
    const workbench = workbenchOf(page, mockedServer);
    await workbench.open();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Auto-approve commands' }).click();
    await page.getByRole('spinbutton', { name: 'Maximum iterations' }).fill('7');
    await page.getByRole('spinbutton', { name: 'Maximum iterations' }).press('Tab');
    await page.keyboard.press('Escape');
    await workbench.send('Say something');
    await expect(workbench.conversation).toContainText('Ran it.');
    await page.reload();
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('switch', { name: 'Auto-approve commands' })).toBeChecked();
    await expect(page.getByRole('spinbutton', { name: 'Maximum iterations' })).toHaveValue('7');
  });
});
