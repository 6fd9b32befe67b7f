import type { Frame, Page } from '@playwright/test';
import { openHostilePreview } from '../support/hostile-preview.ts';
import { expect, test } from '../support/test.ts';

const TO_STOLEN = `top.location.href = location.origin + '/stolen'`;

/** The time after which an allowed navigation has taken effect. In milliseconds. */
const SETTLED_MS = 1_000;

async function expectTabStays(page: Page, attack: () => Promise<unknown>): Promise<void> {
  const address = page.url();
  const navigated: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && navigated.push(frame.url()));
  await attack();
  // No event reports that something did not happen.
  await page.waitForTimeout(SETTLED_MS);
  expect(navigated).toEqual([]);
  expect(page.url()).toBe(address);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable();
}

/** Walks every reachable window and runs a script of the program in those of the same origin; returns their URLs. */
function scriptEveryFrame(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const reached: string[] = [];
    const walk = (view: Window): void => {
      for (let index = 0; index < view.length; index += 1) {
        const child = view[index];
        if (child === undefined || child === window) continue;
        walk(child);
        try {
          const script = child.document.createElement('script');
          script.src = '/evil.js';
          child.document.head.appendChild(script);
          reached.push(child.location.pathname);
        } catch {
          // It has another origin.
        }
      }
    };
    walk(top ?? window);
    return reached;
  });
}

test('a preview finds no frame of its origin but its own, and the bridge could not move the tab if it did', async ({
  page,
  mockedServer,
  models,
}) => {
  const { frame } = await openHostilePreview(page, mockedServer, models, { files: { 'evil.js': TO_STOLEN } });
  const reached: string[] = [];
  await expectTabStays(page, async () => reached.push(...(await scriptEveryFrame(frame()))));
  expect(reached).toEqual([]);
  // Windows that the walk no longer finds are tried from within: the bridge itself runs the program's script.
  const bridge = page.frames().find((candidate) => candidate.url().endsWith('/__devonz/bridge'));
  if (!bridge) throw new Error('There is no bridge.');
  await expectTabStays(page, () => bridge.addScriptTag({ url: '/evil.js' }).catch(() => undefined));
  expect(await bridge.evaluate(() => [String(window.open('/popup')), confirm('?')])).toEqual(['null', false]);
});

test('neither the engine’s page nor what its frame goes to next can move the tab', async ({ page, mockedServer, models }) => {
  await openHostilePreview(page, mockedServer, models);
  const engine = page.frames().find((candidate) => candidate.url().includes('/headless'));
  if (!engine) throw new Error('There is no engine.');
  await expectTabStays(page, () => engine.evaluate(`try { ${TO_STOLEN} } catch {}`));
  await engine.evaluate(() => {
    location.href = '/engine/';
  });
  await expect.poll(() => engine.url()).toContain('/engine/');
  await expectTabStays(page, () => engine.evaluate(`try { ${TO_STOLEN} } catch {}`).catch(unlessDetached));
});

/** Ignores the error when the app has detected that its engine is gone and has removed the frame. */
function unlessDetached(error: Error): void {
  // A frame of another process is a separate target, which is closed with it.
  if (!/Frame was detached|Target page, context or browser has been closed/.test(error.message)) throw error;
}

const WAYS: readonly (readonly [string, string])[] = [
  ['the tab’s address', TO_STOLEN],
  ['a script as the tab’s address', `top.location.href = 'javascript:document.title="stolen"'`],
  ['replace', `top.location.replace(location.origin + '/stolen')`],
  ['the parent’s address', `parent.location = location.origin + '/stolen'`],
  ['the engine’s frame', `parent.frames[0].location = location.origin + '/stolen'`],
  ['window.open with _top', `open('/stolen', '_top')`],
  ['window.open with _parent', `open('/stolen', '_parent')`],
  [
    'a link to _top',
    `{ const a = document.createElement('a'); a.href = '/stolen'; a.target = '_top'; document.body.append(a); a.click(); }`,
  ],
  [
    'a form to _parent',
    `{ const form = document.createElement('form'); form.action = '/stolen'; form.target = '_parent'; document.body.append(form); form.submit(); }`,
  ],
  [
    'a base target',
    `{ const base = document.createElement('base'); base.target = '_top'; document.head.append(base); const a = document.createElement('a'); a.href = '/stolen'; document.body.append(a); a.click(); }`,
  ],
  [
    'a frame in the page',
    `{ const inner = document.createElement('iframe'); inner.src = '/inner'; inner.onload = () => { const script = inner.contentDocument.createElement('script'); script.src = '/evil.js'; inner.contentDocument.head.append(script); }; document.body.append(inner); }`,
  ],
  [
    'a frame with the bridge',
    `{ const inner = document.createElement('iframe'); inner.src = '/__devonz/bridge'; inner.onload = () => { const script = inner.contentDocument.createElement('script'); script.src = '/evil.js'; inner.contentDocument.head.append(script); }; document.body.append(inner); }`,
  ],
  ['writing into the tab’s document', `top.document.open()`],
  ['the tab’s history', `top.history.back()`],
  ['closing the tab', `top.close()`],
];

test('no way of navigation leads a preview to the tab', async ({ page, mockedServer, models }) => {
  const { frame } = await openHostilePreview(page, mockedServer, models, { files: { 'evil.js': TO_STOLEN } });
  await expectTabStays(page, async () => {
    for (const [way, source] of WAYS) {
      // The URL that the tab would show identifies the attack.
      const marked = source.replaceAll('/stolen', `/stolen-by-${encodeURIComponent(way).replaceAll("'", '')}`);
      await frame().evaluate(`try { ${marked} } catch {}`);
    }
  });
});

test('a page that opens windows, or is opened in a tab, holds no way back to the IDE', async ({ page, context, mockedServer, models }) => {
  const { frame } = await openHostilePreview(page, mockedServer, models);
  const [popup] = await Promise.all([context.waitForEvent('page'), frame().evaluate(() => void window.open('/popup', 'popup'))]);
  await expect(popup.getByRole('heading')).toHaveText('It runs');
  expect(await popup.evaluate(() => [String(window.opener), top === window, window.length])).toEqual(['null', true, 0]);
  const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Open in new tab' }).click()]);
  await expect(tab.getByRole('heading')).toHaveText('It runs');
  expect(await tab.evaluate(() => [String(window.opener), top === window, window.length])).toEqual(['null', true, 0]);
});
