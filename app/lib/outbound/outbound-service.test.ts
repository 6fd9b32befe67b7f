import type { FromEmbedder, OutsideRequest } from 'devonz-engine-protocol/outside-request';
import { afterEach, expect, test } from 'vitest';
import { createNoticeService } from '../notices/notice-service.ts';
import { createOutboundHostStore } from '../persistence/outbound-host-store.ts';
import { framedLength, frameHead, OUTBOUND_TYPE, unframeHead } from '../protocol/outbound/outbound-envelope.ts';
import type { BootedRuntime } from '../runtime/webcontainer.ts';
import { $hostQuestions, $outbound, NO_OUTBOUND } from '../stores/outbound.ts';
import { createOutboundService } from './outbound-service.ts';
import { PAGE_LIMITS } from './page-reader.ts';

afterEach(() => {
  $hostQuestions.set([]);
  $outbound.set(NO_OUTBOUND);
});

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  const storage: Partial<Storage> = {
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
  return storage as Storage; // The other members are not used.
}

type Server = (asked: { head: Record<string, unknown>; body: string; init: RequestInit }) => Response | Promise<Response>;
const echo: Server = ({ head }) => answer(200, `you asked ${String(head['url'])}`);

function answer(status: number, body: string): Response {
  return new Response(new Blob([frameHead({ status, reason: 'Word', headers: [['x-a', '1']] }), body]), {
    headers: { 'content-type': OUTBOUND_TYPE },
  });
}

async function setUp(server: Server = echo, { storage = memoryStorage(), project = 'one' } = {}) {
  const sent: string[] = [];
  const request = (async (_path: string, init: RequestInit) => {
    const bytes = new Uint8Array(await new Response(init.body).arrayBuffer());
    const length = framedLength(bytes) ?? 0;
    const head = unframeHead(bytes.subarray(0, length)) as Record<string, unknown>; // As framed above.
    sent.push(String(head['url']));
    return server({ head, body: new TextDecoder().decode(bytes.subarray(length)), init });
  }) as typeof fetch;
  let listener = (_request: OutsideRequest, _port: MessagePort): void => {
    throw new Error('nobody listens');
  };
  const pauses: number[] = [];
  const wait = async (milliseconds: number) => void pauses.push(milliseconds);
  const service = createOutboundService({
    request,
    store: createOutboundHostStore(storage, new EventTarget()),
    notices: createNoticeService(),
    now: () => 1,
    // The timeout of a page never ends here.
    pause: (milliseconds) => (milliseconds === PAGE_LIMITS.milliseconds ? new Promise(() => undefined) : wait(milliseconds)),
    isAvailable: true,
    ownHosts: ['ide.localhost:8788'],
  });
  const outside = {
    project,
    listen(onRequest: typeof listener) {
      listener = onRequest;
      return () => undefined;
    },
  };
  await service.attach({ outside } as Partial<BootedRuntime> as BootedRuntime);
  /** Requests like the engine. */
  const ask = (url: string, more: Partial<OutsideRequest> = {}) => {
    const { port1, port2 } = new MessageChannel();
    const parts: FromEmbedder[] = [];
    const done = new Promise<string>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<FromEmbedder>) => {
        parts.push(data);
        if (data.type === 'head' || data.type === 'data') return port1.postMessage({ type: 'pull' });
        port1.close();
        const text = parts.map((part) => (part.type === 'data' ? new TextDecoder().decode(part.data) : '')).join('');
        return resolve(data.type === 'failed' ? `${data.code}: ${data.message}` : text);
      };
    });
    listener({ url, method: 'GET', headers: [], body: new Uint8Array(0), ...more }, port2);
    port1.postMessage({ type: 'pull' });
    return { done, close: () => port1.postMessage({ type: 'close' }) };
  };
  const question = async (host: string) => {
    await expect.poll(() => $hostQuestions.get().map((each) => each.host)).toEqual([host]);
    return $hostQuestions.get()[0]?.id ?? -1;
  };
  return { service, ask, sent, question, storage, pauses };
}

test('nothing goes out before the user allows its host, and nothing more is asked afterwards', async () => {
  const { service, ask, sent, question } = await setUp();
  const first = ask('https://api.weather.net/a');
  const id = await question('api.weather.net');
  expect(sent).toEqual([]);
  service.answerHost(id, 'allowed');
  expect(await first.done).toBe('you asked https://api.weather.net/a');
  expect(await ask('https://API.weather.net:443/b').done).toBe('you asked https://api.weather.net/b');
  expect($hostQuestions.get()).toEqual([]);
  expect($outbound.get().decisions).toEqual([{ host: 'api.weather.net', verdict: 'allowed', decidedAt: 1 }]);
});

test('a host that was denied stays so, in words, until it is forgotten', async () => {
  const { service, ask, sent, question } = await setUp();
  const first = ask('https://api.weather.net/a');
  service.answerHost(await question('api.weather.net'), 'denied');
  expect(await first.done).toMatch(
    /^EACCES: you have denied this host to this project; forget it in Settings → Runtime to be asked again$/,
  );
  expect(await ask('https://api.weather.net/a').done).toMatch(/^EACCES: you have denied/);
  service.forgetHost('api.weather.net');
  const again = ask('https://api.weather.net/a');
  service.answerHost(await question('api.weather.net'), 'allowed');
  expect(await again.done).toBe('you asked https://api.weather.net/a');
  expect(sent).toHaveLength(1);
});

