import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { DemoInMemoryAuthProvider } from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js';
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type McpHttpServer, type McpSecrets, mcpHttpServerSchema } from '../../protocol/mcp/mcp.ts';
import { readSignInReturn, SIGN_IN_CHANNEL, type SignInMessage } from '../../protocol/mcp/sign-in-message.ts';
import { serverFetch } from '../network/server-fetch.ts';
import { createMcpSignIn, type SignInWindow } from './create-sign-in.ts';
import { openSignInChannel } from './sign-in-desk.ts';
import type { SignInStore } from './sign-in-provider.ts';

const REDIRECT = 'http://ide.localhost:8788/mcp/callback';

/** A provider that also issues and accepts refresh tokens. */
class RefreshingProvider extends DemoInMemoryAuthProvider {
  readonly refreshed: string[] = [];
  override async exchangeAuthorizationCode(...given: Parameters<DemoInMemoryAuthProvider['exchangeAuthorizationCode']>) {
    return { ...(await super.exchangeAuthorizationCode(...given)), refresh_token: 'refresh-1' };
  }
  override async exchangeRefreshToken(_client: unknown, refreshToken: string) {
    this.refreshed.push(refreshToken);
    return { access_token: 'access-2', token_type: 'bearer' };
  }
  override async verifyAccessToken(token: string) {
    return super.verifyAccessToken(token).catch(() => Promise.reject(new InvalidTokenError('Nobody has this token.')));
  }
}

let listening: Server;
let provider: RefreshingProvider;
let server: McpHttpServer;
let kept: Map<string, Omit<McpSecrets, 'boundTo'>>;
/** The channels that simulate browser tabs at the callback’s address. */
const channels: BroadcastChannel[] = [];

