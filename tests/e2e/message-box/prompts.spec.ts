import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { lastRequest, scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';

test('a text is enhanced and comes back, and a prompt of the project is shown before it is sent', async ({ page, workbench, models }) => {
  models.on(
    { predicate: ({ messages }) => JSON.stringify(messages).includes('<request>') },
    { content: 'Write the prompt files of this project.' },
  );
  const write = (name: string, content: string) => toolCall('devonz_write_file', { path: `.devonz/prompts/${name}.md`, content }, name);
  scriptModel(models, [
    { toolCalls: [write('review', '---\ndescription: Reviews a file\n---\nReview $1 for {{what=bugs}}.'), write('help', 'Mine.')] },
    { content: 'Written.' },
    { content: 'Reviewed.' },
  ]);
  await workbench.open();
  await workbench.message.fill('make  prompts ');
  await page.getByRole('button', { name: 'Enhance', exact: true }).click();
  await expect(workbench.message).toHaveValue('Write the prompt files of this project.');
  await workbench.message.press('Control+z');
  await expect(workbench.message).toHaveValue('make  prompts ');
  expect(models.getRequests().filter(({ path }) => path.includes('responses') || path.includes('completions'))).toHaveLength(1);

  await workbench.send('Write them');
  await page.getByRole('button', { name: /^Approve all/ }).click();
  await expect(workbench.conversation).toContainText('Written.');
  await workbench.send('/help');
  const help = page.getByRole('dialog', { name: 'Commands' });
  await expect(help).toContainText('/review');
  await expect(help).toContainText('/help is a command of Devonz');
  await page.keyboard.press('Escape');

  await workbench.send('/review src/a.ts');
  await expect(page.getByRole('textbox', { name: 'what' })).toHaveValue('bugs');
  await expectAccessible(page, 'what a prompt asks for');
  await page.getByRole('button', { name: 'Put it into the message' }).click();
  await expect(workbench.message).toHaveValue('Review src/a.ts for bugs.');
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page, `the message box at ${width} px`);
    await expectAccessible(page, `the message box at ${width} px`);
  }
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(workbench.conversation).toContainText('Reviewed.');
  expect(lastRequest(models)).toContain('Review src/a.ts for bugs.');
});
