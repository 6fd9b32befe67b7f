import type { OutsideRequest } from 'devonz-engine-protocol/outside-request';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { withoutStack } from '../../../../abi/error-codes.ts';
import type { Program } from '../../../../abi/program.ts';
import type { OutsideReceiver } from '../../../../kernel/io/outside-exchange.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const native = globalThis.fetch;
let direct: string[] = [];
beforeEach(() => {
  direct = [];
  // Behaves like a browser that may read responses from one site only.
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    direct.push(`${init?.method ?? 'GET'} ${url}`);
    if (new URL(url).hostname === 'open.weather.net') return new Response('by the browser');
    throw new TypeError('Failed to fetch');
  };
});
afterEach(() => {
  globalThis.fetch = native;
});

type Answer = { status: number; headers?: [string, string][]; body?: string[] } | { code: string; message: string };

/** An embedder that answers every request. */
function embedder(answer: (request: OutsideRequest) => Answer) {
  const requests: { url: string; method: string; headers: Record<string, string>; body: string }[] = [];
  let closed = 0;
  const requestOutside = (request: OutsideRequest, receiver: OutsideReceiver) => {
    const { url, method, headers, body } = request;
    requests.push({ url, method, headers: Object.fromEntries(headers), body: new TextDecoder().decode(body) });
    const given = answer(request);
    const chunks = 'status' in given ? (given.body ?? []).map((text) => new TextEncoder().encode(text)) : [];
    let isHeadSent = false;
    return {
      pull: () =>
        queueMicrotask(() => {
          if ('code' in given) return receiver.fail(withoutStack(given.code, given.message));
          if (!isHeadSent) {
            isHeadSent = true;
            const head = { status: given.status, reason: 'Word', headers: given.headers ?? [] };
            return receiver.receive(new TextEncoder().encode(JSON.stringify(head)));
          }
          const chunk = chunks.shift();
          return chunk === undefined ? receiver.end() : receiver.receive(chunk);
        }),
      close: () => {
        closed += 1;
      },
    };
  };
  return { requests, requestOutside, closed: () => closed };
}

async function run(program: string, { requestOutside }: Pick<ReturnType<typeof embedder>, 'requestOutside'>) {
  const { stdout, stderr } = await createTestKernel({ programs: { node }, requestOutside }).run(['node', '-e', program]);
  return stdout + stderr;
}

it('fetch, http, https and undici’s sockets reach a host without CORS by whoever embeds the engine', async () => {
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ];
  const outside = embedder(() => ({ status: 203, headers, body: ['{"sky":', '"blue"}'] }));
  const output = await run(
    `(async () => {
      await (await fetch('https://api.weather.net/')).text();
      const answer = await fetch('https://api.weather.net/a?b=1', { headers: { authorization: 'Bearer own', cookie: 'c=1' } });
      console.log(answer.status, answer.statusText, answer.ok, answer.url, answer.headers.getSetCookie().join('|'), (await answer.json()).sky);
      require('https').get('https://api.weather.net/get', { headers: { 'User-Agent': 'me' } }, async (answer) => {
        let text = '';
        for await (const chunk of answer) text += chunk;
        console.log(answer.statusCode, answer.statusMessage, answer.headers['set-cookie'].join('|'), text);
        const socket = require('tls').connect(443, 'api.weather.net', () => socket.write('GET /socket HTTP/1.1\\r\\nhost: api.weather.net\\r\\nconnection: close\\r\\n\\r\\n'));
        socket.setEncoding('utf8');
        let all = '';
        socket.on('data', (chunk) => (all += chunk)).on('end', () => console.log(all.split('\\r\\n')[0]));
      });
    })();`,
    outside,
  );
  expect(output.split('\n')).toEqual([
    '203 Word true https://api.weather.net/a?b=1 a=1|b=2 blue',
    '203 Word a=1|b=2 {"sky":"blue"}',
    'HTTP/1.1 203 Word',
    '',
  ]);
  expect(outside.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://api.weather.net/',
    'GET https://api.weather.net/a?b=1',
    'GET https://api.weather.net/get',
    'GET https://api.weather.net/socket',
  ]);
  expect(outside.requests[1]?.headers).toMatchObject({ authorization: 'Bearer own', cookie: 'c=1', 'user-agent': 'node' });
  expect(outside.requests[2]?.headers).toMatchObject({ 'User-Agent': 'me' });
  // After one failure the browser is not tried again.
  expect(direct).toEqual(['GET https://api.weather.net/']);
  expect(outside.closed()).toBe(4);
});

