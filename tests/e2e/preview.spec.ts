import type { Frame, Page } from '@playwright/test';
import type { AppServer } from './support/app-server.ts';
import { openFakeEngine, openPreview } from './support/open-preview.ts';
import { expect, test } from './support/test.ts';

/** The interface of the fake engine's page (support/fake-kernel). */
interface FakeKernel {
  messages: Record<string, unknown>[];
  listen(port: number): void;
  stop(port: number): void;
  setPreviewScript(source: string): void;
}

/** The fake program's report of a request to `/echo`. */
interface Echo {
  method: string;
  target: string;
  headers: [string, string][];
  body: string;
}

declare global {
  var fakeKernel: FakeKernel;
}

async function openRunning(page: Page, server: AppServer, path = '/'): Promise<{ engine: Frame; preview: Frame }> {
  const engine = await openFakeEngine(page, server);
  await engine.evaluate(() => fakeKernel.listen(3000));
  const preview = await openPreview(page, server, path);
  await expect(preview.getByRole('heading', { name: 'It runs' })).toBeVisible();
  return { engine, preview };
}

test('a page of the program appears in the preview, with the script first in its head', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer, '/some/page?a=1');
  expect(preview.url()).toBe(`http://p3000.run.ide.localhost:${demoServer.port}/some/page?a=1`);
  expect(await preview.evaluate(() => document.head.firstElementChild?.getAttribute('src'))).toBe('/__devonz/preview-script.js');
  expect(await preview.evaluate(() => 'SharedWorker' in window)).toBe(false);
});

test('requests keep method, body, query and headers, and look local to the program', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer);
  const answer = await preview.evaluate(async () => {
    const response = await fetch('/echo?x=1', { method: 'POST', body: 'hello', headers: { 'x-mine': 'yes' } });
    const echo = (await response.json()) as Echo;
    return { status: response.status, custom: response.headers.get('x-custom'), echo };
  });
  expect(answer).toMatchObject({ status: 201, custom: 'kept', echo: { method: 'POST', target: '/echo?x=1', body: 'hello' } });
  const headers = new Map(answer.echo.headers);
  expect(headers.get('host')).toBe('localhost:3000');
  expect(headers.get('origin')).toBe('http://localhost:3000');
  expect(headers.get('referer')).toBe('http://localhost:3000/');
  expect(headers.get('x-mine')).toBe('yes');
  expect(headers.get('content-length')).toBe('5');
});

test('bodies of a megabyte go up in chunks and three megabytes come down whole', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer);
  const uploaded = await preview.evaluate(async () => {
    const response = await fetch('/echo', { method: 'PUT', body: 'x'.repeat(1_000_000) });
    const echo = (await response.json()) as Echo;
    return { size: echo.body.length, framing: echo.headers.find(([name]) => name === 'transfer-encoding')?.[1] };
  });
  expect(uploaded).toEqual({ size: 1_000_000, framing: 'chunked' });
  const downloaded = await preview.evaluate(async () => {
    const bytes = new Uint8Array(await (await fetch('/big')).arrayBuffer());
    return { size: bytes.length, last: bytes.at(-1) };
  });
  expect(downloaded).toEqual({ size: 3_000_000, last: 29 });
});

test('statuses without a body, HEAD and redirects work as in a browser', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer);
  const results = await preview.evaluate(async () => {
    const nothing = await fetch('/nothing');
    const head = await fetch('/echo', { method: 'HEAD' });
    const redirected = await fetch('/redirect');
    const manual = await fetch('/redirect', { redirect: 'manual' });
    return [nothing.status, head.status, await head.text(), redirected.status, new URL(redirected.url).pathname, manual.type];
  });
  expect(results).toEqual([204, 201, '', 200, '/landed', 'opaqueredirect']);
  const moved = await openPreview(page, demoServer, '/redirect');
  await expect.poll(() => moved.url()).toContain('/landed?from=redirect');
  await expect(moved.getByRole('heading', { name: 'It runs' })).toBeVisible();
});

