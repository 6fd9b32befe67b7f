import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

const ROUND = ['names', 'macosx', 'deep', 'dup', 'bom', 'link'];
for (const name of ROUND)
  test(`round trip ${name}`, async ({ page, demoServer, appErrors }) => {
    const workbench = workbenchOf(page, demoServer);
    const bring = async (file: string) => {
      await workbench.open();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import a zip or a session…' }).click();
      await (await chooser).setFiles(file);
      const dialog = page.getByRole('dialog', { name: 'Bring in a project' });
      const left = dialog.getByText(/left out$/);
      await expect(dialog.getByRole('button', { name: /^Bring in/ })).toBeVisible();
      if (await left.isVisible()) await left.click();
      await page.screenshot({ path: `/tmp/wa-shots/${name}-review.png` });
      await dialog.getByRole('button', { name: /^Bring in/ }).click();
      await expect(page.getByText(/is open\./)).toBeVisible();
      await page.getByRole('button', { name: 'Not now' }).or(page.getByRole('button', { name: 'Close' })).first().click();
      await page.keyboard.press('Escape');
      await workbench.tab('Code');
      await expect(page.getByRole('treeitem').first()).toBeVisible();
    };
    const out = async (to: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Zip', exact: true }).click();
      await (await downloading).saveAs(to);
    };
    await bring(`/tmp/wa-zips/${name}.zip`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/wa-shots/${name}-open.png` });
    await out(`/tmp/wa-out/${name}-1.zip`);
    await page.goto('about:blank');
    await bring(`/tmp/wa-out/${name}-1.zip`);
    await page.waitForTimeout(1000);
    await out(`/tmp/wa-out/${name}-2.zip`);
    expect(appErrors).toEqual([]);
  });