it('whoever connects to the address that a name was found to have reaches the name', async () => {
  const outside = embedder(() => ({ status: 200, body: ['sky'] }));
  const output = await run(
    `(async () => {
      const { address } = await require('dns').promises.lookup('api.weather.net');
      console.log((await fetch('http://' + address + '/fetch')).url, (await fetch(new Request('http://' + address + '/request'))).status);
      require('https').get({ host: address, path: '/get', servername: 'api.weather.net' }, (answer) => {
        console.log(answer.statusCode);
        const socket = require('net').connect(80, address, () => socket.write('GET /socket HTTP/1.1\\r\\nhost: api.weather.net\\r\\n\\r\\n'));
        socket.once('data', (chunk) => {
          console.log(String(chunk).split('\\r\\n')[0]);
          socket.destroy();
          require('net').connect(5432, address).on('error', ({ code, message }) => console.log(code, /api.weather.net:5432/.test(message)));
        });
      });
    })();`,
    outside,
  );
  expect(output).toBe('http://api.weather.net/fetch 200\n200\nHTTP/1.1 200 Word\nENETUNREACH true\n');
  expect(outside.requests.map(({ url }) => url)).toEqual([
    'http://api.weather.net/fetch',
    'http://api.weather.net/request',
    'https://api.weather.net/get',
    'http://api.weather.net/socket',
  ]);
});

it('what the browser carries out goes to nobody else', async () => {
  const outside = embedder(() => ({ status: 200, body: ['by the embedder'] }));
  const output = await run(
    `fetch('https://open.weather.net/').then((answer) => answer.text()).then(console.log);
     require('https').get('https://open.weather.net/', (answer) => answer.on('data', (chunk) => console.log(String(chunk))));`,
    outside,
  );
  expect(output).toBe('by the browser\nby the browser\n');
  expect(outside.requests).toEqual([]);
});

