import { strToU8, type Zippable, zipSync } from 'fflate';
import { storedText } from '../support/stored-text.ts';
import { expect, test } from './support/red-team-test.ts';

const SYMBOLIC_LINK = { os: 3, attrs: 0o120777 * 65_536 };

/** Paths that no file of a project may have, however they are spelled. */
const OUTSIDE = [
  '../up.txt',
  'good/../../up.txt',
  '/etc/passwd',
  'C:/windows.txt',
  '..\\up.txt',
  'node_modules/a/index.js',
  '.GIT/config',
  '.git./config',
];
/** Names that may be accepted or not, but must not break anything. */
const ODD = [
  '__proto__/polluted.txt',
  'constructor/prototype.txt',
  'nul\0byte.txt',
  'invoice\u202efdp.exe',
  `${'x'.repeat(300)}.txt`,
  `${'deep/'.repeat(2_000)}x.txt`,
  'good/readme.md',
  'good/README.md',
  'line\nbreak.txt',
];

const textOf = (name: string) => `CONTENT ${Buffer.from(name).toString('hex').slice(-60)} END\n`;

function oddArchive(): Uint8Array {
  const files: Zippable = { 'good/kept.txt': strToU8(textOf('good/kept.txt')) };
  for (const name of [...OUTSIDE, ...ODD]) files[name] = strToU8(textOf(name));
  files['good/link'] = [strToU8('/etc/passwd'), SYMBOLIC_LINK];
  files['good/nested.zip'] = zipSync({ '../inner.txt': strToU8(textOf('inner')) });
  return zipSync(files);
}

/** Returns the archive with these bits in the flags of each local and central entry. */
function withFlags(archive: Uint8Array, bits: number): Uint8Array {
  const changed = Uint8Array.from(archive);
  for (let at = 0; at + 10 < changed.length; at += 1) {
    if (changed[at] !== 0x50 || changed[at + 1] !== 0x4b) continue;
    const place = changed[at + 2] === 1 && changed[at + 3] === 2 ? at + 8 : changed[at + 2] === 3 && changed[at + 3] === 4 ? at + 6 : null;
    if (place !== null) changed[place] = (changed[place] ?? 0) | bits;
  }
  return changed;
}

/** Declares that all sizes and offsets in the central directory are in zip64 fields, which are missing. */
function withLostFields(archive: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(archive);
  for (let at = 0; at + 46 < changed.length; at += 1) {
    if (changed[at] === 0x50 && changed[at + 1] === 0x4b && changed[at + 2] === 1 && changed[at + 3] === 2) {
      changed.fill(0xff, at + 20, at + 28);
      changed.fill(0xff, at + 42, at + 46);
    }
  }
  return changed;
}

const PLAIN = zipSync({ 'a.txt': strToU8('a') });
const REFUSED: readonly [name: string, archive: Uint8Array][] = [
  ['40 MB of zeros', zipSync({ 'zeros.bin': new Uint8Array(40_000_000) })],
  ['encrypted', withFlags(PLAIN, 1)],
  ['zip64 without its fields', withLostFields(PLAIN)],
  ['cut off', PLAIN.subarray(0, PLAIN.length - 10)],
  ['nothing', new Uint8Array(0)],
];

test('an archive of hostile names brings the files of a project, none from outside of it, and the page lives', async ({ scene }) => {
  const { page, workbench, attacks } = scene;
  let hasCrashed = false;
  page.on('crash', () => {
    hasCrashed = true;
  });
  const choose = async (name: string, archive: Uint8Array) => {
    await workbench.open();
    // Shown only once the page answers presses.
    await expect(page.getByRole('button', { name: /^Model: / })).not.toContainText('Loading');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
    await (await chooser).setFiles({ name: `${name}.zip`, mimeType: 'application/zip', buffer: Buffer.from(archive) });
  };
  const take = page.getByRole('dialog').getByRole('button', { name: /^Bring in/ });
  const refusal = page.getByRole('dialog').getByText(/The archive is damaged|^Nothing of it can be brought in|The archive would unpack/);
  for (const [name, archive] of REFUSED) {
    await choose(name, archive);
    await expect(take.or(refusal).first()).toBeVisible();
    const isRefused = await refusal.first().isVisible();
    attacks.note(`${name} is refused in words`, isRefused, await page.getByRole('dialog').innerText());
  }
  await choose('odd', oddArchive());
  await expect(take).toBeEnabled();
  attacks.note('what is shown of it', true, (await page.getByRole('dialog').innerText()).replaceAll('\n', ' / '));
  await take.click();
  await expect(page).toHaveURL(/\/chat\//);
  const done = page.getByRole('dialog', { name: 'Brought in' });
  await done.getByRole('button', { name: 'Close' }).first().click();
  const kept = page.getByRole('treeitem', { name: 'kept.txt' });
  await expect(kept).toBeVisible();
  const stored = await storedText(page);
  attacks.expect('the good file is there', stored.includes(textOf('good/kept.txt').trim()), true);
  for (const name of OUTSIDE) attacks.expect(`no content of ${name}`, stored.includes(textOf(name).trim()), false);
  attacks.expect('nothing of the archive within is unpacked', stored.includes(textOf('inner').trim()), false);
  attacks.expect('no prototype is polluted', await page.evaluate(() => Reflect.get({}, 'polluted') === undefined), true);
  await page.reload();
  await expect(kept).toBeVisible();
  attacks.note('the page lives', !hasCrashed, 'opened again');
});
