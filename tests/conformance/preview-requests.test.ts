import type { Frame } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { itEngineOnly } from './harness/engine-only.ts';
import { openPreview, PAGE, startServer } from './harness/open-preview.ts';
import { useClient } from './harness/use-client.ts';

/** The program's report of a request to `/echo`. */
interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Responds to requests, and counts its notifications of ended streams. */
const SERVER = `
import { createServer } from 'node:http';
let left = 0;
const etag = '"one"';
const routes = {
  '/': (q, s) => s.writeHead(200, { 'content-type': 'text/html' }).end(${JSON.stringify(PAGE)}),
  '/echo': (q, s) => {
    const chunks = [];
    q.on('data', (chunk) => chunks.push(chunk)).on('end', () => s.writeHead(201, { 'x-custom': 'kept' })
      .end(JSON.stringify({ method: q.method, url: q.url, headers: q.headers, body: Buffer.concat(chunks).toString('latin1') })));
  },
  '/status': (q, s) => s.writeHead(Number(new URL(q.url, 'http://x').searchParams.get('code'))).end(),
  '/range': (q, s) => {
    const [, from, to] = /bytes=(\\d+)-(\\d+)/.exec(q.headers.range ?? '') ?? [, 0, 9];
    s.writeHead(206, { 'content-range': \`bytes \${from}-\${to}/10\` }).end('0123456789'.slice(from, Number(to) + 1));
  },
  '/cached': (q, s) => q.headers['if-none-match'] === etag ? s.writeHead(304, { etag }).end() : s.writeHead(200, { etag }).end('whole'),
  '/hints': (q, s) => { s.writeEarlyHints({ link: '</a.css>; rel=preload' }); s.end('after hints'); },
  '/trailers': (q, s) => { s.writeHead(200, { trailer: 'x-sum' }); s.write('body'); s.addTrailers({ 'x-sum': '4' }); s.end(); },
  '/slow': (q, s) => { s.write('first'); globalThis.finishSlow = () => s.end('last'); },
  '/finish-slow': (q, s) => { globalThis.finishSlow(); s.end(); },
  '/counts': (q, s) => { let size = 0; q.on('data', (d) => { size += d.length; }).on('end', () => s.end(String(size))); },
  '/events': (q, s) => {
    s.writeHead(200, { 'content-type': 'text/event-stream' });
    let n = 0;
    const timer = setInterval(() => s.write(\`data: \${++n}\\n\\n\`), 20);
    q.on('close', () => { clearInterval(timer); left++; });
  },
  '/left': (q, s) => s.end(String(left)),
  '/login': (q, s) => s.writeHead(200, { 'set-cookie': ['session=abc; HttpOnly; Path=/', 'theme=dark'] }).end(),
  '/to-other': (q, s) => s.writeHead(302, { location: 'http://localhost:4501/open' }).end(),
};
createServer((q, s) => (routes[q.url.split('?')[0]] ?? ((q, s) => s.writeHead(404).end('nothing here')))(q, s)).listen(4500);
`;

const OTHER = `
import { createServer } from 'node:http';
createServer((q, s) => {
  if (q.url === '/closed') return s.end('secret');
  s.setHeader('access-control-allow-origin', q.headers.origin ?? '*');
  s.setHeader('access-control-allow-headers', 'x-token');
  s.setHeader('access-control-allow-methods', 'PUT');
  s.setHeader('access-control-expose-headers', 'x-shown');
  s.setHeader('x-shown', 'yes');
  s.setHeader('x-hidden', 'yes');
  s.end(JSON.stringify({ method: q.method, host: q.headers.host, origin: q.headers.origin, token: q.headers['x-token'] }));
}).listen(4501);
`;

const itsOwn = itEngineOnly(
  'a page’s requests to localhost are carried to the container; from a bridge’s preview they go to the computer itself',
);

