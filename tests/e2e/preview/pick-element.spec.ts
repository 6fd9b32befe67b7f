import type { Locator } from '@playwright/test';
import { type HostilePreview, openHostilePreview } from '../support/hostile-preview.ts';
import { REACT_FILE, reactScript } from '../support/react-page.ts';
import { expect, test } from '../support/test.ts';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><style>
devonz-picker, devonz-picker * { display: none !important } ::backdrop { background: red } body { margin: 20px }
</style></head><body><h1>It runs</h1><div id="root"></div>
<nav class="menu"><a href="/elsewhere">Elsewhere</a> <button disabled>Sold out</button></nav>
<svg width="80" height="40"><circle class="dot" cx="20" cy="20" r="15"></circle></svg>
<x-card></x-card><iframe title="Inner" srcdoc="<body><button class='inner'>Inside</button></body>" height="60"></iframe>
<dialog><button class="accept">Accept</button></dialog>
<script>
document.querySelector('x-card').attachShadow({ mode: 'open' }).innerHTML = '<button class="deep">Deep</button>';
window.pressed = [];
for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'keydown']) addEventListener(type, (event) => pressed.push(type + ' ' + event.target.localName), true);
</script></body></html>`;

function partsOf({ workbench }: HostilePreview) {
  const { page } = workbench;
  const button = page.getByRole('button', { name: 'Pick an element' });
  return {
    button,
    // The editor has its own live region.
    spoken: page.locator('[aria-live="polite"][aria-atomic="true"]'),
    /** Empties the message box and turns picking on. */
    async start() {
      await workbench.message.fill('');
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      // The page's own part of the picker has loaded.
      await expect(workbench.preview.locator('devonz-picker')).toBeAttached();
    },
    async pick(element: Locator) {
      await element.hover({ force: true });
      await element.click({ force: true });
      await expect(button).toHaveAttribute('aria-pressed', 'false');
    },
  };
}

test('what is picked in a React page goes into the message with its component, file and line, which opens', async ({
  page,
  mockedServer,
  models,
}) => {
  const shown = await openHostilePreview(page, mockedServer, models, { html: PAGE, files: { [REACT_FILE.path]: REACT_FILE.text } });
  const { preview, message } = shown.workbench;
  const { start, pick } = partsOf(shown);
  await shown.frame().addScriptTag({ content: await reactScript() });
  await start();
  await pick(preview.getByRole('button', { name: 'Remove' }).nth(1));
  await expect(message).toHaveValue(/element: button\.remove “Remove”/);
  await expect(message).toHaveValue(/selector: #root > .*li\.todo:?.* > button|selector: .*li:nth-of-type\(2\) > button/);
  await expect(message).toHaveValue(/components: App › TodoItem › button\.remove/);
  await expect(message).toHaveValue(/source: src\/App\.jsx:5\n/);
  expect(await shown.frame().evaluate('[window.removed, pressed]')).toEqual([undefined, []]);
  await expect(preview.locator('devonz-picker')).not.toBeAttached();
  const selector = /selector: (.+)/.exec(await message.inputValue())?.[1] ?? '';
  await expect(preview.locator(selector)).toHaveText('Remove');
  await page.getByRole('button', { name: 'Open src/App.jsx:5' }).click();
  await expect(shown.workbench.editor(REACT_FILE.path)).toBeVisible();
});

test('links, disabled buttons, drawings, dialogs, shadow trees and frames are picked, and the page notices nothing', async ({
  page,
  mockedServer,
  models,
}) => {
  const shown = await openHostilePreview(page, mockedServer, models, { html: PAGE });
  const { preview, message } = shown.workbench;
  const { start, pick } = partsOf(shown);
  const layout = () => shown.frame().evaluate(() => [document.body.getBoundingClientRect().height, document.documentElement.scrollHeight]);
  const before = await layout();
  const cases: [Locator, RegExp][] = [
    [preview.getByRole('link', { name: 'Elsewhere' }), /selector: nav\.menu > a\n/],
    [preview.getByRole('button', { name: 'Sold out' }), /selector: nav\.menu > button\n/],
    [preview.locator('circle'), /element: circle\.dot\nselector: circle\.dot\n/],
    [preview.getByRole('button', { name: 'Deep' }), /selector: x-card >>> button\.deep\n/],
    [preview.frameLocator('iframe').getByRole('button', { name: 'Inside' }), /selector: .*iframe >>> button\.inner\n/],
  ];
  for (const [element, text] of cases) {
    await start();
    expect(await layout()).toEqual(before);
    await pick(element);
    await expect(message).toHaveValue(text);
  }
  await shown.frame().evaluate(() => document.querySelector('dialog')?.showModal());
  await start();
  await pick(preview.getByRole('button', { name: 'Accept' }));
  await expect(message).toHaveValue(/selector: .*button\.accept\n/);
  expect(await shown.frame().evaluate('[location.pathname, pressed]')).toEqual(['/', []]);
  await expect(preview.locator('devonz-picker')).not.toBeAttached();
  expect(await layout()).toEqual(before);
});

test('by keyboard: arrows walk, the live region says where, Enter picks, Escape leaves in the app and in the page', async ({
  page,
  mockedServer,
  models,
}) => {
  const shown = await openHostilePreview(page, mockedServer, models, { html: PAGE });
  const { preview, message } = shown.workbench;
  const { start, button, spoken } = partsOf(shown);
  await start();
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(preview.locator('devonz-picker')).not.toBeAttached();
  await start();
  await preview.getByRole('heading').hover();
  await shown.frame().evaluate(() => window.focus());
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await start();
  await page.keyboard.press('ArrowDown');
  await expect(spoken).toHaveText(/^h1, It runs, \d+ by \d+$/);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await expect(spoken).toHaveText(/^button, Sold out/);
  await page.keyboard.press('ArrowUp');
  await expect(spoken).toHaveText(/^nav\.menu/);
  await page.keyboard.press('Enter');
  await expect(message).toHaveValue(/selector: nav\.menu\n/);
  await expect(message).toBeFocused();
});

test('from the palette, and in a narrow window, where the chat is shown afterwards', async ({ browser, mockedServer, models }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const shown = await openHostilePreview(page, mockedServer, models, { html: PAGE });
  const { button } = partsOf(shown);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Preview: pick an element for the message' }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(shown.workbench.preview.locator('devonz-picker')).toBeAttached();
  // Clicks instead of tapping: Chromium's emulated taps land elsewhere in a frame of another process.
  await shown.workbench.preview.getByRole('link', { name: 'Elsewhere' }).click({ force: true });
  await expect(shown.workbench.message).toBeVisible();
  await expect(shown.workbench.message).toHaveValue(/selector: nav\.menu > a\n/);
  await context.close();
});
