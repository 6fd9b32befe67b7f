import { expect, test } from 'vitest';
import { programRequestHeaders } from './program-request.ts';
import type { PreviewRequest } from './request-messages.ts';

const SURROUNDINGS = {
  port: 5173,
  origin: 'http://p5173.run.ide.localhost:8788',
  cookies: () => 'session=1',
  userAgent: 'Test/1',
  languages: ['en', 'de'],
};

function headersOf(request: Partial<PreviewRequest>) {
  return Object.fromEntries(
    programRequestHeaders(
      {
        ...{ method: 'GET', port: 5173, target: '/', headers: [], referrer: '', destination: '', mode: 'cors' },
        ...{ credentials: 'same-origin', cache: 'default', hasBody: false },
        ...request,
      },
      SURROUNDINGS,
    ),
  );
}

test('the program believes itself at localhost', () => {
  const headers = headersOf({ method: 'POST', referrer: `${SURROUNDINGS.origin}/form?x`, headers: [['Origin', SURROUNDINGS.origin]] });
  expect(headers).toMatchObject({ host: 'localhost:5173', origin: 'http://localhost:5173', referer: 'http://localhost:5173/form?x' });
});

test("another site's address is not sent, and reading sends no origin", () => {
  const headers = headersOf({ referrer: 'http://ide.localhost:8788/chat/1' });
  expect(headers).not.toHaveProperty('referer');
  expect(headers).not.toHaveProperty('origin');
});

test('what the page asked for itself wins over what is filled in, and framing is left to the exchange', () => {
  const headers = headersOf({
    headers: [
      ['accept', 'text/html'],
      ['accept-encoding', 'gzip, br'],
      ['content-length', '9'],
      ['X-Token', 't'],
    ],
  });
  expect(headers).toMatchObject({
    accept: 'text/html',
    'x-token': 't',
    cookie: 'session=1',
    'user-agent': 'Test/1',
    'accept-language': 'en,de',
  });
  expect(headers).not.toHaveProperty('accept-encoding');
  expect(headers).not.toHaveProperty('content-length');
});

test('a page opened by hand comes from nowhere, all else from the same origin', () => {
  expect(headersOf({ mode: 'navigate', destination: 'iframe' })).toMatchObject({ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'iframe' });
  expect(headersOf({})).toMatchObject({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' });
});

test('a form sent by another page is reported as one, so that the program can refuse it', () => {
  const form = { method: 'POST', mode: 'navigate', headers: [['origin', 'https://evil.example']] } satisfies Partial<PreviewRequest>;
  for (const referrer of ['', 'https://evil.example/', `${SURROUNDINGS.origin}.evil.example/`]) {
    expect(headersOf({ ...form, referrer })['sec-fetch-site']).toBe('cross-site');
    expect(headersOf({ ...form, referrer }).origin).not.toContain('localhost');
  }
  expect(headersOf({ method: 'POST', mode: 'navigate' }).origin).toBe('null');
  expect(headersOf({ method: 'POST', mode: 'navigate', referrer: `${SURROUNDINGS.origin}/form` })).toMatchObject({
    origin: 'http://localhost:5173',
    'sec-fetch-site': 'same-origin',
  });
});

test('another program of the engine is asked as a browser would ask it: by its own host, from the page\u2019s origin, without cookies', () => {
  const across = { port: 4000, referrer: `${SURROUNDINGS.origin}/form?x` };
  expect(headersOf(across)).toMatchObject({
    host: 'localhost:4000',
    origin: 'http://localhost:5173',
    referer: 'http://localhost:5173/',
    'sec-fetch-site': 'same-site',
  });
  expect(headersOf(across)).not.toHaveProperty('cookie');
  expect(headersOf({ ...across, credentials: 'include' }).cookie).toBe('session=1');
});

test('a request that must not be answered from a store says so', () => {
  expect(headersOf({ cache: 'no-store' })).toMatchObject({ 'cache-control': 'no-cache', pragma: 'no-cache' });
  expect(headersOf({ cache: 'no-cache' })['cache-control']).toBe('max-age=0');
  expect(headersOf({ cache: 'reload', headers: [['cache-control', 'own']] })['cache-control']).toBe('own');
});
