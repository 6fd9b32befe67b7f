import { crc32, deflateSync } from 'node:zlib';
import type { FileChooser, Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from './support/red-team-test.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Returns a whole picture of one colour: 900 megapixels are about 100 kB, and 3.6 GB when decoded. */
function pngOf(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="900000000" height="900000000" onload="top.document.title='taken'">
<script>top.document.title = 'taken'; fetch('/api/forget', { method: 'POST' });</script>
<foreignObject width="100" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://pictures.test/frame"/><img src="https://pictures.test/image"/></body></foreignObject>
<image href="https://pictures.test/svg-image" width="10" height="10"/><use xlink:href="https://pictures.test/use#a"/>
<style>@import url(https://pictures.test/style);</style>
</svg>`;

/** Browsers open no file dialog for a press that a slow page answers seconds later: it is pressed again then, as a user would. */
async function openImport(page: Page): Promise<FileChooser> {
  const opened: FileChooser[] = [];
  page.once('filechooser', (chooser) => opened.push(chooser));
  await expect(async () => {
    await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
    await expect.poll(() => opened.length, { timeout: 10_000 }).toBe(1);
  }).toPass();
  const [chooser] = opened;
  if (chooser === undefined) throw new Error('No file dialog opened.');
  return chooser;
}

test('pictures in a project that are bombs or hold scripts and links are shown, or said not to be, and nothing of them runs', async ({
  scene,
}) => {
  const { page, context, workbench, attacks } = scene;
  let hasCrashed = false;
  page.on('crash', () => {
    hasCrashed = true;
  });
  const sent: string[] = [];
  context.on('request', (request) => sent.push(request.url()));
  await workbench.open();
  const chooser = await openImport(page);
  const archive = zipSync({ 'bomb.png': pngOf(30_000), 'logo.svg': strToU8(SVG), 'small.png': pngOf(20), 'kept.txt': strToU8('kept') });
  await chooser.setFiles({ name: 'pictures.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Bring in/ })
    .click();
  await page.getByRole('dialog', { name: 'Brought in' }).getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('treeitem', { name: 'small.png' }).click();
  await expect(page.getByRole('img', { name: 'Picture small.png' })).toBeVisible();
  await page.getByRole('treeitem', { name: 'bomb.png' }).click();
  await expect(page.getByText(/900 megapixels/)).toBeVisible();
  attacks.expect('no bomb is drawn', await page.getByRole('img', { name: 'Picture bomb.png' }).count(), 0);
  await page.getByRole('treeitem', { name: 'logo.svg' }).click();
  await expect(page.getByRole('img', { name: 'Picture logo.svg' })).toBeAttached();
  await page.getByRole('treeitem', { name: 'kept.txt' }).click();
  await expect(workbench.editor('kept.txt')).toContainText('kept');
  attacks.expect(
    'nothing was asked of another host',
    sent.filter((url) => url.includes('pictures.test')),
    [],
  );
  attacks.expect(
    'no script of a picture ran',
    (await page.title()).includes('taken') || sent.some((url) => url.includes('/api/forget')),
    false,
  );
  attacks.expect('the page lives', hasCrashed, false);
});

test('an archive of 100,000 files, or of one name many times, is read or refused in words', async ({ scene }) => {
  const { page, workbench, attacks } = scene;
  const choose = async (archive: Uint8Array) => {
    await workbench.open();
    const chooser = await openImport(page);
    await chooser.setFiles({ name: 'many.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) });
  };
  const nothing = new Uint8Array(0);
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, place) => [`folder/${place}.txt`, nothing] as const));
  await choose(zipSync(many, { level: 0 }));
  const refusal = page.getByRole('dialog').getByText(/^100,000 files are more than the 20,000/);
  await expect(refusal.first()).toBeVisible();
  attacks.note('100,000 files', true, (await page.getByRole('dialog').innerText()).replaceAll('\n', ' / '));
  // Names of the same length, made equal afterwards.
  const twice = Buffer.from(zipSync({ 'one-1.txt': strToU8('first'), 'one-2.txt': strToU8('second'), 'ONE-1.TXT': strToU8('third') }));
  await choose(Buffer.from(twice.toString('latin1').replaceAll('one-2.txt', 'one-1.txt'), 'latin1'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Bring in/ })
    .click();
  const done = page.getByRole('dialog', { name: 'Brought in' });
  attacks.note('one name twice', true, (await done.innerText()).replaceAll('\n', ' / '));
  await done.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('treeitem', { name: 'one-1.txt', exact: true }).click();
  await expect(workbench.editor('one-1.txt')).toContainText('first');
});
