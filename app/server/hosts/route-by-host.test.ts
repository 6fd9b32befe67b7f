import { expect, test } from 'vitest';
import { type HostServices, routeByHost } from './route-by-host.server.ts';

const SANDBOX = 'http://run.ide.localhost:8788';

function ask(url: string, headers: Record<string, string> = {}, environment: HostServices['environment'] = {}) {
  const served: string[] = [];
  const request = new Request(url, { headers: { host: new URL(url).host, ...headers } });
  const response = routeByHost(request, {
    environment,
    isDevelopment: false,
    async serveFile(path) {
      served.push(path);
      return new Response('<head></head>');
    },
    serveApp: async () => new Response('the app'),
  });
  return response.then((answer) => ({ answer, served }));
}

test.each([
  '/engine/headless',
  '/engine/headless/',
  '/engine/headless.html',
  '/engine/%68eadless.html',
  '/engine/..%2findex.html',
  '/engine/',
])('the engine’s page is at /headless alone, not at %s', async (path) => {
  const { answer, served } = await ask(SANDBOX + path);
  expect([answer.status, served]).toEqual([404, []]);
});

test('the engine’s page learns who may be its parent, and no other page may frame it', async () => {
  const { answer } = await ask(`${SANDBOX}/headless`);
  expect(await answer.text()).toContain('<meta name="devonz-parent-origins" content="http://ide.localhost:8788">');
  expect(answer.headers.get('content-security-policy')).toBe(
    'frame-ancestors http://ide.localhost:8788; sandbox allow-scripts allow-same-origin',
  );
});

