import type { Frame } from '@playwright/test';
import { openHostilePreview } from '../support/hostile-preview.ts';
import { expect, test } from '../support/test.ts';

/** Leaves something in every kind of storage that a page has. */
const LEAVE = `(async () => {
  localStorage.setItem('left', 'yes');
  document.cookie = 'left=yes; path=/; max-age=3600';
  for (const domain of ['run.ide.localhost', 'ide.localhost']) document.cookie = 'wide=yes; path=/; max-age=3600; domain=' + domain;
  await (await caches.open('left')).put('/left', new Response('yes'));
  await new Promise((resolve) => { indexedDB.open('left').onsuccess = resolve; });
})()`;

/** Returns the origin, and what its storage contains that its program did not leave. */
const find = (frame: Frame) =>
  frame.evaluate(async () => {
    // The browser's own, because the name leads to the program's.
    const browsers: ServiceWorkerContainer = Object.getOwnPropertyDescriptor(Navigator.prototype, 'serviceWorker')?.get?.call(navigator);
    return {
      origin,
      local: localStorage.getItem('left'),
      cookies: document.cookie,
      // The other cache is the preview's own: its server's files, for offline use.
      caches: (await caches.keys()).filter((name) => name !== '__devonz'),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      programs: (await navigator.serviceWorker.getRegistrations()).length,
      workers: (await browsers.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    };
  });

test('cookies that a preview sets for the whole domain neither shut the IDE out nor stay', async ({
  page,
  context,
  mockedServer,
  models,
}) => {
  const { frame, workbench } = await openHostilePreview(page, mockedServer, models);
  const throwBombs = () =>
    frame().evaluate(() => {
      for (const domain of ['ide.localhost', 'run.ide.localhost'])
        for (const path of ['/', '/chat', '/api', '/headless'])
          for (let index = 0; index < 30; index += 1) {
            // biome-ignore lint/suspicious/noDocumentCookie: what an attacker writes.
            document.cookie = `bomb${index}=${'x'.repeat(4_000)}; domain=${domain}; path=${path}; max-age=3600`;
          }
    });
  const bombs = async () => (await context.cookies()).filter(({ name }) => name.startsWith('bomb')).length;
  // The IDE removes them every few seconds, possibly right now.
  await expect.poll(() => throwBombs().then(bombs)).toBeGreaterThan(50);
  await page.reload();
  await expect(workbench.message).toBeEditable();
  await expect(page.getByRole('button', { name: /^Model:/ })).toContainText('gpt-test');
  await expect.poll(bombs).toBe(0);
});

test('what the page of one project leaves behind, the next project on the same port does not meet', async ({
  page,
  mockedServer,
  models,
}) => {
  const first = await openHostilePreview(page, mockedServer, models);
  const chat = page.url();
  await first.frame().evaluate(LEAVE);
  const left = await find(first.frame());
  expect(left).toMatchObject({ local: 'yes', caches: ['left'], databases: ['left'] });
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page).not.toHaveURL(chat);
  models.clearFixtures();
  const second = await openHostilePreview(page, mockedServer, models);
  const met = await find(second.frame());
  expect(met.origin).not.toBe(left.origin);
  expect(new URL(met.origin).hostname).toMatch(/^p3000-[0-9a-f]{20}\.run\.ide\.localhost$/);
  expect(met).toMatchObject({ local: null, cookies: '', caches: [], databases: [], programs: 0, workers: ['/'] });
});
