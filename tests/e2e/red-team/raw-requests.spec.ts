import { rawRequest, statusesOf } from '../support/raw-request.ts';
import { CANARIES, canariesIn } from './support/canaries.ts';
import { CHAT_BODY } from './support/chat-body.ts';
import { expect, test } from './support/red-team-test.ts';

const CRLF = '\r\n';

/** Builds a raw request; `head` contains further header lines. */
function request(line: string, host: string | null, head: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, ...(host === null ? [] : [`Host: ${host}`]), ...head, '', body].join(CRLF);
}

/** Returns what no response may contain: keys, local paths, stack traces. */
function leaksIn(response: string): string[] {
  const places = [process.cwd(), '/tmp/devonz', 'node_modules/', '    at '].filter((place) => response.includes(place));
  return [...canariesIn(response), ...places];
}

test('a host name that is not ours is refused, however it is written, and nothing of the machine is said', async ({ target, attacks }) => {
  const { port } = target.server;
  // Removes the calls of the worker's earlier tests.
  target.provider.calls.length = 0;
  const names = [
    'evil.example',
    `evil.example:${port}`,
    'ide.localhost.evil.example',
    'evil-ide.localhost',
    'xide.localhost',
    'ide.localhost@evil.example',
    'evil.example#ide.localhost',
    'evil.example/ide.localhost',
    'evil.example?ide.localhost',
    '%69de.localhost',
    'ide.localhost:99999',
    'ide.localhost:abc',
    'ide.localhost:80:80',
    'ide.localhost:-1',
    'ide localhost',
    'ide.localhost,evil.example',
    '[::1',
    '[::1]evil.example',
    '',
    '.',
    '..ide.localhost',
    'ide..localhost',
    '\u0131de.localhost',
    'ide.localhost\u00a0',
    'p0.run.ide.localhost',
    'p70000.run.ide.localhost',
    'p-1.run.ide.localhost',
    'p3000.evil.example',
    'p3000.p3000.run.ide.localhost',
    'pabc.run.ide.localhost',
    `p3000.run.ide.localhost.evil.example:${port}`,
    `${'a'.repeat(300)}.run.ide.localhost`,
    '1.1.1.1',
    '127.0.0.2',
    'localhost.evil.example',
  ];
  const answers = await Promise.all(
    names.map(async (name) => ({ name, response: await rawRequest(port, request('GET /api/models', name, ['Connection: close'])) })),
  );
  for (const { name, response } of answers) {
    const [status] = statusesOf(response);
    attacks.note(`Host: ${JSON.stringify(name).slice(0, 60)}`, status === 421 || status === 400, String(status ?? 'hung up'));
    attacks.expect(`Host: ${JSON.stringify(name).slice(0, 60)} tells nothing`, leaksIn(response), []);
  }
  const twice = await rawRequest(port, request('GET /api/models', 'ide.localhost', ['Host: evil.example', 'Connection: close']));
  attacks.note('two Host headers', [400, 421].includes(statusesOf(twice)[0] ?? 0), String(statusesOf(twice)));
  const none = await rawRequest(port, request('GET /', null, ['Connection: close']));
  attacks.note('no Host header', [400, 421].includes(statusesOf(none)[0] ?? 400), String(statusesOf(none)));
  const other = await rawRequest(port, request('GET http://evil.example/api/models', `ide.localhost:${port}`, ['Connection: close']));
  attacks.note('an address of another host in the request line', statusesOf(other)[0] !== 200, String(statusesOf(other)));
  for (const header of ['X-Forwarded-Host', 'Forwarded', 'X-Original-Host', 'X-Host']) {
    const value = header === 'Forwarded' ? 'host=evil.example' : 'evil.example';
    const response = await rawRequest(port, request('GET /a', `localhost:${port}`, [`${header}: ${value}`, 'Connection: close']));
    attacks.note(`${header}: evil.example`, !response.includes('evil.example'), String(statusesOf(response)));
  }
  attacks.expect('calls to the provider', target.provider.calls.length, 0);
});

