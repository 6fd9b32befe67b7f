import type { LLMock } from '@copilotkit/aimock';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const PLAN = [
  { id: 'page', objective: 'Write the page', status: 'completed', log: 'index.html exists' },
  { id: 'style', objective: 'Choose a colour and style it', status: 'in_progress' },
  { id: 'check', objective: 'Look at it in the preview', status: 'not_started' },
];

function script(models: LLMock): void {
  // A summary request contains the conversation as text; all others are distinguished by the responses they contain.
  models.on({ predicate: ({ messages }) => JSON.stringify(messages).includes('<transcript>') }, { content: '- index.html was written.' });
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'index.html', content: '<h1>Shop</h1>\n' }, 'write')] },
    { toolCalls: [toolCall('devonz_update_plan', { subgoals: PLAN }, 'plan')] },
    { toolCalls: [toolCall('devonz_ask_user', { question: 'Which **colour** should the shop have?' }, 'ask')] },
    { toolCalls: [toolCall('devonz_write_file', { path: 'index.html', content: '<h1 style="color: red">Shop</h1>\n' }, 'locked')] },
    { toolCalls: [toolCall('devonz_task_complete', { summary: 'The page is done. Its colour waits for the lock.' }, 'early')] },
    { toolCalls: [toolCall('devonz_get_errors', { source: 'all' }, 'errors')] },
    { toolCalls: [toolCall('devonz_task_complete', { summary: 'The page is done. Its colour waits for the lock.' }, 'done')] },
  ]);
}

test('plan, question, lock, completion and a summary, as a user meets them', async ({ page, mockedServer, models, appErrors }) => {
  script(models);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Build a shop page');
  const question = page.getByRole('article', { name: /^Question/ });
  await expect(question).toContainText('Which colour should the shop have?');
  await expect(workbench.status).toHaveText('Waiting for you');
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByRole('button', { name: 'Plan 1/3: Choose a colour and style it' }).click();
  await expect(plan.getByRole('listitem')).toHaveCount(3);

  const file = page.getByRole('treeitem', { name: 'index.html' });
  await file.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(file).toHaveAccessibleDescription(/locked/);
  await workbench.send('Red');
  const complete = page.getByRole('article', { name: 'Complete', exact: true });
  await expect(complete).toContainText('Its colour waits for the lock.');

  await workbench.send('/compact');
  const dialog = page.getByRole('dialog', { name: 'Summarise the conversation' });
  await expect(dialog.getByRole('textbox', { name: 'Summary' })).toHaveValue(/index\.html was written/);
  await dialog.getByRole('button', { name: 'Use this summary' }).click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Summarised: ');
  await page.reload();
  await expect(summary).toBeVisible();
  await expect(file).toHaveAccessibleDescription(/locked/);
  await summary.getByRole('button', { name: 'Undo' }).click();
  await expect(summary).toBeHidden();
  expect(appErrors).toEqual([]);
});
