import type { Frame, Page } from '@playwright/test';
import { patience } from '../../setup/patience.ts';
import { timeLimit } from '../../setup/time-limit.ts';
import { openHostilePreview } from '../support/hostile-preview.ts';
import { noteMilliseconds } from '../support/note-milliseconds.ts';
import { expect, test } from '../support/test.ts';

// Recording messages of 100 MB takes minutes.
test.use({ trace: 'off' });

/** The longest pause of the app's page, whatever a preview does. Milliseconds between two frames. */
const LONGEST_PAUSE = timeLimit(200);

/** The time in which a flood takes effect. In milliseconds. */
const FLOOD_MS = 1_500;

/** A busy machine pauses any page now and then; a flood's own effect occurs each time. */
const TRIES = 4;

/** 400 MB that the browser copies between processes whatever the app does; with a listener in the app it took seconds. */
const HUGE_FLOOD = `for (let i = 0; i < 4; i += 1) top.postMessage('x'.repeat(1e8), '*');`;
const LONGEST_HUGE_PAUSE = timeLimit(1_000);

/** Floods that the browser itself keeps from the app: messages are never deserialised there, or never arrive. */
const FLOODS: readonly (readonly [string, string])[] = [
  ['a message of 100 MB', `top.postMessage('x'.repeat(1e8), '*');`],
  ['a message with a million objects', `top.postMessage(Array.from({ length: 1e6 }, (_, i) => ({ i })), '*');`],
  [
    'ten messages with 5,000 ports each',
    `for (let i = 0; i < 10; i += 1) { const ports = Array.from({ length: 5_000 }, () => new MessageChannel().port1); top.postMessage(0, '*', ports); }`,
  ],
  ['thirty dialogs in a row', `for (let i = 0; i < 30; i += 1) { alert(i); confirm(i); prompt(i); } print();`],
  [
    'dialogs of a frame without our script',
    `{ const inner = document.createElement('iframe'); document.body.append(inner); for (let i = 0; i < 30; i += 1) inner.contentWindow.alert(i); }`,
  ],
  ['20,000 errors on the console', `for (let i = 0; i < 20_000; i += 1) console.error('error ' + i);`],
  ['5,000 entries of history', `for (let i = 0; i < 5_000; i += 1) try { history.pushState({}, '', '#' + i); location.hash = i } catch {}`],
  ['50,000 titles', `for (let i = 0; i < 50_000; i += 1) document.title = 'title ' + i;`],
  [
    'stolen focus',
    `{ let n = 0; const timer = setInterval(() => { window.focus(); document.body.tabIndex = 0; document.body.focus(); if (++n > 200) clearInterval(timer); }, 10); }`,
  ],
  // These keep the browser busy for a while, so they are last except for those that leave the page.
  ['500 windows', `for (let i = 0; i < 500; i += 1) open('about:blank');`],
  ['a page that asks whether it may be left', `addEventListener('beforeunload', (event) => event.preventDefault()); location.reload();`],
];

declare global {
  /** Set by the app's page; milliseconds. */
  var longestPause: number;
}

/** A blocked page shows itself to the user by missing frames. */
async function watchPauses(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now();
    globalThis.longestPause = 0;
    const draw = () => {
      const now = performance.now();
      globalThis.longestPause = Math.max(globalThis.longestPause, now - last);
      last = now;
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  });
}

/** Runs as a script of the page, after the call that delivered it. An earlier flood may still be replacing the page. */
async function run(frame: () => Frame, source: string): Promise<void> {
  await expect(() => frame().evaluate(`void setTimeout(() => { ${source} }, 0)`)).toPass();
}

/**
 * Uses the tabs of the narrow window. The tabs of the wide window have the same names, exist until the page is redrawn, and would not
 * switch from the chat.
 */
async function showOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tablist', { name: 'Panes' }).getByRole('tab', { name: 'Preview', exact: true }).click();
}

async function pauseDuring(page: Page, flood: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    globalThis.longestPause = 0;
  });
  await flood();
  await page.waitForTimeout(FLOOD_MS);
  return Math.round(await page.evaluate(() => globalThis.longestPause));
}