test('no path leads out of what a host serves', async ({ target, attacks }) => {
  const { port } = target.server;
  const paths = [
    '/.dev.vars',
    '/../.dev.vars',
    '/%2e%2e/.dev.vars',
    '/..%2f.dev.vars',
    '/assets/../../.dev.vars',
    '/assets/..%5c..%5c.dev.vars',
    '/engine/..%2f..%2fwrangler.json',
    '/wrangler.json',
    '/wrangler.toml',
    '/package.json',
    '/_worker.js',
    '/worker/index.js',
    '/build/worker/index.js',
    '/functions/_middleware.ts',
    '/.git/config',
    '/@fs/etc/passwd',
    '/etc/passwd',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/__scheduled',
    '/cdn-cgi/mf/scheduled',
    '/cdn-cgi/handler/scheduled',
    '/cdn-cgi/explorer',
    '/cdn-cgi/platform-proxy',
    '/cdn-cgi/proxy/http://127.0.0.1:1/',
    '/cdn-cgi/trace',
    '/json/list',
    '/__inspector',
    '/core:entry',
    '/%00',
    '/a%0d%0aSet-Cookie:%20a=b',
    '/%',
    '/%ff%fe',
    `/${'a'.repeat(9_000)}`,
    `/${'../'.repeat(500)}etc/passwd`,
  ];
  const hosts = [`ide.localhost:${port}`, `run.ide.localhost:${port}`, `p3000.run.ide.localhost:${port}`];
  const known = await rawRequest(port, request('GET /favicon.svg', hosts[0] ?? '', ['Connection: close']));
  expect(statusesOf(known)).toEqual([200]);
  await Promise.all(
    hosts.flatMap((host) =>
      paths.map(async (path) => {
        const response = await rawRequest(port, request(`GET ${path}`, host, ['Connection: close']));
        const [status = 0] = statusesOf(response);
        const name = `${host.split('.')[0]}: ${path.slice(0, 50)}`;
        const isFile = /root:x|compatibility_date|\[core\]|"dependencies"/.test(response);
        attacks.note(name, status !== 500 && !isFile && leaksIn(response).length === 0, `${status} ${leaksIn(response).join()}`);
        attacks.note(`${name} sets no header`, !/^set-cookie:/im.test(response.split('\r\n\r\n')[0] ?? ''), String(status));
      }),
    ),
  );
});

