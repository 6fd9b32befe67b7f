import type { Page } from '@playwright/test';
import { CHAT_BODY } from './support/chat-body.ts';
import { expect, test } from './support/red-team-test.ts';

/** Every spelling of the model list's URL that a router or server might accept. */
const MODEL_ADDRESSES = [
  '/api/models',
  '/API/models',
  '/Api/Models',
  '/%61pi/models',
  '/api/%6dodels',
  '/api%2fmodels',
  '/api//models',
  '//api/models',
  '/./api/models',
  '/x/../api/models',
  '/x/%2e%2e/api/models',
  '/api/models/',
  '/api/models.data',
  '/Api/models.data',
  '/api/models;a=b',
  '/api\\models',
  '/api/models?_data=routes%2Fapi.models',
  '/Api/models?_data=routes%2Fapi.models',
  '/?_data=routes%2Fapi.models',
  '/chat/a?_data=routes%2Fapi.models',
];

/** Runs in the foreign page: requests each URL in every way that needs no permission, and waits for all to end. */
async function askInEveryWay({ origin, paths }: { origin: string; paths: string[] }): Promise<void> {
  const settled = (element: HTMLElement) =>
    new Promise<void>((resolve) => {
      element.onload = () => resolve();
      element.onerror = () => resolve();
      setTimeout(resolve, 2_000);
      document.body.appendChild(element);
    });
  const make = <K extends keyof HTMLElementTagNameMap>(tag: K, fields: Partial<HTMLElementTagNameMap[K]>) =>
    settled(Object.assign(document.createElement(tag) as HTMLElement, fields));
  const tries: Promise<unknown>[] = [];
  for (const path of paths) {
    const address = origin + path;
    tries.push(
      make('img', { src: address }),
      fetch(address, { mode: 'no-cors', credentials: 'include' }).catch(() => null),
    );
  }
  const [plain = '', odd = ''] = [paths[0], paths[1]].map((path) => origin + path);
  for (const address of [plain, odd]) {
    tries.push(
      make('script', { src: address }),
      make('link', { rel: 'stylesheet', href: address }),
      make('link', { rel: 'prefetch', href: address }),
      make('iframe', { src: address }),
      make('object', { data: address }),
      make('embed', { src: address }),
      fetch(address).catch(() => null),
      new Promise((resolve) => {
        const events = new EventSource(address);
        events.onerror = () => resolve(events.close());
      }),
      new Promise((resolve) => {
        const socket = new WebSocket(address.replace('http', 'ws'));
        socket.onclose = () => resolve(null);
        socket.onopen = () => socket.close();
      }),
    );
  }
  // Some ways end without an event if the page's own policy forbids them.
  await Promise.race([Promise.all(tries), new Promise((resolve) => setTimeout(resolve, 2_500))]);
}

