import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { lastRequest, scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

// Colours are only checked once fading has finished.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const lines = (changes: Record<number, string>) =>
  Array.from({ length: 30 }, (_, index) => changes[index + 1] ?? `const line${index + 1} = ${index + 1};\n`).join('');
const write = (content: string, id: string) => toolCall('devonz_write_file', { path: 'src/app.ts', content }, id);

test('lines and hunks are commented on by the keyboard, kept over a reload, and sent to the agent with one press', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  scriptModel(models, [
    { toolCalls: [write(lines({}), 'one')] },
    { content: 'The file is there.' },
    { toolCalls: [write(lines({ 3: 'const three = "```";\n', 25: 'const twentyFive = 25;\n' }), 'two')] },
    { content: 'Written.' },
    { content: 'Both are right.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write the app');
  await expect(page.getByText('The file is there.')).toBeVisible();
  await workbench.send('Change it');
  await workbench.approve('app.ts');
  await expect(page.getByText('Written.')).toBeVisible();
  await workbench.tab('Changes');

  await page.getByRole('button', { name: 'Comment on the change of line 3' }).press('Enter');
  const first = page.getByRole('textbox', { name: 'Comment on line 3 of src/app.ts' });
  await expect(first).toBeFocused();
  await expectAccessible(page, 'a comment that is written');
  await page.keyboard.type('Why a fence?\nSay it in words.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('group', { name: 'Comment on line 3', exact: true })).toContainText('Why a fence?');

  // Lines around the second change, selected with arrow keys.
  const difference = page.getByRole('textbox', { name: 'Changes of src/app.ts' });
  await difference.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('button', { name: 'Comment on lines 4–5' })).toBeVisible();
  await page.keyboard.press('Enter');
  const second = page.getByRole('textbox', { name: 'Comment on lines 4–5 of src/app.ts' });
  await expect(second).toBeFocused();
  await page.keyboard.type('These two belong together.');

  // An unfinished comment is kept too.
  await workbench.tab('Code');
  await workbench.tab('Changes');
  await expect(second).toHaveValue('These two belong together.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('button', { name: '2 comments', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete the comment on lines 4–5' }).click();
  await expect(page.getByRole('button', { name: 'Send 1 comment to the agent' })).toBeVisible();
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await page.getByRole('button', { name: '2 comments', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Comments' }).getByRole('button')).toHaveCount(2);
  for (const theme of ['dark', 'light', 'hc']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    await expectAccessible(page, `comments, ${theme}`);
  }

  await page.reload();
  await expect(page.getByRole('group', { name: 'Comment on lines 4–5', exact: true })).toContainText('These two belong together.');
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('tablist', { name: 'Panes' })
    .getByRole('tab', { name: /^Changes/ })
    .click();
  await expect(page.getByRole('button', { name: 'Send 2 comments to the agent' })).toBeVisible();
  await expectNoOverflow(page, 'comments at 390 px');
  await expectAccessible(page, 'comments at 390 px');
  await page.setViewportSize({ width: 1280, height: 720 });

  expect(lastRequest(models)).not.toContain('Why a fence?');
  await page.getByRole('button', { name: 'Send 2 comments to the agent' }).click();
  await expect(page.getByText('Both are right.')).toBeVisible();
  await expect(workbench.conversation).toContainText('My 2 comments on your changes:');
  const request = JSON.stringify(lastRequest(models));
  expect(request).toContain('line 3');
  expect(request).toContain('These two belong together.');
  await page.getByRole('button', { name: 'Clear 2 sent comments' }).click();
  await expect(page.getByRole('button', { name: '2 comments', exact: true })).toBeHidden();
  expect(appErrors).toEqual([]);
});
