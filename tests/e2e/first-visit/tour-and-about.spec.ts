import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

// Colours are only checked once fading has finished.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a newcomer takes the tour while the page stays theirs, and is offered it once', async ({ page, workbench }) => {
  await workbench.open();
  await page.getByRole('button', { name: 'Take the tour (3 steps)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Say what to build');
  await expect(dialog.getByRole('button', { name: 'Next' })).toBeFocused();
  await expectAccessible(page, 'the tour');
  // Nothing is blocked, and the message box is not covered: a click reaches it.
  await workbench.message.click();
  await page.keyboard.type('A shop');
  await expect(workbench.message).toHaveValue('A shop');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('Watch it run');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText('Engine, in this browser')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take the tour (3 steps)' })).toBeHidden();

  await workbench.message.fill('/tour');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('Say what to build');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(workbench.message).toBeFocused();
});

test('at 390 pixels the tour is a sheet that leaves the message box free', async ({ page, workbench }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await workbench.open();
  await page.getByRole('button', { name: 'Take the tour (3 steps)' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoOverflow(page, 'the tour, 390');
  await expectAccessible(page, 'the tour, 390');
  await workbench.message.click();
  await expect(workbench.message).toBeFocused();
});

test('the palette leads to what this build is: version, documents to read, packages with their licences', async ({ page, workbench }) => {
  await workbench.open();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.type('About Devonz');
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByText('Version', { exact: true })).toBeVisible();
  await settings.getByRole('button', { name: 'Show the list' }).click();
  await expect(settings.getByRole('list', { name: 'Packages of others' }).getByText('react-dom', { exact: true })).toBeVisible();
  await expectAccessible(page, 'settings, about');
  await settings.getByRole('button', { name: 'docs/using.md' }).click();
  const document = page.getByRole('dialog', { name: 'docs/using.md' });
  await expect(document.getByRole('heading', { name: 'How do I …' })).toBeVisible();
  await expectAccessible(page, 'a document');
  await document.getByRole('link', { name: 'policy.md' }).first().click();
  await expect(page.getByRole('dialog', { name: 'docs/policy.md' })).toBeVisible();
  await page.getByRole('button', { name: 'All documents' }).click();
  await expect(settings.getByRole('tab', { name: 'About', selected: true })).toBeVisible();
});
