import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';

test('several cursors type at once, by keyboard and by pointer; ↑ brings back what was sent', async ({ workbench, models, appErrors }) => {
  const { page } = workbench;
  const content = 'red one\nred two\nblue three\n';
  scriptModel(models, [{ toolCalls: [toolCall('devonz_write_file', { path: 'list.txt', content })] }, { content: 'Written.' }]);
  await workbench.open();
  await workbench.send('Write a list');
  await expect(workbench.conversation).toContainText('Written.');
  await page.getByRole('treeitem', { name: 'list.txt' }).click();
  const lines = workbench.editor('list.txt').locator('.cm-line');
  await lines.nth(0).click({ position: { x: 2, y: 8 } });
  await page.keyboard.press('Control+Alt+ArrowDown');
  await page.keyboard.type('- ');
  await lines.nth(2).click({ position: { x: 2, y: 8 }, modifiers: ['Alt'] });
  await page.keyboard.type('#');
  await expect(lines).toHaveText(['- #red one', '- #red two', '#blue three', '']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+D');
  await page.keyboard.press('Control+D');
  await page.keyboard.type('green');
  await expect(lines).toHaveText(['- #green one', '- #green two', '#blue three', '']);

  await workbench.message.focus();
  await page.keyboard.press('ArrowUp');
  await expect(workbench.message).toHaveValue('Write a list');
  await page.keyboard.press('ArrowDown');
  await expect(workbench.message).toHaveValue('');
  expect(appErrors).toEqual([]);
});