beforeEach(async () => {
  const app = express();
  listening = app.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`; // The server's address is an object, because it listens on a port.
  provider = new RefreshingProvider();
  app.use(
    mcpAuthRouter({ provider, issuerUrl: new URL(origin), resourceServerUrl: new URL(`${origin}/mcp`), scopesSupported: ['mcp:tools'] }),
  );
  const resourceMetadataUrl = `${origin}/.well-known/oauth-protected-resource/mcp`;
  app.post(
    '/mcp',
    requireBearerAuth({ verifier: provider, resourceMetadataUrl }),
    (_request, response) => void response.json({ ok: true }),
  );
  server = mcpHttpServerSchema.parse({ name: 'real', isEnabled: true, transport: 'http', url: `${origin}/mcp` });
  kept = new Map();
});
afterEach(async () => {
  for (const channel of channels.splice(0)) channel.close();
  listening.closeAllConnections();
  listening.close();
  await once(listening, 'close');
});

const store: SignInStore = {
  secrets: async ({ name }) => {
    const found = kept.get(name);
    return found === undefined ? null : structuredClone({ boundTo: server.url, ...found });
  },
  writeSecrets: async ({ name }, given) => void kept.set(name, structuredClone(given)),
};

/** Follows the pages like a user who consents; `change` modifies the address of the redirect back. */
function signIn(change: (returned: URL) => URL = (returned) => returned, openWindow?: () => SignInWindow | null) {
  const shown: URL[] = [];
  let closed = 0;
  const browse = async (address: URL) => {
    shown.push(address);
    const answer = await fetch(address, { redirect: 'manual' });
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    channels.push(channel);
    const message = readSignInReturn(change(new URL(answer.headers.get('location') ?? '')).search);
    if (message !== null) channel.postMessage(message);
  };
  const window: SignInWindow = { show: (address) => void browse(address), close: () => void closed++ };
  const service = createMcpSignIn({
    store,
    openWindow: openWindow ?? (() => window),
    openChannel: openSignInChannel,
    redirectUrl: REDIRECT,
    nextState: () => randomUUID(),
  });
  return { service, shown, closed: () => closed };
}

const NEVER = new AbortController().signal;
const asUser = (token: string) => fetch(server.url, { method: 'POST', headers: { authorization: `Bearer ${token}` } });

test('a user signs in to a real server, and its token opens it', async () => {
  const { service, shown, closed } = signIn();
  expect(await service.providerFor(server)).toBeUndefined();
  kept.set('real', { headers: { 'x-team': 'blue' }, environment: {} });
  expect(await service.signIn(server, fetch, NEVER)).toEqual({ ok: true, value: null });
  const [address] = shown;
  expect(Object.fromEntries(address?.searchParams ?? [])).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: REDIRECT,
    scope: 'mcp:tools',
    resource: server.url,
    state: expect.stringMatching(/^[\w-]{36}$/),
  });
  const token = await (await service.providerFor(server))?.tokens();
  expect((await asUser(token?.access_token ?? '')).status).toBe(200);
  expect((await asUser('another')).status).toBe(401);
  expect(closed()).toBe(1);
  // The server's other secrets stay; the PKCE verifier is not stored.
  expect(kept.get('real')?.headers).toEqual({ 'x-team': 'blue' });
  expect(JSON.stringify([...kept])).not.toContain('verifier');
});

test('later a token is refreshed without the user, by the same client', async () => {
  const { service, shown } = signIn();
  await service.signIn(server, fetch, NEVER);
  const later = await service.providerFor(server);
  if (later === undefined) throw new Error('There should be a sign-in.');
  expect(await auth(later, { serverUrl: server.url })).toBe('AUTHORIZED');
  expect([provider.refreshed, (await later.tokens())?.access_token, shown.length]).toEqual([['refresh-1'], 'access-2', 1]);
  expect(provider.clientsStore).toMatchObject({ clients: { size: 1 } });
});

test('a return with another state is not taken, and signing in can be cancelled', async () => {
  const cancel = new AbortController();
  const { service, closed } = signIn((returned) => {
    returned.searchParams.set('state', 'forged');
    return returned;
  });
  const witness = new BroadcastChannel(SIGN_IN_CHANNEL);
  channels.push(witness);
  witness.onmessage = () => cancel.abort();
  expect(await service.signIn(server, fetch, cancel.signal)).toEqual({ ok: false, why: 'The sign-in was cancelled.' });
  expect(await service.providerFor(server)).toBeUndefined();
  expect(closed()).toBe(1);
});

test.each([
  ['error=access_denied', /^It was refused in the other window/],
  ['error=odd_thing&error_description=Not+today', /odd_thing: Not today/],
  ['', /nothing back to sign in with/],
  ['code=stolen', /^The sign-in failed/],
  ['code=stolen&iss=https%3A%2F%2Fevil.example', /Another server answered/],
])('a return with "%s" says why nothing came of it', async (search, why) => {
  const { service } = signIn((returned) => new URL(`${REDIRECT}?${search}&state=${returned.searchParams.get('state')}`));
  expect(await service.signIn(server, fetch, NEVER)).toEqual({ ok: false, why: expect.stringMatching(why) });
  expect(await service.providerFor(server)).toBeUndefined();
});

test('a blocked window, a server that is away and one that lets nobody register are said', async () => {
  const blocked = signIn(undefined, () => null);
  expect(await blocked.service.signIn(server, fetch, NEVER)).toEqual({
    ok: false,
    why: expect.stringMatching(/blocked the window.*Allow pop-ups/),
  });
  const { service } = signIn();
  const away = { ...server, url: 'http://127.0.0.1:9/mcp' };
  expect(await service.signIn(away, fetch, NEVER)).toEqual({ ok: false, why: expect.stringMatching(/^The sign-in failed/) });
  const closedShop = async (address: string | URL | Request, init?: RequestInit) => {
    const answer = await fetch(address, init);
    if (!String(address).includes('oauth-authorization-server')) return answer;
    const { registration_endpoint: _none, ...metadata } = (await answer.json()) as Record<string, unknown>; // Metadata is an object.
    return Response.json(metadata);
  };
  expect(await service.signIn(server, closedShop, NEVER)).toEqual({
    ok: false,
    why: expect.stringMatching(/add it as an Authorization header/),
  });
});

/** A public server, simulated by the test; nothing leaves this machine. */
function descriptions(metadata: Record<string, unknown>, authorizationServer = 'https://login.evil-mcp.net') {
  const asked: string[] = [];
  const request: typeof fetch = async (input) => {
    const url = String(input instanceof Request ? input.url : input);
    asked.push(url);
    if (url.includes('oauth-protected-resource'))
      return Response.json({ resource: 'https://mcp.evil-mcp.net/mcp', authorization_servers: [authorizationServer] });
    if (url.includes('oauth-authorization-server')) return Response.json(metadata);
    if (url.endsWith('/register')) return Response.json({ client_id: 'one', redirect_uris: [REDIRECT] });
    return new Response(null, { status: 401 });
  };
  const evil = mcpHttpServerSchema.parse({ name: 'evil', isEnabled: true, transport: 'http', url: 'https://mcp.evil-mcp.net/mcp' });
  return { asked, request: serverFetch(evil, { route: request, headers: {}, now: () => 0 }), evil };
}

const LOGIN = 'https://login.evil-mcp.net';
const whole = {
  issuer: LOGIN,
  authorization_endpoint: `${LOGIN}/authorize`,
  token_endpoint: `${LOGIN}/token`,
  registration_endpoint: `${LOGIN}/register`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
};

test.each([
  ['a page of the user’s network', { authorization_endpoint: 'http://192.168.1.1/reboot' }],
  ['a page without encryption', { authorization_endpoint: 'http://login.evil-mcp.net/authorize' }],
  ['a registration on this computer', { registration_endpoint: 'http://127.0.0.1:11434/api/register' }],
  ['a registration by another spelling', { registration_endpoint: 'https://0x7f.1/register' }],
  ['a registration at a name of the network', { registration_endpoint: 'https://router.lan/register' }],
  ['another server’s page', { issuer: 'https://login.a-bank.org', authorization_endpoint: 'https://login.a-bank.org/authorize' }],
])('a server of the internet does not lead its sign-in to %s', async (_name, change) => {
  const { request, asked, evil } = descriptions({ ...whole, ...change });
  const { service, shown } = signIn();
  expect(await service.signIn(evil, request, NEVER)).toEqual({ ok: false, why: expect.stringMatching(/leads to|of another server/) });
  expect(shown).toEqual([]);
  expect(asked.filter((address) => !address.startsWith('https://'))).toEqual([]);
  expect(asked.filter((address) => /127|0x7f|\.lan|192\./.test(address))).toEqual([]);
});

test('a description in the user’s network is not asked for', async () => {
  const { request, asked, evil } = descriptions(whole, 'http://169.254.169.254/latest');
  const { service } = signIn();
  expect(await service.signIn(evil, request, NEVER)).toMatchObject({ ok: false });
  expect(asked.filter((address) => address.includes('169.254'))).toEqual([]);
});

test('a server that always says who answers, and does not, has not answered', async () => {
  const { service } = signIn((returned) => {
    returned.searchParams.delete('iss');
    return returned;
  });
  const saying: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes('oauth-authorization-server')) return answer;
    return Response.json({ ...((await answer.json()) as object), authorization_response_iss_parameter_supported: true });
  };
  expect(await service.signIn(server, saying, NEVER)).toEqual({ ok: false, why: expect.stringMatching(/Another server answered/) });
});

test('the page learns that its return was taken', async () => {
  const page = new BroadcastChannel(SIGN_IN_CHANNEL);
  channels.push(page);
  const taken = new Promise<SignInMessage>((resolve) => {
    page.onmessage = ({ data }) => data.type === 'taken' && resolve(data);
  });
  const { service, shown } = signIn();
  await service.signIn(server, fetch, NEVER);
  expect(await taken).toEqual({ type: 'taken', state: shown[0]?.searchParams.get('state') });
});

test.each([
  ['a script', { authorization_endpoint: 'javascript:alert(1)' }, 'authorization_endpoint'],
  ['no list of answers', { response_types_supported: 'code' }, 'response_types_supported'],
])('a server whose sign-in is %s is refused by the name of the field, and opens nothing', async (_name, change, field) => {
  const { request, evil } = descriptions({ ...whole, ...change });
  const { service, shown } = signIn();
  const outcome = await service.signIn(evil, request, NEVER);
  expect(outcome).toEqual({ ok: false, why: expect.stringContaining(`is not as it must be (${field}`) });
  expect(JSON.stringify(outcome)).not.toContain('code\\"');
  expect(shown).toEqual([]);
});
