import { readFile } from 'node:fs/promises';
import { type ZipAttributes, zipSync } from 'fflate';
import { readZipDirectory } from '../../../app/lib/project/import/zip-directory.ts';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const unix = (mode: number): ZipAttributes => ({ os: 3, attrs: mode * 65_536 });
const PROJECT = zipSync({
  'run.sh': [bytes('#!/bin/sh\necho it ran\n'), unix(0o100755)],
  'plain.sh': [bytes('#!/bin/sh\necho so did this\n'), unix(0o100644)],
  'bin/tool': [bytes('\u007fELF'), unix(0o100755)],
  'a.txt': [bytes('a\r\nb\r\n'), unix(0o100644)],
});

test('a program of a zip runs, leaves as a program, and runs again when the session does', async ({
  page,
  mockedServer,
  models,
  appErrors,
}, testInfo) => {
  scriptModel(models, [
    { toolCalls: [toolCall('devonz_run_command', { command: './run.sh && ./plain.sh' }, 'run')] },
    { content: 'Both ran.' },
  ]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  // A file dialog opens only within some seconds of the press, and the page may take longer on a slow machine.
  await expect(page.getByRole('button', { name: /^Model: / })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
  await (await chooser).setFiles({ name: 'programs.zip', mimeType: 'application/zip', buffer: Buffer.from(PROJECT) });
  await page.getByRole('button', { name: 'Bring in 4 files' }).click();
  await expect(page.getByText('“programs” is open.')).toBeVisible();
  await page.keyboard.press('Escape');
  await workbench.send('Run them');
  await workbench.approve('./run.sh');
  await expect(page.getByText('Both ran.')).toBeVisible();

  const saved = async (press: () => Promise<void>, name: string) => {
    const download = page.waitForEvent('download');
    await press();
    const path = testInfo.outputPath(name);
    await (await download).saveAs(path);
    return path;
  };
  await page.getByRole('button', { name: 'Export' }).click();
  const zip = await saved(() => page.getByRole('menuitem', { name: 'Zip', exact: true }).click(), 'programs.zip');
  const modes = readZipDirectory(new Uint8Array(await readFile(zip))).map(({ name, mode }) => [name, mode.toString(8)]);
  expect(Object.fromEntries(modes)).toEqual({ 'run.sh': '100755', 'plain.sh': '100755', 'bin/tool': '100755', 'a.txt': '100644' });

  await page.keyboard.press('Control+,');
  await page.getByRole('dialog').getByRole('tab', { name: 'Data' }).click();
  const session = await saved(() => page.getByRole('button', { name: 'Export session', exact: true }).click(), 'programs.devonz.zip');
  await page.goto(new URL('/replay', page.url()).href);
  await page.getByLabel('Session file').setInputFiles(session);
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByRole('status', { name: 'Replay' })).toContainText('“programs”: nothing differs');
  expect(appErrors).toEqual([]);
});
