import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';
import { workbenchOf } from './support/workbench.ts';

const text = (...changed: number[]) =>
  Array.from({ length: 24 }, (_, index) => `${changed.includes(index + 1) ? 'NEW' : 'line'} ${index + 1}\n`).join('');
const write = (content: string, id: string) =>
  toolCall('devonz_write_file', { path: 'note.txt', content, reasoning: 'Say it better.' }, id);

test('one takes a part of a change, queues and takes back a message, and goes back to before the task', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [{ toolCalls: [write(text(), 'one')] }, { toolCalls: [write(text(3, 20), 'two')] }, { content: 'Done.' }]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write a note, then better it');
  await workbench.approvals.getByRole('button', { name: 'Skip hunk 2, line 20' }).click();
  await page.getByRole('textbox', { name: 'Reason for hunk 2' }).fill('Line 20 stays.');

  await workbench.message.fill('And then a second task');
  await page.getByRole('button', { name: 'Send after this task' }).click();
  const waiting = page.getByRole('list', { name: 'Waiting messages' });
  await expect(waiting).toContainText('Sent after this task');
  await waiting.getByRole('button', { name: 'Take back' }).click();
  await expect(workbench.message).toHaveValue('And then a second task');
  await workbench.message.fill('');

  await workbench.approvals.getByRole('button', { name: 'Approve 1 of 2 hunks' }).click();
  await expect(workbench.status).toHaveText(/Completed/);
  expect(lastRequest(models)).toContain('took 1 of the 2 parts');
  expect(lastRequest(models)).toContain('Line 20 stays.');

  await workbench.tab('Changes');
  const checkpoints = page.getByRole('list', { name: 'Checkpoints' });
  await checkpoints.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('treeitem', { name: 'note.txt' })).toHaveCount(0);
  await expect(checkpoints).toContainText('Before going back to');
  await expect(workbench.conversation).toContainText("The user took the project's files back");
  expect(appErrors).toEqual([]);
});
