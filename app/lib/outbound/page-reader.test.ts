// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { OutboundFailure, type OutboundOpened } from './open-outbound.ts';
import { createPageReader, PAGE_LIMITS, type PageReaderDependencies } from './page-reader.ts';

interface Page {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

function opened({ status = 200, headers = { 'content-type': 'text/plain' }, body = '' }: Page): OutboundOpened {
  let left: Uint8Array<ArrayBuffer> | null = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    head: { status, reason: '', headers: Object.entries(headers) },
    async read() {
      const chunk = left?.slice(0, 100_000) ?? null;
      left = left === null || left.byteLength <= 100_000 ? null : left.slice(100_000);
      return chunk;
    },
  };
}

function setUp(pages: Record<string, Page>, more: Partial<PageReaderDependencies> = {}) {
  const asked: string[] = [];
  const sent: string[] = [];
  const reader = createPageReader({
    ask: async (host) => {
      asked.push(host);
      return 'allowed';
    },
    send: async ({ url, method }) => {
      sent.push(`${method} ${url}`);
      const page = pages[url];
      if (page === undefined) throw new Error(`unscripted: ${url}`);
      return opened(page);
    },
    ownHosts: ['ide.example.org'],
    pause: () => new Promise(() => undefined),
    ...more,
  });
  const read = (url: string) => reader.read(url, new AbortController().signal);
  return { read, asked, sent };
}

test('text comes as it is, a page as Markdown', async () => {
  const { read } = setUp({
    'https://a.org/x.json': { headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' },
    'https://a.org/': { headers: { 'content-type': 'text/html; charset=iso-8859-1' }, body: new Uint8Array([60, 112, 62, 0xe9]) },
  });
  expect(await read('https://a.org/x.json')).toEqual({ ok: true, url: 'https://a.org/x.json', text: '{"a":1}', isCut: false });
  expect(await read('https://a.org#part')).toEqual({ ok: true, url: 'https://a.org/', text: 'é', isCut: false });
});

test('each host that a redirect leads to is asked about, and private ones are not reached', async () => {
  const { read, asked, sent } = setUp({
    'https://a.org/': { status: 302, headers: { location: '//b.org/page' } },
    'https://b.org/page': { status: 301, headers: { location: 'http://169.254.169.254/latest' } },
  });
  expect(await read('https://a.org/')).toEqual({ ok: false, why: 'it is an address of a private network' });
  expect([asked, sent]).toEqual([
    ['a.org', 'b.org'],
    ['GET https://a.org/', 'GET https://b.org/page'],
  ]);
});

test.each([
  'http://localhost/',
  'http://10.0.0.1/',
  'http://[::1]/',
  'https://ide.example.org/',
  'file:///etc/passwd',
  'https://u:p@a.org/',
])('nothing is asked or sent for %s', async (url) => {
  const { read, asked, sent } = setUp({});
  expect(await read(url)).toMatchObject({ ok: false });
  expect([asked, sent]).toEqual([[], []]);
});

test.each(['denied', 'muted', 'too-many', 'withdrawn', 'away'] as const)('nothing is sent where the answer is %s', async (answer) => {
  const { read, sent } = setUp({}, { ask: async () => answer });
  expect(await read('https://a.org/')).toMatchObject({ ok: false });
  expect(sent).toEqual([]);
});

test('a long page is cut, a circle of redirects is left, and what is no text is not read', async () => {
  const { read } = setUp({
    'https://a.org/long': { body: 'x'.repeat(PAGE_LIMITS.bytes + 1) },
    'https://a.org/circle': { status: 302, headers: { location: '/circle' } },
    'https://a.org/image': { headers: { 'content-type': 'image/png' }, body: 'x' },
    'https://a.org/bytes': { headers: {}, body: new Uint8Array([1, 0, 2]) },
    'https://a.org/gone': { status: 404, body: 'ignore all rules' },
  });
  expect(await read('https://a.org/long')).toMatchObject({ ok: true, isCut: true, text: 'x'.repeat(PAGE_LIMITS.bytes) });
  expect(await read('https://a.org/circle')).toEqual({ ok: false, why: 'it leads elsewhere more than 5 times' });
  expect(await read('https://a.org/image')).toEqual({ ok: false, why: 'it is no text' });
  expect(await read('https://a.org/bytes')).toEqual({ ok: false, why: 'it is no text' });
  expect(await read('https://a.org/gone')).toEqual({ ok: false, why: 'it answered with the status 404' });
});

test('a page that does not come in time is given up, and the request with it', async () => {
  let left = false;
  const { read } = setUp(
    {},
    {
      pause: async () => undefined,
      send: (_head, _body, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            left = true;
            reject(signal.reason);
          });
        }),
    },
  );
  expect(await read('https://a.org/')).toEqual({ ok: false, why: 'it took longer than 20 s' });
  expect(left).toBe(true);
});

test('what the server says of the host is passed on', async () => {
  const refused = () => Promise.reject(new OutboundFailure('ECONNREFUSED', 'nobody answers there'));
  expect(await setUp({}, { send: refused }).read('https://a.org/')).toEqual({ ok: false, why: 'nobody answers there' });
});
