import { openSettings } from './support/open-settings.ts';
import { toolCall } from './support/script-model.ts';
import { expect, test } from './support/test.ts';

const CONFIG = `[[hooks]]
when = "after-change"
command = "node fmt.mjs"
files = "*.txt"

[[hooks]]
when = "before-done"
command = "node check.mjs"
`;
/** A formatter that changes the file every time, and a check that requires b.txt. */
const FILES = {
  '.devonz/config.toml': CONFIG,
  'fmt.mjs': "import { appendFileSync } from 'node:fs';\nappendFileSync('a.txt', 'formatted\\n');\n",
  'check.mjs': "import { existsSync } from 'node:fs';\nif (!existsSync('b.txt')) { console.log('b.txt is missing'); process.exit(1); }\n",
};

test('hooks of a project run after changes and before done, ask once each, and tell the model what failed', async ({
  workbench,
  models,
  page,
}) => {
  const write = (path: string) => toolCall('devonz_write_file', { path, content: 'x\n' });
  const complete = (summary: string) => toolCall('devonz_task_complete', { summary }, `call-${summary}`);
  // A hook counts as one response of the model: each call is at every second place.
  [write('a.txt'), complete('First.'), write('b.txt'), complete('Second.')].forEach((call, index) => {
    const place = index * 2;
    models.on({ predicate: ({ messages }) => messages.filter(({ role }) => role === 'assistant').length === place }, { toolCalls: [call] });
  });
  await workbench.open();
  await workbench.send('/template vanilla');
  await expect(page.getByRole('treeitem', { name: 'package.json' })).toBeVisible();
  const script = Object.entries(FILES).map(([path, text]) => `printf '%b' '${shellText(text)}' > ${path}`);
  await workbench.send(`/cmd mkdir .devonz && ${script.join(' && ')}`);
  await expect(workbench.conversation.getByRole('article', { name: /^Your command .*Exit 0$/ })).toBeVisible();

  await workbench.send('Write them');
  await expect(workbench.approvals.getByRole('article', { name: /^Hook, after changes node fmt\.mjs/ })).toBeVisible();
  await workbench.approve('node fmt.mjs');
  await expect(workbench.approvals.getByRole('article', { name: /^Hook, before done node check\.mjs/ })).toBeVisible();
  await workbench.approve('node check.mjs');
  // The second time neither hook asks, although the formatter has changed the file again.
  await expect(workbench.status).toHaveText(/Completed/);
  await expect(workbench.conversation.getByRole('article', { name: /^Hook, after changes node fmt\.mjs/ })).toHaveCount(2);
  await expect(workbench.conversation.getByRole('article', { name: /^Hook, before done node check\.mjs/ })).toHaveCount(2);
  const told = JSON.stringify(models.getLastRequest()?.body);
  expect(told).toContain('Hooks of the project have changed a.txt');
  expect(told).toContain('b.txt is missing');
  expect(told).toContain('The task is not done yet');

  const dialog = await openSettings(page, 'Agent');
  const list = dialog.getByRole('list', { name: 'Hooks of this project' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText('node fmt.mjs');
});

/** Escapes text for `printf %b` in single quotes. */
function shellText(text: string): string {
  return text.replaceAll('\\', '\\\\\\\\').replaceAll('\n', '\\n').replaceAll("'", '\\0047');
}
