import { expect, test } from 'vitest';
import { costOfAsync } from '../../../../tests/setup/cost-of.ts';
import { handleRegistryRequest } from './registry-proxy.ts';

const upstream = 'https://upstream.invalid/npm/';
const origin = 'http://run.ide.localhost:8788';

interface Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** An upstream with scripted responses by URL, which fails for all others. */
function fakeUpstream(answers: Record<string, () => Response>) {
  const asked: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push({ url: request.url, method: request.method, headers: Object.fromEntries(request.headers) });
    const answer = answers[request.url];
    if (!answer) throw new TypeError(`unscripted: ${request.url}`);
    return answer();
  };
  const get = (path: string, init: RequestInit = {}) => handleRegistryRequest(new Request(`${origin}${path}`, init), { upstream, fetch });
  return { asked, get };
}

const document = { name: 'a', versions: { '1.0.0': { dist: { tarball: 'https://cdn.invalid/npm/a/-/a-1.0.0.tgz' } } } };

test.each([
  ['/registry/a', 'a'],
  ['/registry/@s/a', '@s%2fa'],
  ['/registry/@s%2Fa', '@s%2fa'],
  ['/registry/a/-/a-1.0.0.tgz', 'a/-/a-1.0.0.tgz'],
  ['/registry/@s/a/-/a-1.0.0-rc.1+b.tgz', '@s/a/-/a-1.0.0-rc.1+b.tgz'],
  ['/registry/a/1.0.0', 'a/1.0.0'],
  ['/registry/@s%2fa/1.0.0-rc.1+b', '@s%2fa/1.0.0-rc.1+b'],
])('%s is asked of the upstream as %s', async (path, expected) => {
  const { asked, get } = fakeUpstream({ [`${upstream}${expected}`]: () => Response.json({}) });
  expect((await get(path)).status).toBe(200);
  expect(asked.map(({ url }) => url)).toEqual([`${upstream}${expected}`]);
});

test.each([
  '/registry/',
  '/registry/-/whoami',
  '/registry/-/v1/search?text=a',
  '/registry/a?write=true',
  '/registry/a/latest',
  '/registry/a/1.0.0/b',
  '/registry/%2e%2e/secret',
  '/registry/..%2fsecret',
  '/registry/@s/a/b',
  '/registry/a/-/a.exe',
  '/registry/http://other.invalid/a',
  '/registry/.hidden',
])('%s is not served, and the upstream not asked', async (path) => {
  const { asked, get } = fakeUpstream({});
  expect((await get(path)).status).toBe(404);
  expect(asked).toEqual([]);
});

test('only reading is allowed', async () => {
  const { asked, get } = fakeUpstream({});
  const response = await get('/registry/a', { method: 'PUT', body: '{}' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(asked).toEqual([]);
});

test('neither cookies nor credentials pass, in either direction', async () => {
  const headers = { 'set-cookie': 'a=1', 'x-internal': 'yes', etag: '"v1"', 'cache-control': 'public, max-age=300' };
  const { asked, get } = fakeUpstream({ [`${upstream}a`]: () => Response.json(document, { headers }) });
  const response = await get('/registry/a', { headers: { cookie: 'b=2', authorization: 'Bearer t', 'npm-otp': '1' } });
  expect(Object.keys(asked[0]?.headers ?? {})).toEqual(['accept']);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'public, max-age=300',
    'content-type': 'application/json',
    'cross-origin-resource-policy': 'same-site',
    etag: '"v1"',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
  });
});

test('the short form is asked for when the client asks for it', async () => {
  const type = 'application/vnd.npm.install-v1+json';
  const { asked, get } = fakeUpstream({ [`${upstream}a`]: () => Response.json(document, { headers: { 'content-type': type } }) });
  const response = await get('/registry/a', { headers: { accept: type } });
  expect(asked[0]?.headers.accept).toContain(type);
  expect(response.headers.get('content-type')).toBe(type);
});

