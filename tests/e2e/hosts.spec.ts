import type { APIRequestContext } from '@playwright/test';
import type { AppServer } from './support/app-server.ts';
import { expect, test } from './support/test.ts';

/** Requests the server by its loopback address, under any host name. */
function ask(
  request: APIRequestContext,
  server: AppServer,
  host: string,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
) {
  return request.fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: options.method ?? 'GET',
    headers: { host, ...options.headers },
    maxRedirects: 0,
  });
}

test('the app and the engine are cross-origin isolated, each on an origin of its own', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.appOrigin}/`);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.allow = 'cross-origin-isolated';
    frame.name = 'probe';
    frame.src = url;
    document.body.appendChild(frame);
  }, `${demoServer.sandboxOrigin}/headless`);
  await expect.poll(() => page.frame('probe')?.url()).toContain('/headless');
  expect(await page.frame('probe')?.evaluate(() => [origin, crossOriginIsolated])).toEqual([demoServer.sandboxOrigin, true]);
});

test('a preview that loops does not stop the app: each origin has a process of its own', async ({ page, demoServer }) => {
  await page.goto(`${demoServer.appOrigin}/`);
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.allow = 'cross-origin-isolated';
    frame.name = 'loop';
    frame.src = url;
    document.body.appendChild(frame);
  }, `http://p3000.run.ide.localhost:${demoServer.port}/__devonz/bridge`);
  await expect.poll(() => page.frame('loop')?.url()).toContain('/__devonz/bridge');
  const pause = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let last = performance.now();
        let longest = 0;
        const timer = setInterval(() => {
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        }, 20);
        setTimeout(() => {
          clearInterval(timer);
          resolve(longest);
        }, 5_000);
      }),
  );
  await page.frame('loop')?.evaluate(() => {
    const end = performance.now() + 4_500;
    while (performance.now() < end);
  });
  expect(await pause).toBeLessThan(3_000);
});

test('the start page hydrates without an error in the console', async ({ page, demoServer, appErrors }) => {
  await page.goto(`${demoServer.appOrigin}/`);
  await expect(page.getByRole('textbox').first()).toBeEditable();
  expect(appErrors).toEqual([]);
});

test('localhost is sent to the app, with port and path', async ({ request, demoServer }) => {
  const { port } = demoServer;
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
    const response = await ask(request, demoServer, host, '/chat/1?a=b');
    expect(response.status()).toBe(302);
    expect(response.headers().location).toBe(`http://ide.localhost:${port}/chat/1?a=b`);
  }
});

test('any other name gets 421', async ({ request, demoServer }) => {
  for (const host of [
    'evil.example',
    'ide.localhost.evil.example',
    'x.run.ide.localhost',
    'p0.run.ide.localhost',
    'p70000.run.ide.localhost',
  ]) {
    const response = await ask(request, demoServer, host, '/');
    expect([host, response.status()]).toEqual([host, 421]);
  }
});

test('every host sends the headers that are meant for it', async ({ request, demoServer }) => {
  const { appOrigin, sandboxOrigin, port } = demoServer;
  const app = (await ask(request, demoServer, `ide.localhost:${port}`, '/')).headers();
  expect(app).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  const policy = app['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'wasm-unsafe-eval';/);
  const previews = sandboxOrigin.replace('//', '//*.');
  expect(policy).toContain(
    `frame-src ${sandboxOrigin} ${previews} http://*.ide.localhost:* https://stackblitz.com https://*.webcontainer.io;`,
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("'unsafe-eval'");

  const sandbox = (await ask(request, demoServer, `run.ide.localhost:${port}`, '/headless')).headers();
  expect(sandbox['content-security-policy']).toBe(`frame-ancestors ${appOrigin}; sandbox allow-scripts allow-same-origin`);
  expect(sandbox).toMatchObject({ 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'cross-origin' });

  const preview = (await ask(request, demoServer, `p3000.run.ide.localhost:${port}`, '/any/path')).headers();
  expect(preview).toMatchObject({ 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'cross-origin' });
  const worker = (await ask(request, demoServer, `p3000.run.ide.localhost:${port}`, '/__devonz/service-worker.js')).headers();
  expect(worker).toMatchObject({ 'service-worker-allowed': '/', 'cache-control': 'no-cache' });
  expect(worker['content-type']).toContain('javascript');
});

test('each document has a nonce of its own', async ({ request, demoServer }) => {
  const nonces = new Set<string | undefined>();
  for (let round = 0; round < 3; round += 1) {
    const response = await ask(request, demoServer, `ide.localhost:${demoServer.port}`, '/');
    nonces.add(/'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1]);
  }
  expect(nonces.size).toBe(3);
});

test('the sandbox serves the engine and the registry, and nothing of the app', async ({ request, demoServer }) => {
  const host = `run.ide.localhost:${demoServer.port}`;
  for (const path of ['/', '/api/chat', '/api/models', '/engine/headless.html', '/engine/nothing.js', '/favicon.svg']) {
    const response = await ask(request, demoServer, host, path);
    expect([path, response.status()]).toEqual([path, 404]);
  }
  expect((await ask(request, demoServer, host, '/registry/is-number', { method: 'POST' })).status()).toBe(405);
  expect((await ask(request, demoServer, host, '/registry/-/whoami')).status()).toBe(404);
});

test('only the app itself can change state', async ({ request, demoServer }) => {
  const { appOrigin, sandboxOrigin, port } = demoServer;
  const post = (headers: Record<string, string>) =>
    ask(request, demoServer, `ide.localhost:${port}`, '/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
  for (const headers of [{}, { origin: sandboxOrigin }, { origin: 'null' }, { origin: appOrigin, 'sec-fetch-site': 'same-site' }]) {
    expect((await post(headers as Record<string, string>)).status()).toBe(403);
  }
  // The request is accepted, and then rejected for its content.
  expect((await post({ origin: appOrigin, 'sec-fetch-site': 'same-origin' })).status()).toBe(400);
});