test('server-sent events arrive one by one, and the program hears when the page stops listening', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer);
  const events = await preview.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = [];
        const source = new EventSource('/events');
        source.onmessage = ({ data }) => {
          seen.push(data);
          if (seen.length < 3) return;
          source.close();
          resolve(seen);
        };
      }),
  );
  expect(events).toEqual(['1', '2', '3']);
  await expect.poll(() => preview.evaluate(async () => (await fetch('/left')).text())).toBe('1');
});

test('cookies the program sets come back to it', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer);
  const cookie = await preview.evaluate(async () => {
    await fetch('/login');
    const { headers } = (await (await fetch('/echo')).json()) as Echo;
    return headers.find(([name]) => name === 'cookie')?.[1];
  });
  expect(cookie).toBe('session=abc');
});

test('WebSockets speak with the program: text, bytes, protocol, close code', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer);
  const seen = await preview.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const log: unknown[] = [];
        const socket = new WebSocket(`ws://${location.host}/socket`, 'chat');
        socket.binaryType = 'arraybuffer';
        log.push(socket instanceof WebSocket, socket.readyState);
        socket.onopen = () => {
          log.push('open', socket.protocol);
          socket.send('hello');
        };
        socket.addEventListener('message', ({ data }) => {
          log.push(typeof data === 'string' ? data : [...new Uint8Array(data)]);
          socket.send(typeof data === 'string' ? Uint8Array.of(1, 2, 3) : 'bye');
        });
        socket.onerror = () => log.push('error');
        socket.onclose = ({ code, wasClean }) => resolve([...log, code, wasClean]);
      }),
  );
  expect(seen).toEqual([true, 0, 'open', 'chat', 'HELLO', [1, 2, 3], 4001, true]);
});

test('a WebSocket that is refused fires error before close', async ({ page, demoServer }) => {
  const { preview } = await openRunning(page, demoServer);
  const seen = await preview.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const log: unknown[] = [];
        const socket = new WebSocket(`ws://${location.host}/refuse`);
        socket.onerror = () => log.push('error');
        socket.onclose = ({ code }) => resolve([...log, code]);
      }),
  );
  expect(seen).toEqual(['error', 1006]);
});

test('what goes wrong in the page is reported to the engine', async ({ page, demoServer }) => {
  const { engine } = await openRunning(page, demoServer, '/throws?q#h');
  await expect.poll(() => engine.evaluate(() => fakeKernel.messages.length)).toBe(3);
  const messages = await engine.evaluate(() => fakeKernel.messages);
  const place = { port: 3000, pathname: '/throws', search: '?q', hash: '#h' };
  expect(messages).toContainEqual(expect.objectContaining({ ...place, type: 'PREVIEW_CONSOLE_ERROR', args: ['one', { two: 2 }] }));
  expect(messages).toContainEqual(
    expect.objectContaining({ ...place, type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: 'Uncaught Error: thrown' }),
  );
  expect(messages).toContainEqual(expect.objectContaining({ ...place, type: 'PREVIEW_UNHANDLED_REJECTION', message: 'rejected' }));
});

