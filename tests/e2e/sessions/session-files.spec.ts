import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

test('a session leaves as a file and as a page, runs again without a model, and comes back as a chat', async ({
  page,
  mockedServer,
  models,
  appErrors,
}, testInfo) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_write_file', { path: 'count.js', content: 'console.log(6 * 7);\n' }, 'write')] },
    { toolCalls: [toolCall('devonz_run_command', { command: 'node count.js' }, 'run')] },
    { content: 'It prints 42.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  // Its title is one long word.
  await workbench.send(`Count${'!'.repeat(200)}`);
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect(page.getByText('It prints 42.')).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog').getByRole('tab', { name: 'Data' }).click();
  const saved = async (button: string, name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    const path = testInfo.outputPath(name);
    await (await download).saveAs(path);
    return path;
  };
  const file = await saved('Export session', 'count.devonz.zip');
  const read = await saved('Save as a page', 'count.html');
  const asked = models.getRequests().length;

  const reader = await page.context().newPage();
  const readerErrors: string[] = [];
  reader.on('console', (message) => message.type() === 'error' && readerErrors.push(message.text()));
  await reader.goto(pathToFileURL(read).href);
  await expect(reader.getByText('It prints 42.')).toBeVisible();
  await reader.getByRole('slider', { name: 'Position in the session' }).fill('1');
  await expect(reader.getByText('It prints 42.')).toBeHidden();
  await reader.setViewportSize({ width: 390, height: 800 });
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(readerErrors).toEqual([]);
  await reader.goto(new URL('/replay', page.url()).href);
  await reader.getByLabel('Session file').setInputFiles(file);
  // Uses only the keyboard, from the file to the result and on to another file.
  await expect(reader.getByRole('button', { name: 'Run it again' })).toBeFocused();
  await reader.keyboard.press('Enter');
  await expect(reader.getByRole('status', { name: 'Replay' })).toContainText(/“Count!+…”: nothing differs/);
  await reader.keyboard.press('Tab');
  await expect(reader.getByRole('button', { name: 'Choose a session file' })).toBeFocused();
  await reader.close();

  const other = testInfo.outputPath('broken.zip');
  await writeFile(other, 'no archive');
  await page.getByLabel('Session file').setInputFiles(other);
  const notices = page.getByRole('region', { name: /^Notifications/ });
  await expect(notices).toContainText('The session file was not imported: This is not a session file');
  // The start page recognises it by its content.
  await page.goto(new URL('/', page.url()).href);
  // Shown only once the page answers presses.
  await expect(page.getByRole('button', { name: /^Model: / })).toContainText('gpt-test');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
  await (await chooser).setFiles(file);
  const before = page.url();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByText('It prints 42.')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'count.js' })).toBeVisible();
  expect(models.getRequests()).toHaveLength(asked);
  expect(appErrors).toEqual([]);
});
