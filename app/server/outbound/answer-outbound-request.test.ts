import { expect, test } from 'vitest';
import {
  framedLength,
  frameHead,
  OUTBOUND_LIMITS,
  OUTBOUND_TYPE,
  outboundAnswerSchema,
  unframeHead,
} from '../../lib/protocol/outbound/outbound-envelope.ts';
import { answerOutboundRequest, type OutboundOptions } from './answer-outbound-request.server.ts';
import { createOutboundLimits } from './outbound-limits.server.ts';

type Sent = { url: string; init: RequestInit };

function relay(answer: (url: string, init: RequestInit) => Response | Promise<Response>, options: Partial<OutboundOptions> = {}) {
  const sent: Sent[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer(url, init);
  }) as typeof globalThis.fetch;
  const limits = createOutboundLimits(() => 0);
  const ask = (request: Request) =>
    answerOutboundRequest(request, { network: { fetch, ownHosts: ['app.weather.net'] }, limits, client: 'one', ...options });
  return { sent, ask };
}

interface Asked {
  url?: string;
  method?: string;
  headers?: [string, string][];
  body?: string;
  signal?: AbortSignal;
}

function enveloped({ url = 'https://api.weather.net/v1', method = 'GET', headers = [], body = '', signal }: Asked = {}): Request {
  return new Request('http://ide.localhost:8788/api/outbound', {
    method: 'POST',
    // Headers that a browser sends for the app and that must not be forwarded.
    headers: { 'content-type': OUTBOUND_TYPE, cookie: 'app=1', authorization: 'Bearer app', origin: 'http://ide.localhost:8788' },
    body: new Blob([frameHead({ url, method, headers }), body]),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function opened(response: Response) {
  expect(response.headers.get('content-type')).toBe(OUTBOUND_TYPE);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const length = framedLength(bytes) ?? 0;
  return { ...outboundAnswerSchema.parse(unframeHead(bytes.subarray(0, length))), text: new TextDecoder().decode(bytes.subarray(length)) };
}

async function refusalOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, ...error };
}

test('a request goes out as the program has made it, and its answer comes back whole', async () => {
  const headers = new Headers({
    'content-type': 'text/plain',
    'x-limit': '9',
    'content-encoding': 'gzip',
    connection: 'x-hop',
    'x-hop': '1',
  });
  headers.append('set-cookie', 'a=1; Path=/');
  headers.append('set-cookie', 'b=2');
  const { sent, ask } = relay(() => new Response('sun, and rain', { status: 201, statusText: 'Made', headers }));
  const asked = {
    method: 'PATCH',
    headers: [
      ['Authorization', 'Bearer own'],
      ['x-two', '1'],
    ] as [string, string][],
    body: '{"a":1}',
  };
  const response = await ask(enveloped(asked));
  // Another host's headers must not become headers of this response.
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await opened(response)).toEqual({
    status: 201,
    reason: 'Made',
    headers: expect.arrayContaining([
      ['x-limit', '9'],
      ['set-cookie', 'a=1; Path=/'],
      ['set-cookie', 'b=2'],
    ]),
    text: 'sun, and rain',
  });
  expect(sent).toHaveLength(1);
  const [{ url, init } = { url: '', init: {} }] = sent;
  expect([url, init.method, init.redirect]).toEqual(['https://api.weather.net/v1', 'PATCH', 'manual']);
  expect(Object.fromEntries(init.headers as Headers)).toEqual({ authorization: 'Bearer own', 'x-two': '1' });
  expect(new TextDecoder().decode(init.body as Uint8Array)).toBe('{"a":1}');
});

test('nothing of the connection, of the app or about who is asking goes along', async () => {
  const { sent, ask } = relay(() => new Response('ok'));
  const names = ['Connection', 'Keep-Alive', 'Transfer-Encoding', 'Upgrade', 'Host', 'Content-Length', 'TE', 'Proxy-Authorization', 'Via'];
  const claims = ['CF-Connecting-IP', 'X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Hop'];
  const headers = [...names, ...claims].map((name): [string, string] => [name, name === 'Connection' ? 'close, x-hop' : '1']);
  await ask(enveloped({ headers: [...headers, ['Cookie', 'own=1'], ['User-Agent', 'node']] }));
  expect(Object.fromEntries(sent[0]?.init.headers as Headers)).toEqual({ cookie: 'own=1', 'user-agent': 'node' });
});

test('private addresses, this server and other schemes are refused before anything is asked', async () => {
  const { sent, ask } = relay(() => new Response('secret'));
  for (const url of [
    'http://169.254.169.254/',
    'http://0x7f000001:8080/',
    'http://[::ffff:10.0.0.1]/',
    'http://db.internal/',
    'https://app.weather.net/',
  ]) {
    expect(await refusalOf(await ask(enveloped({ url })))).toMatchObject({ status: 403, code: 'outbound_address' });
  }
  expect(sent).toEqual([]);
});

