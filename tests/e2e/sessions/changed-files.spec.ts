import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { scriptModel, toolCall } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';
import { workbenchOf } from '../support/workbench.ts';

// Colours are only checked once fading has finished.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const FILES = 12;
const path = (index: number) => `src/part-${String(index).padStart(2, '0')}.ts`;
const text = (index: number) => Array.from({ length: 60 }, (_, line) => `export const part${index}line${line} = ${line};\n`).join('');

test('all changed files are in one scroll: the list leads to each, and the keys from change to change', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  const write = (index: number) => toolCall('devonz_write_file', { path: path(index), content: text(index) }, `write-${index}`);
  scriptModel(models, [{ toolCalls: Array.from({ length: FILES }, (_, index) => write(index)) }, { content: 'Written.' }]);
  const workbench = workbenchOf(page, mockedServer);
  await workbench.open();
  await workbench.send('Write the parts');
  await expect(page.getByText('Written.')).toBeVisible();
  await workbench.tab('Changes');

  const row = (index: number) => page.getByRole('button', { name: `${path(index)}, added` });
  const difference = (index: number) => page.getByRole('textbox', { name: `Changes of ${path(index)}` });
  const head = (index: number) => page.getByRole('article', { name: path(index), exact: true }).getByRole('button', { name: 'Keep file' });
  await expect(difference(0)).toContainText('part0line0');
  await expect(row(0)).toHaveAttribute('aria-current', 'true');
  // Outside the viewport, space is reserved for it, but it is empty.
  await expect(difference(FILES - 1)).toHaveCount(0);

  await row(FILES - 2).click();
  await expect(difference(FILES - 2)).toContainText(`part${FILES - 2}line0`);
  await expect(row(FILES - 2)).toHaveAttribute('aria-current', 'true');
  await expect(head(FILES - 2)).toBeInViewport();
  // Those above have received their own heights in the meantime.
  await expect(page.getByRole('article', { name: path(FILES - 3), exact: true })).not.toBeInViewport({ ratio: 0.1 });
  await expectAccessible(page, 'many changed files');

  await page.getByRole('button', { name: 'Next change' }).click();
  await expect(page.getByRole('article', { name: path(FILES - 2), exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Next change' }).click();
  await expect(page.getByRole('article', { name: path(FILES - 1), exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Next change' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous change' }).click();
  // It scrolls to the beginning, although the end was in view.
  await expect(difference(FILES - 2).locator('.cm-line', { hasText: `part${FILES - 2}line0 ` })).toBeInViewport();

  await row(0).click();
  await expect(head(0)).toBeInViewport();
  await difference(0).hover();
  await page.mouse.wheel(0, 4_000);
  await expect(row(0)).toHaveAttribute('aria-current', 'false');

  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('tablist', { name: 'Panes' })
    .getByRole('tab', { name: /^Changes/ })
    .click();
  await expectNoOverflow(page, 'many changed files at 390 px');
  expect(appErrors).toEqual([]);
});
