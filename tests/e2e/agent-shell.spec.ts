import { lastRequest, scriptModel, toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';

test('a command that asks is answered in its card, and the code search runs in its worker', async ({ workbench, models }) => {
  const { page } = workbench;
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'src/found.txt', content: 'a needle\n' }, 'one')] },
    { toolCalls: [toolCall('devonz_run_command', { command: 'read -p "Project name: " name; echo "made $name"' }, 'two')] },
    { toolCalls: [toolCall('devonz_search_code', { query: 'ne+dle' }, 'three')] },
    { content: 'Done.' },
  ]);
  await workbench.open();
  await workbench.send('Make a project');
  await workbench.approve('Project name');
  const card = workbench.conversation.getByRole('article', { name: /read -p/ });
  await card.getByRole('textbox', { name: 'Command input' }).fill('demo');
  await card.getByRole('button', { name: 'Send input' }).click();
  await expect(workbench.status).toHaveText(/Completed/);
  await expect(card.getByRole('textbox', { name: 'Command input' })).toBeHidden();
  expect(lastRequest(models)).toContain('made demo');
  expect(lastRequest(models)).toContain('src/found.txt');
  expect(page.workers().some((worker) => worker.url().includes('search-worker'))).toBe(true);
});