test('an answer that says it is too large is refused before it is sent, and its place is free again', async () => {
  const { ask } = relay(() => new Response('the beginning', { headers: { 'content-length': String(OUTBOUND_LIMITS.answerBody + 1) } }));
  for (let count = 0; count < 30; count += 1)
    expect(await refusalOf(await ask(enveloped()))).toMatchObject({ status: 502, code: 'outbound_too_large' });
});

test('a redirect is the answer, and is not followed', async () => {
  const { sent, ask } = relay(() => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }));
  expect(await opened(await ask(enveloped()))).toMatchObject({ status: 302, headers: [['location', 'http://169.254.169.254/']] });
  expect(sent).toHaveLength(1);
});

test('what cannot be read as a request is refused in words', async () => {
  const { sent, ask } = relay(() => new Response('ok'));
  const post = (body: BodyInit, type: string = OUTBOUND_TYPE) =>
    ask(new Request('http://x/api/outbound', { method: 'POST', headers: { 'content-type': type }, body }));
  expect((await post('{}', 'application/json')).status).toBe(415);
  expect((await post('')).status).toBe(400);
  expect((await post(new Uint8Array([0xff, 0xff, 0xff, 0xff, 1]))).status).toBe(400);
  expect((await post(new Uint8Array([0, 0, 0, 1, 0x7b]))).status).toBe(400);
  expect((await ask(enveloped({ headers: [['a\nb', '1']] }))).status).toBe(400);
  expect((await ask(enveloped({ method: 'GET x' }))).status).toBe(400);
  expect((await ask(enveloped({ body: 'x' }))).status).toBe(400);
  expect((await post(new Uint8Array(OUTBOUND_LIMITS.requestBody + OUTBOUND_LIMITS.head + 1))).status).toBe(413);
  expect(sent).toEqual([]);
});

test('an answer without end is cut off, and its host is left', async () => {
  let isLeft = false;
  const block = new Uint8Array(4 * 1024 * 1024);
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(block),
    cancel: () => {
      isLeft = true;
    },
  });
  const { ask } = relay(() => new Response(endless));
  const response = await ask(enveloped());
  await expect(response.arrayBuffer()).rejects.toThrow(/larger than 100 MB/);
  expect(isLeft).toBe(true);
});

test('a host that does not answer is given up, and nobody learns why it could not be reached', async () => {
  const hanging = (_url: string, init: RequestInit) =>
    new Promise<Response>((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  const late = relay(hanging, { timeouts: { begin: 5, whole: 1_000 } });
  expect(await refusalOf(await late.ask(enveloped()))).toMatchObject({ status: 504, message: expect.stringContaining('did not answer') });
  const down = relay(() => Promise.reject(new Error('connect() blocked by restrictPeers() of 10.0.0.7')));
  const refusal = await refusalOf(await down.ask(enveloped()));
  expect(refusal.status).toBe(502);
  expect(refusal.message).not.toContain('10.0.0.7');
});

test('the host is left when the page leaves', async () => {
  const page = new AbortController();
  const signals: (AbortSignal | null | undefined)[] = [];
  const { ask } = relay(
    (_url, init) =>
      new Promise<Response>((_resolve, reject) => {
        signals.push(init.signal);
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        page.abort();
      }),
  );
  await ask(enveloped({ signal: page.signal }));
  expect(signals[0]?.aborted).toBe(true);
});

test('a server whose operator has switched it off says so', async () => {
  const { sent, ask } = relay(() => new Response('ok'), { network: null });
  expect(await refusalOf(await ask(enveloped()))).toMatchObject({ status: 403, code: 'outbound_off' });
  expect(sent).toEqual([]);
});

test('a client that sends too many at once, or too fast, waits; others do not', async () => {
  const open: ((response: Response) => void)[] = [];
  const limits = createOutboundLimits(() => 0);
  const { ask } = relay(() => new Promise<Response>((resolve) => void open.push(resolve)), { limits });
  const running = Array.from({ length: 12 }, () => ask(enveloped()));
  await expect.poll(() => open.length).toBe(12);
  const thirteenth = await ask(enveloped());
  expect(thirteenth.headers.get('retry-after')).toBe('1');
  expect(await refusalOf(thirteenth)).toMatchObject({ status: 429, code: 'outbound_concurrent' });
  const other = relay(() => new Response('ok'), { limits, client: 'two' });
  expect((await other.ask(enveloped())).status).toBe(200);
  for (const resolve of open) resolve(new Response('ok'));
  for (const response of await Promise.all(running)) await response.arrayBuffer();
  const fast = relay(() => new Response(null, { status: 204 }), { limits });
  const statuses = new Set<number>();
  for (let count = 0; count < 200; count += 1) statuses.add((await fast.ask(enveloped())).status);
  expect(statuses).toEqual(new Set([200, 429]));
});