test('archive addresses in a document become ours', async () => {
  const scoped = '{"x":{"tarball":"http://upstream.invalid:81/deep/@s/a/-/a-1.0.0.tgz"},"homepage":"https://a.invalid/-/b"}';
  const { get } = fakeUpstream({ [`${upstream}a`]: () => Response.json(document), [`${upstream}@s%2fa`]: () => new Response(scoped) });
  expect(await (await get('/registry/a')).json()).toEqual({
    name: 'a',
    versions: { '1.0.0': { dist: { tarball: `${origin}/registry/a/-/a-1.0.0.tgz` } } },
  });
  expect(await (await get('/registry/@s/a')).json()).toEqual({
    x: { tarball: `${origin}/registry/@s/a/-/a-1.0.0.tgz` },
    homepage: 'https://a.invalid/-/b',
  });
});

test('a condition is passed on, and 304 comes back', async () => {
  const { asked, get } = fakeUpstream({ [`${upstream}a`]: () => new Response(null, { status: 304, headers: { etag: '"v1"' } }) });
  const response = await get('/registry/a', { headers: { 'if-none-match': '"v1"' } });
  expect(asked[0]?.headers['if-none-match']).toBe('"v1"');
  expect([response.status, response.headers.get('etag')]).toEqual([304, '"v1"']);
});

test('a redirect is followed on the same host only', async () => {
  const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });
  const { asked, get } = fakeUpstream({
    [`${upstream}a`]: redirect('/npm/b'),
    [`${upstream}b`]: () => Response.json({ name: 'b' }),
    [`${upstream}inside`]: redirect('http://169.254.169.254/latest'),
    [`${upstream}down`]: redirect('http://upstream.invalid/npm/a'),
    [`${upstream}circle`]: redirect('/npm/circle'),
  });
  expect(await (await get('/registry/a')).json()).toEqual({ name: 'b' });
  for (const name of ['inside', 'down', 'circle']) expect((await get(`/registry/${name}`)).status).toBe(502);
  expect(asked.some(({ url }) => url.includes('169.254'))).toBe(false);
});

test.each([
  [404, 404, 'no such package'],
  [401, 502, 'answered 401'],
  [500, 502, 'answered 500'],
  [429, 429, 'slow down'],
])('an upstream that answers %i becomes %i', async (theirs, ours, words) => {
  const { get } = fakeUpstream({ [`${upstream}a`]: () => new Response('secret details', { status: theirs }) });
  const response = await get('/registry/a');
  expect(response.status).toBe(ours);
  const text = await response.text();
  expect(text).toContain(words);
  expect(text).not.toContain('secret');
});

test('an upstream that cannot be reached is a 502 that does not name it', async () => {
  const { get } = fakeUpstream({});
  const response = await get('/registry/a');
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ error: 'The package registry cannot be reached.' });
});

test('what is over the limit is refused by its length, and cut off when the length was kept back', async () => {
  const endless = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(10_000_000)),
      }),
    );
  const { get } = fakeUpstream({
    [`${upstream}a`]: endless,
    [`${upstream}b/-/b.tgz`]: () => new Response('', { headers: { 'content-length': '200000001' } }),
    [`${upstream}c/-/c.tgz`]: endless,
  });
  const refused = await get('/registry/b/-/b.tgz');
  expect([refused.status, await refused.json()]).toEqual([413, { error: "The package registry's answer is over the limit of 200 MB." }]);
  for (const path of ['/registry/a', '/registry/c/-/c.tgz']) {
    const reader = (await get(path)).body?.getReader();
    let size = 0;
    const readAll = async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) size += part.value.byteLength;
    };
    await expect(readAll()).rejects.toThrow('200 MB');
    expect(size).toBeLessThanOrEqual(200_000_000);
  }
});

test('HEAD is answered without a body', async () => {
  const { asked, get } = fakeUpstream({ [`${upstream}a`]: () => new Response(null, { headers: { etag: '"v1"' } }) });
  const response = await get('/registry/a', { method: 'HEAD' });
  expect([asked[0]?.method, response.status, await response.text()]).toEqual(['HEAD', 200, '']);
});

test('a hostile document cannot hang the server', async () => {
  const hostile = `{"tarball":"https://x.invalid/@${'%2f'.repeat(200_000)}"}`;
  const { get } = fakeUpstream({ [`${upstream}a`]: () => new Response(hostile) });
  expect(await costOfAsync(async () => expect(await (await get('/registry/a')).text()).toBe(hostile))).toBeLessThan(200);
});