/** Runs in the foreign page: writes in every way that needs no preflight, and in some that need one. */
async function writeInEveryWay({ origin, body }: { origin: string; body: string }): Promise<string[]> {
  const read: string[] = [];
  const address = `${origin}/api/chat`;
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json']) {
    for (const mode of ['no-cors', 'cors'] as const) {
      const answer = await fetch(address, { method: 'POST', mode, body, headers: { 'content-type': type }, credentials: 'include' }).catch(
        () => null,
      );
      if (answer && answer.type !== 'opaque') read.push(`${type} ${mode}: ${answer.status}`);
    }
  }
  navigator.sendBeacon(address, new Blob([body], { type: 'text/plain' }));
  const forms = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map((enctype) => {
    const frame = document.createElement('iframe');
    frame.name = `target-${enctype}`;
    const form = Object.assign(document.createElement('form'), { method: 'post', action: address, enctype, target: frame.name });
    // With text/plain, the name and the value form one JSON text.
    form.appendChild(Object.assign(document.createElement('input'), { name: body.slice(0, -1), value: '}' }));
    for (const element of [frame, form]) document.body.appendChild(element);
    form.submit();
    return new Promise((resolve) => {
      frame.onload = resolve;
    });
  });
  // A rejected page may never report to its frame that it has loaded.
  await Promise.race([Promise.all(forms), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  return read;
}

test('no foreign page makes the server call a provider: other sites, other ports, the sandbox and the previews', async ({
  page,
  target,
  attacks,
}) => {
  const { server, provider, foreign } = target;
  const places = {
    ...foreign.origins,
    sandbox: `${server.sandboxOrigin}/headless`,
    // Does not use its root, where the boot page reloads itself.
    preview: `${server.sandboxOrigin.replace('//', '//p3000.')}/__devonz/nothing`,
  };
  for (const [name, place] of Object.entries(places)) {
    await page.goto(place, { waitUntil: 'commit' });
    provider.play([{ say: 'It was spent.' }]);
    await page.evaluate(askInEveryWay, { origin: server.appOrigin, paths: MODEL_ADDRESSES });
    const read = await page.evaluate(writeInEveryWay, { origin: server.appOrigin, body: CHAT_BODY });
    attacks.expect(
      `${name}: calls to the provider`,
      provider.calls.map(({ path }) => path),
      [],
    );
    attacks.expect(`${name}: answers it could read`, read, []);
  }
  // The app itself may do so, which proves that the counter works.
  await page.goto(`${server.appOrigin}/favicon.svg`);
  provider.play([]);
  await page.evaluate(async () => (await fetch('/api/models')).text());
  expect(provider.calls.length).toBeGreaterThan(0);
});

async function framesOf(page: Page, addresses: readonly string[]): Promise<string[]> {
  await page.evaluate(
    async (list) => {
      await Promise.all(
        list.map(
          (address) =>
            new Promise((resolve) => {
              const frame = Object.assign(document.createElement('iframe'), { src: address, onload: resolve, onerror: resolve });
              setTimeout(resolve, 4_000);
              document.body.appendChild(frame);
            }),
        ),
      );
    },
    [...addresses],
  );
  return Promise.all(
    page
      .frames()
      .slice(1)
      .map((frame) =>
        frame.evaluate(() => (document.body?.textContent ?? '').trim().slice(0, 60) || document.title).catch(() => 'no document'),
      ),
  );
}

test('no foreign page frames the app or the engine, gets a handle on its window or posts it a message', async ({
  page,
  context,
  target,
  attacks,
}) => {
  const { server, foreign } = target;
  const app = server.appOrigin;
  const preview = server.sandboxOrigin.replace('//', '//p3000.');
  for (const [name, place] of Object.entries({ otherSite: foreign.origins.otherSite, sameSite: foreign.origins.sameSite })) {
    await page.goto(place);
    const texts = await framesOf(page, [
      `${app}/`,
      `${app}/chat/x`,
      `${app}/nothing-here`,
      `${server.sandboxOrigin}/headless`,
      `${preview}/__devonz/bridge`,
      `${preview}/`,
    ]);
    const parents = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate(() => document.querySelector('meta[name^="devonz-"]') !== null).catch(() => false)),
    );
    attacks.note(
      `${name}: frames of the app, the engine and the previews`,
      !parents.includes(true) && !texts.some((text) => /Message|Describe an app/.test(text)),
      texts.join(' · '),
    );
  }
  await page.goto(foreign.origins.sameSite);
  const opening = context.waitForEvent('page');
  await page.evaluate((address) => Object.assign(globalThis, { opened: window.open(address, 'ide') }), `${app}/`);
  const popup = await opening;
  await expect(popup.getByRole('textbox', { name: 'Message' })).toBeEditable();
  const handle = await page.evaluate(() => {
    const { opened } = globalThis as unknown as { opened: Window };
    let seen = opened.closed ? 'closed' : `open with ${opened.length} frames`;
    try {
      opened.postMessage({ type: 'init', from: 'a stranger' }, '*');
      opened.location.href = 'http://evil.localhost/';
      window.open('about:blank', 'ide')?.close();
    } catch (error) {
      seen += `, ${String(error)}`;
    }
    return seen;
  });
  attacks.expect('the handle of a window that it opened', handle, 'closed');
  attacks.expect('the window stays where it is', [popup.url(), await popup.evaluate(() => opener === null)], [`${app}/`, true]);
});
