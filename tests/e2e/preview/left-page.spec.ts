import { openHostilePreview } from '../support/hostile-preview.ts';
import { expect, test } from '../support/test.ts';

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><h1>It runs</h1><a href="https://elsewhere.example/pay">Pay</a></body></html>';

test('a link to another site leaves no empty preview without a word, and the page comes back', async ({
  page,
  mockedServer,
  models,
  appErrors,
}) => {
  const { workbench } = await openHostilePreview(page, mockedServer, models, { html: PAGE });
  await workbench.preview.getByRole('link', { name: 'Pay' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'elsewhere.example is not shown here' });
  await expect(note.getByRole('link', { name: 'Open elsewhere.example in a new tab' })).toBeVisible();
  await note.getByRole('button', { name: 'Back to the page' }).click();
  await expect(workbench.preview.getByRole('heading')).toHaveText('It runs');
  await expect(note).toBeHidden();
  // The browser's own report of it.
  expect(appErrors.splice(0).filter((error) => !error.includes('frame-src'))).toEqual([]);
});