test('no flood of a preview makes the IDE’s page pause', async ({ page, mockedServer, models }) => {
  test.setTimeout(patience(300_000));
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  const { frame, workbench } = await openHostilePreview(page, mockedServer, models);
  await watchPauses(page);
  const measure = async (name: string, source: string, longest: number) => {
    let pause = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < TRIES && pause > longest; attempt += 1)
      pause = Math.min(pause, await pauseDuring(page, () => run(frame, source)));
    noteMilliseconds(name, pause);
    return pause <= longest ? [] : [`${name}: ${pause} ms`];
  };
  const broken: string[] = [];
  broken.push(...(await measure('four messages of 100 MB', HUGE_FLOOD, LONGEST_HUGE_PAUSE)));
  for (const [name, source] of FLOODS) broken.push(...(await measure(name, source, LONGEST_PAUSE)));
  expect(dialogs).toEqual([]);
  expect(broken).toEqual([]);
  await workbench.message.fill('Still there');
  await expect(workbench.message).toHaveValue('Still there');
});

test('a preview that sends message after message is stopped with words, and starts again when the user says so', async ({
  page,
  mockedServer,
  models,
}) => {
  const { frame, workbench } = await openHostilePreview(page, mockedServer, models);
  await watchPauses(page);
  const flood = `setInterval(() => { for (let i = 0; i < 5_000; i += 1) top.postMessage(i, '*'); }, 50);`;
  const card = page.getByRole('alert').filter({ hasText: 'This page was stopped' });
  let pause = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && pause > LONGEST_PAUSE; attempt += 1) {
    if (await card.isVisible()) await card.getByRole('button', { name: 'Start again' }).click();
    await expect(workbench.preview.getByRole('heading')).toHaveText('It runs');
    pause = Math.min(pause, await pauseDuring(page, () => run(frame, flood)));
    await expect(card).toContainText('more than 200 messages at once');
  }
  noteMilliseconds('message after message', pause);
  expect(pause).toBeLessThanOrEqual(LONGEST_PAUSE);
  await showOnPhone(page);
  await card.getByRole('button', { name: 'Start again' }).click();
  await expect(workbench.preview.getByRole('heading')).toHaveText('It runs');
});

test('what a page would have said in a dialog is shown as a card in it', async ({ page, mockedServer, models }) => {
  const { frame, workbench } = await openHostilePreview(page, mockedServer, models);
  const answers = await frame().evaluate(() => {
    alert('Saved');
    return [confirm('Delete everything?'), prompt('Your name?', 'nobody')];
  });
  expect(answers).toEqual([false, null]);
  const card = workbench.preview.getByRole('alert');
  await expect(card).toContainText('This page asks (and 2 more before it)');
  await expect(card).toContainText('Your name?');
  await showOnPhone(page);
  await card.getByRole('button', { name: 'OK' }).click();
  await expect(card).toBeHidden();
});

test('a preview that takes the focus while the user types gets hardly a key, and is stopped', async ({ page, mockedServer, models }) => {
  const { frame, workbench } = await openHostilePreview(page, mockedServer, models);
  await frame().evaluate(() => {
    const taken: string[] = [];
    document.addEventListener('keydown', ({ key }) => taken.push(key));
    Object.assign(globalThis, { taken });
    setInterval(() => {
      document.body.tabIndex = 0;
      window.focus();
      document.body.focus();
    }, 100);
  });
  await workbench.message.click();
  const sentence = 'a sentence that nobody else should read';
  const card = page.getByRole('alert').filter({ hasText: 'This page was stopped' });
  const stopped = card.waitFor();
  // The browser's protocol never confirms a key sent to a page that is being removed.
  for (const key of sentence) await Promise.race([page.keyboard.press(key, { delay: 30 }).catch(() => undefined), stopped]);
  await expect(card).toContainText('took the keyboard’s focus');
  await expect.poll(async () => (await workbench.message.inputValue()).length).toBeGreaterThan(sentence.length - 4);
});
