import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

test('a second tab follows live and read-only, takes the run over, and the first one follows from then on', async ({
  page,
  context,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: '.env', content: 'COLOUR=red\n' }, 'write')] },
    { content: 'The colour is set.' },
  ]);
  const first = workbenchOf(page, mockedServer);
  await first.open();
  await first.send('Set the colour');
  await expect(first.approvals.getByRole('button', { name: 'Approve' })).toBeEnabled();

  const secondPage = await context.newPage();
  const second = workbenchOf(secondPage, mockedServer);
  await secondPage.goto(page.url());
  const bar = secondPage.getByRole('region', { name: 'Another tab' });
  await expect(bar).toContainText('This project is open in another tab.');
  await expect(second.conversation).toContainText('Set the colour');
  const approve = second.approvals.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeDisabled();
  await expect(approve).toHaveAccessibleDescription(/^This project is open in another tab/);
  await expect(second.approvals).toContainText('COLOUR=red');
  await expect(second.message).toBeDisabled();

  await bar.getByRole('button', { name: 'Use it here' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('region', { name: 'Another tab' })).toBeVisible();
  await second.approve('.env');
  await expect(second.conversation).toContainText('The colour is set.');
  await expect(first.conversation).toContainText('The colour is set.');
  await expect(first.message).toBeDisabled();
  await page.getByRole('treeitem', { name: '.env' }).click();
  await expect(first.editor('.env')).toContainText('COLOUR=red');
  expect(appErrors).toEqual([]);
});
