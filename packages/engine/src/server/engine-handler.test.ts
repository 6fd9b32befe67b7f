import { expect, test } from 'vitest';
import { createEngineHandler, type EngineHandlerOptions, isEngineHost } from './engine-handler.ts';

const ENGINE = 'http://engine.localhost:8789';
const PAGE = 'http://app.engine.localhost:5173';

function ask(url: string, headers: Record<string, string> = {}, options: Partial<EngineHandlerOptions> = {}) {
  const served: string[] = [];
  const handler = createEngineHandler({
    host: 'engine.localhost',
    allowedOrigins: [PAGE],
    registry: null,
    async files(path) {
      served.push(path);
      return new Response('<head></head>');
    },
    ...options,
  });
  return handler(new Request(url, { headers: { host: new URL(url).host, ...headers } })).then((answer) => ({ answer, served }));
}

test('the engine’s page names the pages that may boot it, and no other may frame it', async () => {
  const { answer } = await ask(`${ENGINE}/headless`);
  expect(await answer.text()).toContain(`<meta name="devonz-parent-origins" content="${PAGE}">`);
  expect(answer.headers.get('content-security-policy')).toBe(`frame-ancestors ${PAGE}; sandbox allow-scripts allow-same-origin`);
});

test('a page that is not listed reads where it could be', async () => {
  const framed = { 'sec-fetch-dest': 'iframe', referer: 'https://other.example/' };
  const { answer, served } = await ask(`${ENGINE}/headless`, framed, {
    settingNames: { allowedOrigins: '--allow-origin', registry: '--registry' },
  });
  expect(await answer.text()).toContain(
    `answers ${PAGE} and not https://other.example. Whoever runs it can list further origins in --allow-origin.`,
  );
  expect(served).toEqual([]);
  expect(await (await ask(`${ENGINE}/headless`, framed, { allowedOrigins: [] })).answer.text()).toContain('answers no page and not');
});

test('every other name gets a refusal that no page can read', async () => {
  for (const host of ['evil.example', 'xengine.localhost', 'p0.engine.localhost', 'p3000-A_b.engine.localhost', 'a b', '']) {
    const { answer, served } = await ask(`${ENGINE}/headless`, { host });
    expect([host, answer.status, answer.headers.get('cross-origin-resource-policy'), served]).toEqual([host, 421, 'same-origin', []]);
  }
});

test('a real name is taken to be on https, whatever the request says', async () => {
  const { answer } = await ask('http://p3000-abc.run.example.com/', {}, { host: 'run.example.com' });
  expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${PAGE} https://run.example.com 'self'`);
});

test('a request whose port goes without saying is answered too', async () => {
  const { answer } = await ask('http://engine.localhost/headless', { host: 'engine.localhost:80' });
  expect(answer.headers.get('permissions-policy')).toBe('cross-origin-isolated=(self "http://*.engine.localhost")');
});

test('what asks for a program’s file gets no page in its place; the bridge is had by the preview’s worker, which is no document', async () => {
  const statuses = async (path: string) =>
    Promise.all(
      ['document', 'iframe', 'empty', 'script'].map(async (destination) => {
        const { answer } = await ask(`http://p3000.engine.localhost${path}`, { 'sec-fetch-dest': destination });
        return answer.status;
      }),
    );
  expect(await statuses('/app.js')).toEqual([200, 200, 503, 503]);
  expect(await statuses('/__devonz/bridge')).toEqual([200, 200, 200, 200]);
});

test('without a registry, none is served and the setting is named', async () => {
  const { answer } = await ask(`${ENGINE}/registry/a`, {}, { settingNames: { allowedOrigins: 'x', registry: '--registry' } });
  expect([answer.status, await answer.text()]).toEqual([503, 'This server knows no package registry (--registry).\n']);
});

test.each([
  { host: 'engine.localhost:8789' },
  { host: 'Engine.localhost' },
  { host: 'a b' },
  { host: '' },
  { allowedOrigins: ['https://*.example.com'] },
  { allowedOrigins: ['https://example.com/path'] },
  { allowedOrigins: ['*'] },
])('%o is refused before anything is served', (options) => {
  const make = () =>
    createEngineHandler({ host: 'engine.localhost', allowedOrigins: [], registry: null, files: async () => new Response(), ...options });
  expect(make).toThrow(TypeError);
});

test('the hosts of the engine are its own and its previews’', () => {
  const hosts = ['engine.localhost', 'ENGINE.localhost:1', 'p80.engine.localhost', 'p80-abc.engine.localhost:1'];
  expect(hosts.filter((host) => isEngineHost(host, 'engine.localhost'))).toEqual(hosts);
  const others = [
    'localhost',
    'app.engine.localhost',
    'p99999.engine.localhost',
    'engine.localhost.evil.example',
    'a b',
    '',
    null,
    undefined,
  ];
  expect(others.filter((host) => isEngineHost(host, 'engine.localhost'))).toEqual([]);
});
