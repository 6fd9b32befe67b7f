import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { afterEach, expect, test } from 'vitest';
import { setLanguageSource } from '../../../app/lib/i18n/language.ts';
import { MCP_LIMITS } from '../../../app/lib/mcp/mcp-limits.ts';
import { createRelayFetch } from '../../../app/lib/mcp/network/relay-fetch.ts';
import { HostError } from '../../../app/lib/outbound/host-error.ts';
import { OutboundFailure, type SendOutbound } from '../../../app/lib/outbound/open-outbound.ts';
import { because } from '../../../app/lib/protocol/texts/reason.ts';
import { outputOf, toolContext } from '../../../app/lib/tools/testing/run-tool.ts';
import { isSettled, type TestMcp, testMcp } from './support/test-service.ts';

const servers: Server[] = [];
const running: TestMcp[] = [];
afterEach(async () => {
  setLanguageSource(() => undefined);
  for (const mcp of running.splice(0)) await mcp.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // The server's address is an object, because it listens on a port.
}

async function startMcp(
  server: object,
  surroundings: Parameters<typeof testMcp>[1] = {},
  headers: Record<string, string> = {},
): Promise<TestMcp> {
  const mcp = await testMcp([], surroundings);
  running.push(mcp);
  mcp.service.start();
  const saved = {
    name: 'odd',
    isEnabled: true,
    transport: 'http' as const,
    route: 'direct' as const,
    verdicts: {},
    headerNames: Object.keys(headers),
  };
  expect(
    await mcp.service.saveMcpServer({ ...saved, ...server } as Parameters<typeof mcp.service.saveMcpServer>[0], {
      headers,
      environment: {},
    }),
  ).toEqual({
    ok: true,
    value: null,
  });
  return mcp;
}

const stateOf = async (mcp: TestMcp) => mcp.state('odd', isSettled);

test('a server of the older kind, over SSE, works', async () => {
  const transports = new Map<string, SSEServerTransport>();
  const greet = async (response: ServerResponse) => {
    const server = new McpServer({ name: 'old', version: '1' });
    server.registerTool('greet', { description: 'Greets.' }, () => ({ content: [{ type: 'text', text: 'Good day.' }] }));
    const transport = new SSEServerTransport('/messages', response);
    transports.set(transport.sessionId, transport);
    await server.connect(transport);
  };
  const origin = await listen((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (request.method === 'GET' && pathname === '/sse') void greet(response);
    else if (request.method === 'POST' && pathname === '/messages')
      void transports.get(searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response);
    else response.writeHead(404).end();
  });
  const mcp = await startMcp({ url: `${origin}/sse` });
  expect(await stateOf(mcp)).toMatchObject({ status: 'ready', serverName: 'old' });
  const [tool] = mcp.service.tools();
  if (tool === undefined) throw new Error('No tool is offered.');
  expect(await outputOf(tool, {}, toolContext())).toMatchObject({ content: ['Good day.'] });
});

test('a server that wants a sign-in is said to, one that refuses the user’s own header as well', async () => {
  const origin = await listen((_request, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end());
  expect(await stateOf(await startMcp({ url: `${origin}/mcp` }))).toEqual({ status: 'needs-sign-in' });
  const refused = await startMcp({ url: `${origin}/mcp` }, {}, { Authorization: 'Bearer wrong' });
  expect(await stateOf(refused)).toMatchObject({ status: 'failed', why: expect.stringContaining('refuses the Authorization header') });
});

test('why a server is missing is said to the user in their language, to the model in English', async () => {
  const texts = { 'The server refuses the Authorization header (401). Give it another value.': 'Der Server weist den Header ab.' };
  setLanguageSource(() => ({ locale: 'de', texts }));
  const origin = await listen((_request, response) => response.writeHead(401).end());
  const mcp = await startMcp({ url: `${origin}/mcp` }, {}, { Authorization: 'Bearer wrong' });
  expect(await stateOf(mcp)).toMatchObject({ status: 'failed', why: 'Der Server weist den Header ab.' });
  expect(await mcp.service.call('odd', 'greet', {}, { signal: AbortSignal.timeout(5_000) })).toMatchObject({
    why: expect.stringContaining('The server refuses the Authorization header (401).'),
  });
});

test('the user’s headers go to the server’s own address, and not where it redirects to', async () => {
  const seen: (string | undefined)[] = [];
  const elsewhere = await listen((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(500).end();
  });
  const origin = await listen((_request, response) => response.writeHead(307, { location: `${elsewhere}/mcp` }).end());
  const state = await stateOf(await startMcp({ url: `${origin}/mcp` }, {}, { Authorization: 'Bearer mine' }));
  expect(state).toMatchObject({ status: 'failed' });
  expect(seen.filter((header) => header !== undefined)).toEqual([]);
});

test.each([
  ['a page', 200, 'text/html', '<h1>Welcome</h1>', /did not answer as an MCP server does/],
  ['an error', 500, 'text/plain', 'boom', /did not answer as an MCP server does: .*boom/],
  ['JSON that is none of the protocol', 200, 'application/json', '{"hello":1}', /did not answer as an MCP server does/],
])('an address that answers with %s fails with words', async (_what, status, type, body, why) => {
  const origin = await listen((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));
  expect(await stateOf(await startMcp({ url: `${origin}/mcp` }))).toMatchObject({ status: 'failed', why: expect.stringMatching(why) });
});

test('an answer that is too large is broken off', async () => {
  const origin = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"jsonrpc":"2.0","id":0,"result":"');
    const piece = 'x'.repeat(1024 * 1024);
    for (let megabytes = 0; megabytes * 1024 * 1024 <= MCP_LIMITS.message; megabytes++) response.write(piece);
  });
  const state = await stateOf(await startMcp({ url: `${origin}/mcp` }));
  expect(state).toMatchObject({ status: 'failed', why: expect.stringContaining('larger than 8 MB') });
});