test('a write needs proof of the app’s own page and JSON, in every method and content type', async ({ target, attacks }) => {
  const { server, provider, foreign } = target;
  const { port } = server;
  const host = `ide.localhost:${port}`;
  const json = 'Content-Type: application/json';
  const send = (line: string, head: readonly string[], body = CHAT_BODY) =>
    rawRequest(port, request(line, host, [...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'], body));
  provider.play([{ say: 'It was spent.' }]);
  const own = [`Origin: ${server.appOrigin}`, 'Sec-Fetch-Site: same-origin'];
  const strangers: [string, string[]][] = [
    ['no origin', []],
    ['the origin null', ['Origin: null']],
    ['a foreign origin', [`Origin: ${foreign.origins.sameSite}`]],
    ['the sandbox', [`Origin: ${server.sandboxOrigin}`, 'Sec-Fetch-Site: same-site']],
    ['a preview', [`Origin: ${server.sandboxOrigin.replace('//', '//p3000.')}`, 'Sec-Fetch-Site: same-site']],
    ['the app’s name on another port', ['Origin: http://ide.localhost:1']],
    ['the app’s origin, sent from another site', [`Origin: ${server.appOrigin}`, 'Sec-Fetch-Site: cross-site']],
    ['the app’s origin with a user', [`Origin: http://ide.localhost:${port}@evil.example`]],
    ['two origins', [`Origin: ${server.appOrigin}, http://evil.example`]],
  ];
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', ''];
  for (const [name, head] of strangers) {
    const answers = await Promise.all(
      types.map((type) => send('POST /api/chat', [...head, ...(type === '' ? [] : [`Content-Type: ${type}`])])),
    );
    attacks.expect(`${name}: POST in ${types.length} content types`, [...new Set(answers.flatMap(statusesOf))], [403]);
  }
  const wrongTypes = await Promise.all(
    types.slice(1).map((type) => send('POST /api/chat', [...own, ...(type === '' ? [] : [`Content-Type: ${type}`])])),
  );
  attacks.expect('the app’s own page, but no JSON', [...new Set(wrongTypes.flatMap(statusesOf))], [415]);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND']) {
    const response = await send(`${method} /api/chat`, ['Origin: http://evil.example', json, 'Access-Control-Request-Method: POST']);
    const isOpen = /^access-control-allow/im.test(response);
    attacks.note(`${method} from elsewhere`, !isOpen && !statusesOf(response).includes(200), String(statusesOf(response)));
  }
  for (const line of [
    'POST /API/chat',
    'POST /%61pi/chat',
    'POST /api/chat/',
    'POST /api/chat.data',
    'POST /?index',
    'POST /api/chat?_data=routes%2Fapi.chat',
  ]) {
    const response = await send(line, ['Origin: http://evil.example', json]);
    attacks.note(line, statusesOf(response)[0] === 403, String(statusesOf(response)));
  }
  const override = await rawRequest(port, request('GET /api/chat', host, ['X-HTTP-Method-Override: POST', json, 'Connection: close']));
  attacks.note('GET that says it is a POST', statusesOf(override)[0] !== 200, String(statusesOf(override)));
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='];
  for (const path of ['/api/models', '/Api/models', '/api/chat', '/']) {
    const response = await rawRequest(port, request(`GET ${path}`, host, [...upgrade, 'Origin: http://evil.example']));
    attacks.note(`a WebSocket handshake at ${path}`, ![101, 200].includes(statusesOf(response)[0] ?? 0), String(statusesOf(response)));
  }
  attacks.expect(
    'calls to the provider',
    provider.calls.map(({ path }) => path),
    [],
  );
  // The app's own request is accepted, so the others were rejected for their origin.
  expect(statusesOf(await send('POST /api/chat', [...own, json]))[0]).toBe(200);
  expect(provider.steps().length).toBe(1);
});

test('no request is smuggled in the body of another', async ({ target, attacks }) => {
  const { server, provider } = target;
  const { port } = server;
  const host = `ide.localhost:${port}`;
  const hidden = `GET /api/models HTTP/1.1${CRLF}Host: ${host}${CRLF}Sec-Fetch-Site: cross-site${CRLF}X-Ignore: `;
  const post = (head: readonly string[], body: string) => request('POST /api/chat', host, [`Origin: http://evil.example`, ...head], body);
  const length = `Content-Length: ${5 + hidden.length}`;
  const cases: Record<string, string> = {
    'length and chunks': post([length, 'Transfer-Encoding: chunked'], `0${CRLF}${CRLF}${hidden}`),
    'chunks and length': post(['Transfer-Encoding: chunked', 'Content-Length: 4'], `0${CRLF}${CRLF}${hidden}`),
    'two lengths': post(['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden),
    'a list of lengths': post([`Content-Length: 0, ${hidden.length}`], hidden),
    'a length with a sign': post(['Content-Length: +0'], hidden),
    'a length in hexadecimal': post(['Content-Length: 0x0'], hidden),
    'a negative length': post(['Content-Length: -1'], hidden),
    'a blank before the colon': post([`Content-Length : ${hidden.length}`], hidden),
    'chunked behind a tab': post(['Transfer-Encoding:\tchunked', length], `0${CRLF}${CRLF}${hidden}`),
    'chunked with a name before it': post(['Transfer-Encoding: xchunked', length], `0${CRLF}${CRLF}${hidden}`),
    'chunked twice': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', length], `0${CRLF}${CRLF}${hidden}`),
    'a folded header': post(['Transfer-Encoding:', ' chunked', length], `0${CRLF}${CRLF}${hidden}`),
    'a bare line feed in a header': post([`X: a\nTransfer-Encoding: chunked`, length], `0${CRLF}${CRLF}${hidden}`),
    'a chunk size with a sign': post(['Transfer-Encoding: chunked'], `+0${CRLF}${CRLF}${hidden}`),
    'a chunk size too large': post(['Transfer-Encoding: chunked'], `fffffffffffffffff${CRLF}${hidden}`),
    'chunk extensions without end': post(['Transfer-Encoding: chunked'], `0;${'a'.repeat(70_000)}${CRLF}${CRLF}${hidden}`),
    'a body on GET': request('GET /favicon.svg', host, [`Content-Length: ${hidden.length}`], hidden),
    'a NUL in a header': request('GET /favicon.svg', host, ['X: a\0b'], hidden),
    'HTTP/2 without TLS': `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`,
  };
  provider.play([{ say: 'It was spent.' }]);
  await Promise.all(
    Object.entries(cases).map(async ([name, bytes]) => {
      const response = await rawRequest(port, `${bytes}${CRLF}${CRLF}`);
      const statuses = statusesOf(response);
      const isHeld = !statuses.includes(200) || name === 'a body on GET' ? !response.includes('hostile') : false;
      attacks.note(name, isHeld && leaksIn(response).length === 0, statuses.join(' ') || 'hung up');
    }),
  );
  attacks.expect(
    'calls to the provider',
    provider.calls.map(({ path }) => path),
    [],
  );
  // It still responds to others.
  expect(statusesOf(await rawRequest(port, request('GET /favicon.svg', host, ['Connection: close'])))).toEqual([200]);
});

test('the registry proxy is no way in or out', async ({ target, attacks }) => {
  const { server, provider, registry } = target;
  const { port } = server;
  const get = (path: string, head: readonly string[] = []) =>
    rawRequest(port, request(`GET /registry/${path}`, `run.ide.localhost:${port}`, [...head, 'Connection: close']));
  registry.calls.length = 0;
  provider.calls.length = 0;
  for (const name of ['leads-away', 'leads-to-port', 'leads-to-file', 'circle']) {
    const response = await get(name);
    attacks.note(name, statusesOf(response)[0] === 502 && !response.includes('127.0.0.1'), String(statusesOf(response)));
  }
  attacks.expect('nothing but what was asked reached the registry', registry.calls.filter(({ path }) => path.includes('inside')).length, 0);
  const page = await get('is-page', ['Cookie: a=1', `Authorization: Bearer ${CANARIES.cookie}`]);
  attacks.note(
    'a page in a document’s place',
    !/content-type: text\/html/i.test(page) && !/set-cookie/i.test(page),
    String(statusesOf(page)),
  );
  const sent = JSON.stringify(registry.calls.map(({ headers }) => headers));
  attacks.note('cookies and credentials that go out', !sent.includes(CANARIES.cookie) && !sent.includes('cookie'), 'none');
  registry.calls.length = 0;
  const odd = [
    '..%2f..%2fetc',
    '%2e%2e/secret',
    '-/whoami',
    '-/npm/v1/tokens',
    'a?write=true',
    'http://127.0.0.1:1/',
    '//127.0.0.1:1/',
    '@evil/a/b/c',
    'a/-/a.exe',
    '.hidden',
    'a%00',
    'a%0d%0aX:1',
    '\\\\host\\share',
  ];
  for (const path of odd) {
    const response = await get(path);
    attacks.note(`/registry/${path}`, [400, 404].includes(statusesOf(response)[0] ?? 404), String(statusesOf(response)));
  }
  attacks.expect(
    'of these, none was asked of the registry',
    registry.calls.map(({ path }) => path),
    [],
  );
});
