import { expect, test } from 'vitest';
import { handleRegistryRequest } from './registry-proxy.ts';

function relay(answers: Record<string, () => Response>) {
  const asked: { address: string; headers: Headers }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const address = String(input);
    asked.push({ address, headers: new Headers(init?.headers) });
    return answers[address]?.() ?? new Response(null, { status: 404 });
  };
  const get = (address: string, init: RequestInit = {}) =>
    handleRegistryRequest(new Request(`https://run.example.com/registry/-/archive?address=${encodeURIComponent(address)}`, init), {
      upstream: 'http://packages.invalid/',
      fetch,
    });
  return { asked, get };
}

const archive = 'https://codeload.github.com/user/repo/tar.gz/main';

test('an archive of a public code host is passed on, with nothing of the user’s', async () => {
  const { asked, get } = relay({ [archive]: () => new Response('content') });
  const answer = await get(archive, { headers: { cookie: 'a=1', authorization: 'Bearer x' } });
  expect(await answer.text()).toBe('content');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-site');
  expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(['accept']);
});

test.each([
  'http://codeload.github.com/user/repo/tar.gz/main',
  'https://codeload.github.com.evil.invalid/user/repo/tar.gz/main',
  'https://user@codeload.github.com/user/repo/tar.gz/main',
  'https://codeload.github.com:8443/user/repo/tar.gz/main',
  'https://codeload.github.com/user/repo/tar.gz/../../../login',
  'https://codeload.github.com/user/repo/tar.gz/%2e%2e/x',
  'https://127.0.0.1/user/repo/tar.gz/main',
  'https://localhost/x.tgz',
  'https://example.invalid/x.tgz',
  'https://github.com/user/repo',
  'https://gitlab.com/api/v4/projects',
  'file:///etc/passwd',
  '',
])('%s is not asked', async (address) => {
  const { asked, get } = relay({});
  expect((await get(address)).status).toBe(404);
  expect(asked).toEqual([]);
});

test('a redirect is followed to places that are passed on, and nowhere else', async () => {
  const start = 'https://github.com/user/repo/archive/main.tar.gz';
  const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });
  const right = relay({ [start]: to(archive), [archive]: () => new Response('content') });
  expect(await (await right.get(start)).text()).toBe('content');
  for (const location of ['http://169.254.169.254/latest', 'https://internal.invalid/x.tgz', start]) {
    const wrong = relay({ [start]: to(location) });
    expect((await wrong.get(start)).status).toBe(502);
    expect(wrong.asked.every(({ address }) => address === start)).toBe(true);
  }
});

test('what is too large, missing or not read is refused in words', async () => {
  const large = relay({ [archive]: () => new Response('x', { headers: { 'content-length': '200000000' } }) });
  expect(await (await large.get(archive)).json()).toEqual({ error: 'The archive is over the limit of 100 MB.' });
  expect((await relay({}).get(archive)).status).toBe(404);
  expect((await relay({}).get(archive, { method: 'POST' })).status).toBe(405);
});