test('nobody there: each way that was tried is named', async () => {
  const send: SendOutbound = () => Promise.reject(new OutboundFailure('ECONNREFUSED', 'nobody answers there'));
  const cors = because('nobody answers there, or it does not let web pages reach it (CORS)');
  const network = { direct: () => Promise.reject(new HostError('tools.weather.net', cors)), relay: createRelayFetch(send, []) };
  const mcp = await startMcp({ url: 'https://tools.weather.net/mcp', route: 'auto' }, { network });
  expect(await stateOf(mcp)).toEqual({
    status: 'failed',
    why: 'It cannot be reached. From this browser: tools.weather.net: nobody answers there, or it does not let web pages reach it (CORS). Through the server of this page: tools.weather.net: nobody answers there.',
  });
});

test('nobody there, in the language of the user', async () => {
  const texts = {
    'From this browser: {why}.': 'Von diesem Browser aus: {why}.',
    'It cannot be reached. {why}': 'Nicht zu erreichen. {why}',
    '{host}: {why}': '{host}: {why}',
    'nobody answers there': 'dort antwortet niemand',
  };
  setLanguageSource(() => ({ locale: 'de', texts }));
  const nobody = { text: 'nobody answers there' };
  const network = { direct: () => Promise.reject(new HostError('tools.weather.net', nobody)), relay: null };
  const mcp = await startMcp({ url: 'https://tools.weather.net/mcp', route: 'auto' }, { network });
  expect(await stateOf(mcp)).toMatchObject({
    why: 'Nicht zu erreichen. Von diesem Browser aus: tools.weather.net: dort antwortet niemand.',
  });
});

test('the server of this page is asked for public hosts only', async () => {
  const asked: string[] = [];
  const send: SendOutbound = (head) => {
    asked.push(head.url);
    return Promise.reject(new OutboundFailure('ECONNREFUSED', 'nobody answers there'));
  };
  const network = { direct: () => Promise.reject(new TypeError('no')), relay: createRelayFetch(send, ['ide.localhost:8788']) };
  for (const url of [
    'http://127.0.0.1:3000/mcp',
    'http://192.168.0.1/mcp',
    'http://ide.localhost:8788/mcp',
    'http://169.254.169.254/mcp',
  ]) {
    const mcp = await startMcp({ url, route: 'relay' }, { network });
    expect(await stateOf(mcp), url).toMatchObject({ status: 'failed', why: expect.stringContaining('private network') });
    await mcp.close();
  }
  expect(asked).toEqual([]);
});

test('another address under the same name has neither the secrets nor the permissions of the first', async () => {
  const seen: (string | undefined)[] = [];
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(request.headers['x-key'] as string | undefined);
    response.writeHead(500).end();
  };
  const [first, second] = [await listen(refuse), await listen(refuse)];
  const mcp = await startMcp({ url: `${first}/mcp` }, {}, { 'x-key': 'secret' });
  await stateOf(mcp);
  mcp.service.setMcpVerdict('odd', 'delete_all', 'allow');
  expect(seen).toContain('secret');
  const before = seen.length;
  const [known] = mcp.servers();
  if (known?.transport !== 'http') throw new Error('It was saved as another kind.');
  await mcp.service.saveMcpServer({ ...known, url: `${second}/mcp` });
  await stateOf(mcp);
  expect(seen.slice(before)).not.toContain('secret');
  expect(mcp.servers()).toMatchObject([{ verdicts: {} }]);
});

test('a server that has forgotten the session is connected again, and one whose sign-in has run out wants another', async () => {
  for (const [status, then] of [
    [404, 'ready'],
    [401, 'needs-sign-in'],
  ] as const) {
    let isForgotten = false;
    let sessions = 0;
    const origin = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { id, method } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { id?: number; method?: string }; // The client's message.
        if (method === 'tools/call') isForgotten = true;
        if (request.method !== 'POST') return void response.writeHead(405).end();
        if (isForgotten && (status === 401 || method !== 'initialize')) return void response.writeHead(status).end();
        if (id === undefined) return void response.writeHead(202).end();
        isForgotten = false;
        if (method === 'initialize') sessions++;
        const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'restarts', version: '1' } };
        const result = method === 'initialize' ? hello : { tools: [{ name: 'one', inputSchema: { type: 'object' } }] };
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `session-${sessions}` });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    });
    const mcp = await startMcp({ url: `${origin}/mcp` });
    expect(await stateOf(mcp)).toMatchObject({ status: 'ready' });
    const outcome = await mcp.service.call('odd', 'one', {}, { signal: new AbortController().signal });
    expect(outcome).toMatchObject({ ok: false, why: expect.stringContaining('Try again in a few seconds.') });
    expect(await mcp.state('odd', (state) => state.status === then)).toMatchObject({ status: then });
    expect(sessions).toBe(then === 'ready' ? 2 : 1);
    await mcp.close();
  }
});