test('what is allowed to one project is not to another, and lasts', async () => {
  const one = await setUp();
  const first = one.ask('https://api.weather.net/a');
  one.service.answerHost(await one.question('api.weather.net'), 'allowed');
  await first.done;
  const other = await setUp(echo, { storage: one.storage, project: 'two' });
  const asked = other.ask('https://api.weather.net/a');
  other.service.answerHost(await other.question('api.weather.net'), 'denied');
  expect(await asked.done).toMatch(/^EACCES/);
  expect($outbound.get().others).toBe(1);
  const later = await setUp(echo, { storage: one.storage });
  expect(await later.ask('https://api.weather.net/a').done).toBe('you asked https://api.weather.net/a');
});

test('a name without encryption, or with another port, is another host', async () => {
  const { service, ask, question } = await setUp();
  const first = ask('https://api.weather.net/');
  service.answerHost(await question('api.weather.net'), 'allowed');
  await first.done;
  for (const [url, host] of [
    ['http://api.weather.net/', 'http://api.weather.net'],
    ['https://api.weather.net:8443/', 'api.weather.net:8443'],
  ] as const) {
    const asked = ask(url);
    service.answerHost(await question(host), 'denied');
    expect(await asked.done).toMatch(/^EACCES/);
  }
});

test('private addresses, the app itself and nonsense are refused without a question', async () => {
  const { ask, sent } = await setUp();
  for (const url of [
    'http://169.254.169.254/',
    'http://2130706433/',
    'http://[::1]/',
    'http://db.internal/',
    'http://ide.localhost:8788/api/models',
  ]) {
    expect(await ask(url).done).toMatch(/^EACCES: .*(?:private network|server itself)/);
  }
  expect(await ask('https://api.weather.net/', { method: 'GET /x HTTP/1.1\r\n' }).done).toMatch(/^EINVAL/);
  expect(await ask('https://api.weather.net/', { headers: [['a\r\nb', '1']] }).done).toMatch(/^EINVAL/);
  expect([sent, $hostQuestions.get()]).toEqual([[], []]);
});

test('a redirect to a host that nobody has allowed is the program’s to follow, and asks', async () => {
  const { service, ask, question } = await setUp(() => answer(302, ''));
  const first = ask('https://api.weather.net/');
  service.answerHost(await question('api.weather.net'), 'allowed');
  await first.done;
  const next = ask('https://evil.weather.net/');
  service.answerHost(await question('evil.weather.net'), 'denied');
  expect(await next.done).toMatch(/^EACCES/);
});

test('a user who has had enough of questions is asked no more, until they say so', async () => {
  const { service, ask, sent } = await setUp();
  const asked = ['a', 'b', 'c'].map((name) => ask(`https://${name}.weather.net/`));
  await expect.poll(() => $hostQuestions.get().length).toBe(3);
  service.denyAllHosts();
  for (const { done } of asked) expect(await done).toMatch(/^EACCES: you have denied/);
  expect(await ask('https://d.weather.net/').done).toMatch(/^EACCES: new hosts are not asked about/);
  expect([sent, $outbound.get().isMuted]).toEqual([[], true]);
  service.askAgain();
  void ask('https://d.weather.net/');
  await expect.poll(() => $hostQuestions.get().length).toBe(1);
});

test('a program that leaves takes its question along, and hangs up on the server', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const { service, ask, question } = await setUp(({ init }) => {
    signals.push(init.signal);
    return new Promise<Response>(() => undefined);
  });
  const first = ask('https://api.weather.net/');
  await question('api.weather.net');
  first.close();
  await expect.poll(() => $hostQuestions.get()).toEqual([]);
  const second = ask('https://api.weather.net/');
  service.answerHost(await question('api.weather.net'), 'allowed');
  await expect.poll(() => signals.length).toBe(1);
  second.close();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

test('what the server says no to reaches the program in its words; one that is busy is asked again', async () => {
  const refusal = (status: number, code: string, message: string) =>
    Response.json({ error: { code, message } }, { status, headers: { 'retry-after': '2' } });
  let busy = 2;
  const { service, ask, question, pauses } = await setUp(({ head }) => {
    if (String(head['url']).endsWith('/busy') && busy-- > 0) return refusal(429, 'outbound_rate', 'too many');
    if (String(head['url']).endsWith('/down')) return refusal(502, 'outbound_unreachable', 'nobody answers there');
    return String(head['url']).endsWith('/odd') ? new Response('<html>', { status: 200 }) : answer(200, 'ok');
  });
  const first = ask('https://api.weather.net/busy');
  service.answerHost(await question('api.weather.net'), 'allowed');
  expect(await first.done).toBe('ok');
  expect(pauses).toEqual([2000, 2000]);
  expect(await ask('https://api.weather.net/down').done).toBe('ECONNREFUSED: nobody answers there');
  expect(await ask('https://api.weather.net/odd').done).toBe('ECONNREFUSED: the server of this page answered 200');
});

test('the agent reads a page once the user allows its host, whose answer holds for programs too', async () => {
  const text = ({ head }: { head: Record<string, unknown> }) => answer(200, `page at ${String(head['url'])}`);
  const { service, ask, sent, question } = await setUp(text);
  const read = service.pages?.read('https://docs.weather.net/a', new AbortController().signal);
  const id = await question('docs.weather.net');
  expect($hostQuestions.get()).toMatchObject([{ isOfAgent: true }]);
  expect(sent).toEqual([]);
  service.answerHost(id, 'allowed');
  expect(await read).toMatchObject({ ok: true, text: 'page at https://docs.weather.net/a' });
  expect(await ask('https://docs.weather.net/b').done).toBe('page at https://docs.weather.net/b');
});

test('a page of a denied host is not read', async () => {
  const { service, sent, question } = await setUp();
  const read = service.pages?.read('https://docs.weather.net/a', new AbortController().signal);
  service.answerHost(await question('docs.weather.net'), 'denied');
  expect(await read).toMatchObject({ ok: false, why: expect.stringContaining('denied this host') });
  expect(sent).toEqual([]);
});