test('origins that the deployer lists may boot the engine and show previews; what is no whole origin counts for nothing', async () => {
  const environment = {
    ENGINE_ALLOWED_ORIGINS: 'https://docs.example.com, https://*.example.com/ javascript:x http://a.test:1/path http://b.test:2/',
  };
  const { answer } = await ask(`${SANDBOX}/headless`, {}, environment);
  const clients = 'http://ide.localhost:8788 https://docs.example.com http://b.test:2';
  expect(await answer.text()).toContain(`content="${clients}"`);
  expect(answer.headers.get('content-security-policy')).toBe(`frame-ancestors ${clients}; sandbox allow-scripts allow-same-origin`);
  const preview = await ask('http://p3000.run.ide.localhost:8788/', { 'sec-fetch-dest': 'iframe' }, environment);
  expect(preview.answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${clients} ${SANDBOX} 'self'`);
});

test('a page that is not listed gets a sentence and nothing of the engine', async () => {
  const { answer, served } = await ask(`${SANDBOX}/headless`, { 'sec-fetch-dest': 'iframe', referer: 'https://other.example/page' });
  expect(await answer.text()).toContain('answers http://ide.localhost:8788 and not https://other.example.');
  expect(served).toEqual([]);
  const listed = await ask(`${SANDBOX}/headless`, { 'sec-fetch-dest': 'iframe', referer: 'http://ide.localhost:8788/' });
  expect(await listed.answer.text()).toContain('devonz-parent-origins');
});

test.each(['/engine/process-worker.js', '/engine/chunks/cat-M2K555ZC.js', '/engine/assets/a.wasm'])('%s is served', async (path) => {
  const { answer, served } = await ask(SANDBOX + path);
  expect([answer.status, served]).toEqual([200, [path]]);
});

test('what carries the hash of its content in its address is kept for good, all else asked for again', async () => {
  const caching = async (path: string) => (await ask(SANDBOX + path)).answer.headers.get('cache-control');
  for (const path of ['/engine/chunks/cat-M2K555ZC.js', '/engine/assets/a-K2M2555Z.wasm', '/engine/kernel-worker.js?v=0123456789ab'])
    expect(await caching(path)).toContain('immutable');
  for (const path of ['/engine/kernel-worker.js', '/engine/kernel-worker.js?v=', '/engine/kernel-worker.js?w=0123456789ab'])
    expect(await caching(path)).toBe('no-cache');
});

test('a script for a service worker of its own is not to be had on a preview’s host: whatever is asked, no program answers', async () => {
  const { answer, served } = await ask('http://p3000.run.ide.localhost:8788/evil-worker.js', { 'sec-fetch-dest': 'serviceworker' });
  expect([answer.status, served]).toEqual([503, []]);
});

test('nothing of the app is read for another page', async () => {
  const { answer } = await ask('http://ide.localhost:8788/x', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' });
  expect(answer.status).toBe(403);
});

test('cookies past any use are deleted by the answer, those of a guard in front stay', async () => {
  const cured = async (cookie: string) => (await ask('http://ide.localhost:8788/', { cookie })).answer.headers.get('clear-site-data');
  expect(await cured(`bomb=${'x'.repeat(9_000)}`)).toBe('"cookies"');
  expect(await cured(`access=${'x'.repeat(3_000)}`)).toBeNull();
});

test.each(['http://ide.localhost:8788/', `${SANDBOX}/headless`, 'http://p3000.run.ide.localhost:8788/x'])(
  '%s gets a process of its own',
  async (url) => {
    const { answer } = await ask(url);
    expect(answer.headers.get('origin-agent-cluster')).toBe('?1');
  },
);

test('one worker of the app may reach other hosts, and no page or other file may', async () => {
  const policyOf = async (path: string) =>
    (await ask(`http://ide.localhost:8788${path}`)).answer.headers.get('content-security-policy') ?? '';
  expect(await policyOf('/assets/network-worker-AbC_1-2.js')).toContain('connect-src https: http://localhost:* http://127.0.0.1:*; ');
  expect(await policyOf('/assets/network-worker-AbC_1-2.js')).toContain("default-src 'none'; script-src 'self'; ");
  for (const path of [
    '/',
    '/assets/other-AbC.js',
    '/x/assets/network-worker-a.js',
    '/assets/network-worker-a.js/x',
    '/assets/network-worker.js',
  ])
    expect(await policyOf(path), path).toContain("connect-src 'self'");
});

test('the worker of local models reaches the origins that its address names, each well-formed and on this computer or encrypted, or nothing', async () => {
  const policyOf = async (path: string) =>
    (await ask(`http://ide.localhost:8788${path}`)).answer.headers.get('content-security-policy') ?? '';
  const worker = '/assets/local-model-worker-AbC_1-2.js';
  expect(await policyOf(`${worker}?reach=http://127.0.0.1:11434&reach=https://gpu.example`)).toBe(
    "default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:11434 https://gpu.example; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  for (const query of [
    '',
    '?reach=*',
    '?reach=http://example.com',
    '?reach=http://127.0.0.1:1;script-src%20*',
    '?reach=http://127.0.0.1:1&reach=x',
  ])
    expect(await policyOf(`${worker}${query}`), query).toContain("connect-src 'none'; ");
  for (const path of ['/', '/assets/other-AbC.js', '/api/models', '/x/assets/local-model-worker-a.js'])
    expect(await policyOf(`${path}?reach=http://127.0.0.1:11434`), path).toContain("connect-src 'self'");
});

test('the engine’s offline worker has the whole origin as its scope, and says whose pages may boot what it serves', async () => {
  const { answer } = await ask(`${SANDBOX}/engine/offline-worker.js`);
  expect(answer.headers.get('service-worker-allowed')).toBe('/');
  expect(await answer.text()).toBe('globalThis.offlineClients = ["http://ide.localhost:8788"];\n<head></head>');
});

test('a server that ends offline copies gives both origins a worker that deletes them; else the app’s is a file like others', async () => {
  const workers = ['http://ide.localhost:8788/offline-worker.js', `${SANDBOX}/engine/offline-worker.js`];
  for (const worker of workers) {
    const { answer } = await ask(worker, {}, { OFFLINE_COPY: 'off' });
    expect(await answer.text()).toContain('registration.unregister()');
    expect(answer.headers.get('content-type')).toContain('text/javascript');
  }
  expect(await (await ask('http://ide.localhost:8788/offline-worker.js')).answer.text()).toBe('the app');
});

test('the page by which the engine is kept is for its clients alone', async () => {
  const { answer } = await ask(`${SANDBOX}/offline-copy`);
  expect(await answer.text()).toContain('content="http://ide.localhost:8788"');
  expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors http://ide.localhost:8788;');
});
