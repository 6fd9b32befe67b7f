import { expectAccessible } from './support/accessibility.ts';
import { scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';

const ROLE = '---\nname: Reviewer\ndescription: Looks for bugs\n---\nName the line of each.\n';
const delegate = (id: string, task: string, rest: object = {}) => toolCall('devonz_delegate', { task, ...rest }, id);

test('sub-agents work side by side, ask by name, keep to their scope, and are still there after a reload', async ({
  workbench,
  models,
  page,
}) => {
  const { conversation, approvals, status } = workbench;
  scriptModel(
    models,
    [
      {
        toolCalls: [
          toolCall('devonz_write_file', { path: 'app.ts', content: 'export const port = 3000;\n' }, 'one'),
          toolCall('devonz_write_file', { path: '.devonz/agents/reviewer.md', content: ROLE }, 'two'),
        ],
      },
      {
        toolCalls: [
          delegate('three', 'Find the bugs in app.ts', { role: 'Reviewer' }),
          delegate('four', 'List the ports that are used'),
          delegate('five', 'Write the documentation of app.ts', { scope: ['docs/**'] }),
        ],
      },
      { content: 'All of it is done.' },
    ],
    'Look after the project',
  );
  const read = (id: string) => ({ toolCalls: [toolCall('devonz_read_file', { path: 'app.ts' }, id)] });
  scriptModel(models, [read('a'), { content: '**No bugs** in line 1.' }], 'Find the bugs');
  scriptModel(models, [read('a'), { content: 'Port 3000.' }], 'List the ports');
  scriptModel(
    models,
    [
      {
        toolCalls: [
          toolCall('devonz_write_file', { path: 'docs/app.md', content: '# The app\n' }, 'a'),
          toolCall('devonz_run_command', { command: 'node app.ts', reasoning: 'To see what it prints.' }, 'c'),
          toolCall('devonz_write_file', { path: 'app.ts', content: '// documented\n' }, 'b'),
        ],
      },
      { content: 'docs/app.md is written; app.ts was refused.' },
    ],
    'Write the documentation',
  );
  await workbench.open();
  await workbench.send('Look after the project');
  await workbench.approve('.devonz/agents/reviewer.md');

  const writer = conversation.getByRole('article', { name: /^Sub-agent Write the documentation of app\.ts, devonz_delegate/ });
  await expect(writer).toContainText('Awaiting approval');
  await expect(approvals).toContainText('Sub-agent asks to run a command');
  await expect(approvals).toContainText('It may write only docs/**');
  await expect(status).toHaveText(/Awaiting approval/);
  await workbench.approve('node app.ts');
  await expect(status).toHaveText(/Completed/);

  const reviewer = conversation.getByRole('article', { name: /^Reviewer Find the bugs in app\.ts, devonz_delegate, success/ });
  await expect(reviewer).toContainText('Done');
  await expect(reviewer).toContainText('2 requests');
  await page.reload();
  await reviewer.getByRole('button').first().click();
  await expect(reviewer.getByRole('region', { name: 'Report of Reviewer' })).toContainText('No bugs in line 1.');
  await writer.getByRole('button').first().click();
  const steps = writer.getByRole('region', { name: 'Steps of Sub-agent' });
  await expect(steps.getByRole('article', { name: /docs\/app\.md, devonz_write_file, success/ })).toBeVisible();
  await expect(steps.getByRole('article', { name: /app\.ts, devonz_write_file, error/ })).toBeVisible();
  await expect(steps.getByRole('article', { name: /node app\.ts, devonz_run_command, success/ })).toBeVisible();
  await expectAccessible(page, 'the cards of sub-agents');
  await page.getByRole('treeitem', { name: 'app.ts' }).click();
  await expect(workbench.editor('app.ts')).toContainText('port = 3000');

  // One run has one checkpoint: restoring it also reverts the work of its sub-agents.
  await workbench.tab('Changes');
  await page.getByRole('list', { name: 'Checkpoints' }).getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await workbench.tab('Code');
  await expect(page.getByRole('treeitem', { name: 'app.md' })).toHaveCount(0);
  await expect(page.getByRole('treeitem', { name: 'app.ts' })).toHaveCount(0);
});

test('Stop ends all sub-agents', async ({ workbench, models, page }) => {
  const slow = { reply: { content: 'x '.repeat(2_000) }, options: { latency: 60_000 } };
  scriptModel(models, [{ toolCalls: [delegate('one', 'First look'), delegate('two', 'Second look')] }], 'Look twice');
  scriptModel(models, [slow], 'First look');
  scriptModel(models, [slow], 'Second look');
  await workbench.open();
  await workbench.send('Look twice');
  const cards = workbench.conversation.getByRole('article', { name: /devonz_delegate/ });
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(1)).toContainText('Thinking');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(cards.filter({ hasText: 'Stopped' })).toHaveCount(2);
  await expect(workbench.status).toHaveText(/Ready|Stopped/);
});