it('a POST that a browser sends without asking first is sent once, whoever carries it', async () => {
  const post = `fetch('https://open.weather.net/hook', { method: 'POST', body: new URLSearchParams({ a: '1' }) }).then((answer) => answer.text()).then(console.log);`;
  const outside = embedder(() => ({ status: 200, body: ['by the embedder'] }));
  expect(await run(post, outside)).toBe('by the embedder\n');
  expect(direct).toEqual([]);
  expect(outside.requests).toEqual([expect.objectContaining({ method: 'POST', body: 'a=1' })]);
  expect(outside.requests[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(await run(post, { requestOutside: () => null as never })).toBe('by the browser\n');
  expect(direct).toEqual(['POST https://open.weather.net:443/hook']);
});

it('fetch follows redirects, and tells the next host nothing that was meant for the first', async () => {
  const outside = embedder(({ url }) => {
    if (url.endsWith('/one')) return { status: 307, headers: [['location', '/two']] };
    if (url.endsWith('/two')) return { status: 308, headers: [['location', 'https://other.weather.net/three']] };
    return { status: 200, body: ['here'] };
  });
  const init = `{ method: 'PUT', body: 'abc', headers: { authorization: 'Bearer own', cookie: 'c=1', 'x-kept': '1' } }`;
  const output = await run(
    `fetch(new Request('https://api.weather.net/one', ${init})).then(async (answer) => console.log(answer.redirected, answer.url, await answer.text()));`,
    outside,
  );
  expect(output).toBe('true https://other.weather.net/three here\n');
  expect(
    outside.requests.map(({ url, body, headers }) => [
      url,
      body,
      headers['authorization'] ?? null,
      headers['cookie'] ?? null,
      headers['x-kept'],
    ]),
  ).toEqual([
    ['https://api.weather.net/one', 'abc', 'Bearer own', 'c=1', '1'],
    ['https://api.weather.net/two', 'abc', 'Bearer own', 'c=1', '1'],
    ['https://other.weather.net/three', 'abc', null, null, '1'],
  ]);
});

it('a refusal is an error of Node’s with the host and the reason', async () => {
  const outside = embedder(() => ({ code: 'EACCES', message: 'its user has not allowed it' }));
  const output = await run(
    `fetch('https://api.weather.net/').catch(({ name, message, cause }) => console.log(name, message, '<', cause.code, cause.syscall, cause.message));
     require('https').get('https://files.weather.net:8443/').on('error', ({ code, message }) => console.log(code, message));`,
    outside,
  );
  expect(output.split('\n').sort()).toEqual([
    '',
    'EACCES connect EACCES files.weather.net:8443 (files.weather.net:8443: its user has not allowed it)',
    'TypeError fetch failed < EACCES connect connect EACCES api.weather.net:443 (api.weather.net: its user has not allowed it)',
  ]);
});

it('who gives up hangs up, before the answer and within it', async () => {
  const outside = embedder(() => ({ status: 200, body: Array.from({ length: 100 }, () => 'x'.repeat(1000)) }));
  const output = await run(
    `const stop = new AbortController();
     fetch('https://api.weather.net/', { signal: stop.signal }).then(async (answer) => {
       const reader = answer.body.getReader();
       console.log((await reader.read()).value.length);
       stop.abort();
       await reader.read().catch(({ name }) => console.log(name));
     });`,
    outside,
  );
  expect(output).toBe('1000\nAbortError\n');
  expect(outside.closed()).toBe(1);
});

it('five hundred requests at once wait in their own process', async () => {
  let most = 0;
  let open = 0;
  const requestOutside = (_request: OutsideRequest, receiver: OutsideReceiver) => {
    open += 1;
    most = Math.max(most, open);
    return {
      pull: () => queueMicrotask(() => receiver.fail(withoutStack('EACCES', 'no'))),
      close: () => {
        open -= 1;
      },
    };
  };
  const program = `let failed = 0;
    const all = Array.from({ length: 500 }, (_, count) => fetch('https://h' + count + '.weather.net/').catch(() => failed++));
    Promise.all(all).then(() => console.log(failed));`;
  expect(await run(program, { requestOutside })).toBe('500\n');
  expect(most).toBeLessThanOrEqual(48);
  expect(open).toBe(0);
});

it('a protocol that is not HTTP is refused in words, whatever it begins with and whoever waits for whom', async () => {
  const outside = embedder(() => ({ status: 200 }));
  const output = await run(
    `const tell = (socket, bytes) => socket.on('connect', () => socket.write(bytes)).on('error', ({ code, message }) => console.log(code, message));
     tell(require('net').connect(80, 'mail.weather.net'), 'EHLO me\\r\\n\\r\\n');
     tell(require('tls').connect(443, 'db.weather.net'), Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
     tell(require('tls').connect(443, 'grpc.weather.net'), 'PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n');
     require('tls').connect(993, 'imap.weather.net').on('error', ({ code, message }) => console.log(code, message));`,
    outside,
  );
  const lines = output.trim().split('\n').sort();
  expect(lines).toEqual([
    expect.stringMatching(
      /^ENETUNREACH A connection to imap\.weather\.net:993 .*raw TCP to the outside does not exist in a browser; use fetch or/,
    ),
    ...['db.weather.net:443', 'grpc.weather.net:443', 'mail.weather.net:80'].map((place) =>
      expect.stringContaining(
        `ENETUNREACH A protocol other than HTTP to ${place} is not available in the in-browser engine: a page has no raw TCP or TLS`,
      ),
    ),
  ]);
  expect(outside.requests).toEqual([]);
});

it('without an embedder the browser is asked once, and what a host may have done already is not repeated by anybody', async () => {
  const fail = `.catch(({ cause }) => console.log(cause.code));`;
  expect(await run(`fetch('https://api.weather.net/', { method: 'PUT' })${fail}`, { requestOutside: () => null as never })).toBe(
    'ECONNREFUSED\n',
  );
  expect(direct).toEqual(['PUT https://api.weather.net/']);
  // The site has responded before; then the connection fails.
  const outside = embedder(() => ({ status: 200, body: ['again'] }));
  let count = 0;
  globalThis.fetch = async () => {
    count += 1;
    if (count > 1) throw new TypeError('Failed to fetch');
    return new Response('first');
  };
  const json = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }`;
  const output = await run(
    `fetch('https://open.weather.net/').then(async (answer) => {
      console.log(await answer.text());
      fetch('https://open.weather.net/pay', ${json})${fail}
    });`,
    outside,
  );
  expect([output, outside.requests, count]).toEqual(['first\nECONNREFUSED\n', [], 2]);
});