test('a page that is watched says what it logs, which requests fail and where it is, and goes back in its own history', async ({
  page,
  demoServer,
}) => {
  const { engine, preview } = await openRunning(page, demoServer, '/first');
  const ask = (message: Record<string, string>) =>
    page.evaluate((asked) => window.frames['preview' as unknown as number]?.postMessage(asked, '*'), message); // as below
  const messages = () => engine.evaluate(() => fakeKernel.messages);
  await preview.evaluate(() => console.warn('unheard', { until: 'watched' }));
  expect(await messages()).toEqual([]);
  await ask({ type: 'DEVONZ_WATCH_PAGE' });
  await preview.evaluate(() => history.pushState(null, '', '/second?q#h'));
  const log = { type: 'PREVIEW_CONSOLE_LOG', port: 3000, pathname: '/first', level: 'warn', message: 'unheard {until: "watched"}' };
  await expect.poll(messages).toContainEqual(expect.objectContaining(log));
  const second = { type: 'PREVIEW_PLACE', port: 3000, pathname: '/second', search: '?q', hash: '#h' };
  await expect.poll(messages).toContainEqual({ ...second, canGoBack: true, canGoForward: false });
  await preview.evaluate(async () => {
    document.body.appendChild(new Image()).src = '/echo';
    await fetch('/ended', { method: 'PUT' }).catch(() => undefined);
  });
  const failed = { type: 'PREVIEW_REQUEST_FAILED', pathname: '/second' };
  await expect
    .poll(messages)
    .toContainEqual(expect.objectContaining({ ...failed, method: 'PUT', address: '/ended', status: 0, initiator: 'fetch' }));
  await expect.poll(messages).toContainEqual(expect.objectContaining({ ...failed, method: 'GET', address: '/echo', initiator: 'img' }));
  await ask({ type: 'DEVONZ_MOVE_PAGE', direction: 'back' });
  await expect.poll(() => preview.url()).toContain('/first');
  await expect
    .poll(messages)
    .toContainEqual(expect.objectContaining({ type: 'PREVIEW_PLACE', pathname: '/first', canGoBack: false, canGoForward: true }));
});

test('a page whose program ends says so, and comes back when the program does', async ({ page, demoServer }) => {
  const { engine } = await openRunning(page, demoServer);
  await engine.evaluate(() => fakeKernel.stop(3000));
  const preview = await openPreview(page, demoServer, '/back');
  await expect(preview.getByRole('heading', { name: 'Nothing listens on port 3000' })).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Retry' })).toBeVisible();
  await engine.evaluate(() => fakeKernel.listen(3000));
  await expect(preview.getByRole('heading', { name: 'It runs' })).toBeVisible();
  expect(preview.url()).toContain('/back');
});

test('a program that hangs up without an answer is explained', async ({ page, demoServer }) => {
  const { engine } = await openRunning(page, demoServer);
  expect(engine.url()).toContain('/headless');
  const preview = await openPreview(page, demoServer, '/ended');
  await expect(preview.getByRole('heading', { name: 'The program gave no answer' })).toBeVisible();
});

test('the client can reload a preview and add a script of its own', async ({ page, demoServer }) => {
  const { engine, preview } = await openRunning(page, demoServer);
  await engine.evaluate(() => fakeKernel.setPreviewScript("document.documentElement.dataset.mine = 'caf\u00e9'"));
  await preview.evaluate(() => Object.assign(window, { isOld: true }));
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        window.frames['preview' as unknown as number]?.postMessage({ type: 'LOCALSERVICE_RELOAD_WINDOW', callback: port2 }, '*', [port2]); // frames are also accessible by name
      }),
  );
  expect(answer).toEqual({ type: 'LOCALSERVICE_WINDOW_RELOADED' });
  // The response comes before the reload: a question in between would be lost with the old page.
  await expect.poll(() => preview.evaluate(() => document.documentElement.dataset.mine).catch(() => null)).toBe('café');
  expect(await preview.evaluate(() => 'isOld' in window)).toBe(false);
});

test('without the IDE a preview explains itself, and comes back when the IDE does', async ({ page, context, demoServer }) => {
  const lonely = await context.newPage();
  await lonely.goto(`http://p3000.run.ide.localhost:${demoServer.port}/alone`);
  await expect(lonely.getByRole('heading', { name: 'The IDE is not open' })).toBeVisible();
  const engine = await openFakeEngine(page, demoServer);
  await engine.evaluate(() => fakeKernel.listen(3000));
  await expect(lonely.getByRole('heading', { name: 'It runs' })).toBeVisible();
  expect(lonely.url()).toContain('/alone');
});
