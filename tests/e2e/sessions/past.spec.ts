import { lastRequest, scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const lines = (changes: Record<number, string>) =>
  Array.from({ length: 30 }, (_, index) => changes[index + 1] ?? `line ${index + 1}\n`).join('');
const write = (content: string, id: string) => toolCall('devonz_write_file', { path: 'notes.txt', content }, id);

test('lines of a step go back by the keyboard, and the agent reads what was there before a step that the user has named', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    { toolCalls: [write(lines({}), 'one')] },
    { toolCalls: [write(lines({ 3: 'three\n', 25: 'twenty-five\n' }), 'two')] },
    { content: 'Written.' },
    { toolCalls: [toolCall('devonz_history', { path: 'notes.txt', before: 'the redesign' }, 'read')] },
    { content: 'I have read it.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write notes');
  // Creating the file needs no approval, changing it does.
  await workbench.approve('notes.txt');
  await expect(page.getByText('Written.')).toBeVisible();

  await workbench.tab('Changes');
  await page.getByRole('button', { name: 'Wrote notes.txt' }).first().click();
  await page.getByRole('button', { name: 'Name this step' }).click();
  await page.getByRole('textbox', { name: 'Name of the step' }).fill('Before the redesign');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Next change' }).click();
  await page.getByRole('button', { name: 'Next change' }).click();
  await expect(page.getByRole('group', { name: 'Change of line 25' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Change of line 25' })).toContainText('Taken back');
  await expect(page.getByRole('button', { name: 'Revert line 3' })).toBeVisible();

  await page.reload();
  await workbench.tab('Changes');
  await expect(page.getByRole('list', { name: 'Checkpoints' })).toContainText('★ Before the redesign');
  await workbench.send('What was there before the redesign?');
  await expect(page.getByText('I have read it.')).toBeVisible();
  const seen = lastRequest(models);
  expect(seen).toContain('The user took back line 25 of notes.txt');
  expect(seen).toContain('Before the redesign');
  expect(appErrors).toEqual([]);
});