describe('a request of a previewed page', () => {
  const client = useClient();
  let frame: Frame;
  beforeAll(async () => {
    frame = await openPreview(client, SERVER, 4500);
    await startServer(client, OTHER, 4501);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s carries its body, query and headers', async (method) => {
    const seen = await frame.evaluate(async (method) => {
      const response = await fetch('/echo?a=1&b=%20', { method, body: 'h\u00e9llo', headers: { 'x-mine': 'yes' } });
      const echo = (await response.json()) as Echo;
      return { status: response.status, custom: response.headers.get('x-custom'), ...echo };
    }, method);
    expect(seen).toMatchObject({ status: 201, custom: 'kept', method, url: '/echo?a=1&b=%20', body: 'hÃ©llo' });
    expect(seen.headers).toMatchObject({ host: 'localhost:4500', origin: 'http://localhost:4500', 'x-mine': 'yes' });
  });

  it('gets every status a browser knows', async () => {
    const codes = [200, 201, 204, 205, 300, 304, 400, 401, 403, 404, 410, 418, 422, 429, 451, 500, 501, 503, 599];
    const seen = await frame.evaluate(
      (codes) => Promise.all(codes.map(async (code) => (await fetch(`/status?code=${code}`)).status)),
      codes,
    );
    expect(seen).toEqual(codes);
  });

  it('reads parts, heads, unchanged answers, and answers after early hints or before trailers', async () => {
    const seen = await frame.evaluate(async () => {
      const range = await fetch('/range', { headers: { range: 'bytes=2-4' } });
      const head = await fetch('/cached', { method: 'HEAD' });
      const unchanged = await fetch('/cached', { headers: { 'if-none-match': '"one"' } });
      return {
        range: [range.status, range.headers.get('content-range'), await range.text()],
        head: [head.status, head.headers.get('etag'), await head.text()],
        unchanged: [unchanged.status, await unchanged.text()],
        hints: await (await fetch('/hints')).text(),
        trailers: await (await fetch('/trailers')).text(),
        missing: (await fetch('/none')).status,
      };
    });
    expect(seen).toEqual({
      range: [206, 'bytes 2-4/10', '234'],
      head: [200, '"one"', ''],
      unchanged: [304, ''],
      hints: 'after hints',
      trailers: 'body',
      missing: 404,
    });
  });

  it('streams an answer while it is written, and a body while it is sent', async () => {
    const seen = await frame.evaluate(async () => {
      const reader = (await fetch('/slow')).body?.getReader();
      const first = new TextDecoder().decode((await reader?.read())?.value);
      await fetch('/finish-slow');
      let rest = '';
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) rest += new TextDecoder().decode(next.value);
      const counted = await (await fetch('/counts', { method: 'POST', body: new Uint8Array(3_000_000) })).text();
      return [first, rest, counted];
    });
    expect(seen).toEqual(['first', 'last', '3000000']);
  });

  it('listens to server-sent events, and the program hears when it stops', async () => {
    const seen = await frame.evaluate(async () => {
      const source = new EventSource('/events');
      const events: string[] = [];
      await new Promise<void>((resolve) => {
        source.onmessage = ({ data }) => {
          if (events.push(data) === 3) resolve();
        };
      });
      source.close();
      for (;;) {
        const left = await (await fetch('/left')).text();
        if (left !== '0') return { events, left };
      }
    });
    expect(seen).toEqual({ events: ['1', '2', '3'], left: '1' });
  });

  it('brings cookies back to the program that set them', async () => {
    const cookie = await frame.evaluate(async () => {
      await fetch('/login');
      return ((await (await fetch('/echo')).json()) as Echo).headers.cookie;
    });
    expect(cookie?.split('; ').sort()).toEqual(['session=abc', 'theme=dark']);
  });

  itsOwn('finds its own program under localhost, by fetch, XMLHttpRequest and EventSource', async () => {
    const seen = await frame.evaluate(async () => {
      const text = await (await fetch('http://localhost:4500/trailers')).text();
      const request = new XMLHttpRequest();
      const loaded = new Promise<string>((resolve) => {
        request.onload = () => resolve(request.responseText);
      });
      request.open('GET', 'http://127.0.0.1:4500/hints');
      request.send();
      const source = new EventSource('http://localhost:4500/events');
      const event = await new Promise((resolve) => {
        source.onmessage = ({ data }) => resolve(data);
      });
      source.close();
      return [text, await loaded, event];
    });
    expect(seen).toEqual(['body', 'after hints', '1']);
  });

  itsOwn('reaches another program of the container under localhost, as far as that one allows', async () => {
    const seen = await frame.evaluate(async () => {
      const put = await fetch('http://localhost:4501/open', { method: 'PUT', headers: { 'x-token': 't' } });
      const refused = (work: Promise<unknown>) => work.then(() => 'allowed').catch((error: Error) => error.name);
      return {
        answer: await put.json(),
        shown: put.headers.get('x-shown'),
        hidden: put.headers.get('x-hidden'),
        withoutPermission: await refused(fetch('http://localhost:4501/closed')),
        withoutHeader: await refused(fetch('http://localhost:4501/open', { headers: { 'x-other': '1' } })),
        withoutMethod: await refused(fetch('http://localhost:4501/open', { method: 'DELETE' })),
        opaque: await refused(fetch('http://localhost:4501/closed', { mode: 'no-cors' })),
        redirected: ((await (await fetch('/to-other')).json()) as { host: string }).host,
      };
    });
    expect(seen).toEqual({
      answer: { method: 'PUT', host: 'localhost:4501', origin: 'http://localhost:4500', token: 't' },
      shown: 'yes',
      hidden: null,
      withoutPermission: 'TypeError',
      withoutHeader: 'TypeError',
      withoutMethod: 'TypeError',
      opaque: 'allowed',
      redirected: 'localhost:4501',
    });
  });
});
