import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../lib/models/choose-model.ts';
import { connectionsResponseSchema } from '../../lib/protocol/models/connections.ts';
import { ConnectionClient, SECRET } from '../connections/testing/connection-client.ts';
import { modelAccess } from '../models/model-access.server.ts';
import type { AccessEnvironment } from './access-environment.server.ts';
import { answerAccess } from './answer-access.server.ts';
import { createFailedTries } from './failed-tries.server.ts';
import { serverAccess } from './server-access.server.ts';

const DEPLOYED = {
  APP_HOST: 'app.example.com',
  SANDBOX_HOST: 'run.example.com',
  SESSION_SECRET: SECRET,
  ACCESS_CLIENT_ADDRESS_HEADER: 'cf-connecting-ip',
};
const PASSPHRASE = 'twelve horses on the roof';
const NOW = Date.UTC(2026, 10, 23);

function ask(environment: AccessEnvironment, headers: Record<string, string> = {}, fetch: typeof globalThis.fetch = noNetwork) {
  return serverAccess(new Request('https://app.example.com/api/chat', { headers }), environment, { fetch, now: NOW });
}

const noNetwork: typeof globalThis.fetch = () => Promise.reject(new Error('Nothing is asked here.'));

function whyOf(access: Awaited<ReturnType<typeof ask>>): string {
  return access.isGranted ? 'granted' : access.serverKeys.why;
}

describe('the server’s own keys', () => {
  it('are for everybody of a local server, but not through a tunnel to it', async () => {
    expect(await ask({})).toEqual({ isGranted: true, user: null });
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-proto',
      'forwarded',
      'cf-connecting-ip',
      'x-real-ip',
      'via',
      'fly-client-ip',
      'true-client-ip',
    ]) {
      expect(whyOf(await ask({}, { [header]: '203.0.113.9' })), header).toMatch(/Nobody has said who may/);
    }
  });

  it('are refused by a deployed one until its deployer has said who may, with words on how', async () => {
    expect(whyOf(await ask(DEPLOYED))).toMatch(/sets ACCESS to passphrase, cloudflare-access, proxy or open/);
    expect(whyOf(await ask({ ...DEPLOYED, ACCESS: 'yes' }))).toMatch(/is none of/);
    expect(whyOf(await ask({ ...DEPLOYED, ACCESS: 'passphrase', ACCESS_PASSPHRASE: 'short' }))).toMatch(/fewer than 12/);
    expect(whyOf(await ask({ ...DEPLOYED, SESSION_SECRET: '', ACCESS: 'passphrase', ACCESS_PASSPHRASE: PASSPHRASE }))).toMatch(
      /needs a SESSION_SECRET/,
    );
    expect(whyOf(await ask({ ...DEPLOYED, ACCESS: 'cloudflare-access' }))).toMatch(/ACCESS_TEAM_DOMAIN/);
    expect(whyOf(await ask({ ...DEPLOYED, ACCESS: 'cloudflare-access', ACCESS_TEAM_DOMAIN: 'https://evil.example.com' }))).toMatch(
      /not of the form/,
    );
    expect(whyOf(await ask({ ...DEPLOYED, ACCESS: 'cloudflare-access', ACCESS_TEAM_DOMAIN: 'x.cloudflareaccess.com' }))).toMatch(
      /ACCESS_AUDIENCE/,
    );
    expect(whyOf(await ask({ ...DEPLOYED, ACCESS: 'proxy', ACCESS_PROXY_SECRET: 'short' }))).toMatch(/fewer than 32/);
    expect(whyOf(await ask({ ...DEPLOYED, ACCESS: 'proxy', ACCESS_PROXY_SECRET: SECRET }))).toMatch(/names no header/);
  });

  it('are for each client where it is open', async () => {
    expect(await ask({ ...DEPLOYED, ACCESS: 'open' }, { 'cf-connecting-ip': '203.0.113.9' })).toEqual({
      isGranted: true,
      user: 'client 203.0.113.9',
    });
  });

  it('are for whom a proxy names, if it proves that it is the proxy', async () => {
    const environment = { ...DEPLOYED, ACCESS: 'proxy', ACCESS_PROXY_SECRET: SECRET, ACCESS_PROXY_USER_HEADER: 'X-Forwarded-Email' };
    const user = { 'x-forwarded-email': 'ada@example.com' };
    expect(await ask(environment, { ...user, 'x-access-proxy-secret': SECRET })).toEqual({ isGranted: true, user: 'ada@example.com' });
    for (const headers of [
      user,
      { ...user, 'x-access-proxy-secret': `${SECRET}x` },
      { ...user, 'x-access-proxy-secret': '' },
      { 'x-access-proxy-secret': SECRET },
    ]) {
      expect(whyOf(await ask(environment, headers))).toMatch(/nothing proves that you have/);
    }
  });

  it('are withheld from the list, the choice and the answer, while keys of users work', async () => {
    const client = new ConnectionClient({ ...DEPLOYED, OPENAI_API_KEY: 'sk-canary-of-the-server' });
    const access = await modelAccess(client.parts);
    expect(access.connections.map(({ id }) => id)).toEqual(['demo']);
    expect(await chooseModel('openai:gpt-5', access)).toMatchObject({ ok: false, refusal: { status: 403, code: 'server_keys_withheld' } });
    const response = await client.list();
    const text = await response.text();
    expect(text).not.toContain('canary');
    expect(connectionsResponseSchema.parse(JSON.parse(text))).toMatchObject({ connections: [], serverKeys: { state: 'refused' } });
    await client.post({ action: 'save', connection: { providerId: 'openai', name: 'OpenAI', values: { apiKey: 'sk-of-the-user' } } });
    const own = await modelAccess(client.parts);
    expect(own.connections.map(({ id, owner }) => [id, owner])).toEqual([
      ['openai', 'user'],
      ['demo', 'server'],
    ]);
    expect(await chooseModel('openai:gpt-5', own)).toMatchObject({ ok: true });
  });
});

describe('a passphrase', () => {
  const environment = { ...DEPLOYED, ACCESS: 'passphrase', ACCESS_PASSPHRASE: PASSPHRASE };

  function give(passphrase: string, tries = createFailedTries(() => NOW), headers: Record<string, string> = {}) {
    const request = new Request('https://app.example.com/api/access', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': '203.0.113.9', ...headers },
      body: JSON.stringify({ passphrase }),
    });
    return answerAccess(request, { environment, tries, now: NOW });
  }

  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  const cookieOf = (response: Response) => (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';

  it('opens the server’s keys for the browser that gave it, for 30 days, until it is another one', async () => {
    expect(whyOf(await ask(environment))).toMatch(/want its passphrase/);
    const response = await give(` ${PASSPHRASE} `);
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-devonz-access=1\.[\w-]+; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Strict$/,
    );
    const headers = { cookie: cookieOf(response) };
    expect(await ask(environment, headers)).toMatchObject({ isGranted: true, user: expect.stringMatching(/^guest [\w-]{22}$/) });
    const later = await serverAccess(new Request('https://app.example.com/', { headers }), environment, {
      fetch: noNetwork,
      now: NOW + 31 * 86_400_000,
    });
    expect(later.isGranted).toBe(false);
    expect((await ask({ ...environment, ACCESS_PASSPHRASE: 'another passphrase' }, headers)).isGranted).toBe(false);
    expect((await ask({ ...environment, SESSION_SECRET: 'y'.repeat(40) }, headers)).isGranted).toBe(false);
  });

  it('is given up by whoever leaves, without a try being counted', async () => {
    const leave = new Request('https://app.example.com/api/access', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leave: true }),
    });
    const tries = createFailedTries(() => NOW);
    const response = await answerAccess(leave, { environment, tries, now: NOW });
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-devonz-access=; Path=\/; Max-Age=0;/)]);
  });

  it('is not guessed: nearly right is wrong, and a client is slowed down after five', async () => {
    const tries = createFailedTries(() => NOW);
    const statuses: number[] = [];
    for (const guess of ['', 'x', PASSPHRASE.slice(0, -1), `${PASSPHRASE}!`, PASSPHRASE.toUpperCase(), PASSPHRASE]) {
      statuses.push((await give(guess, tries)).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await give(PASSPHRASE, tries, { 'cf-connecting-ip': '203.0.113.10' })).status).toBe(204);
  });

  it('lets in whoever knows it while many others guess, and at the guesser’s own address whoever was there before', async () => {
    const tries = createFailedTries(() => NOW);
    const before = cookiesOf(await give(PASSPHRASE, tries));
    for (let at = 0; at < 2_000; at += 1) await give('guess', tries, { 'cf-connecting-ip': `203.0.113.${at % 200}` });
    expect((await give(PASSPHRASE, tries, { 'cf-connecting-ip': '198.51.100.1' })).status).toBe(204);
    expect((await give(PASSPHRASE, tries)).status).toBe(429);
    expect((await give(PASSPHRASE, tries, { cookie: before })).status).toBe(204);
    // Wrong tries of returning guests are slowed down too.
    const guesses = await Promise.all(Array.from({ length: 50 }, () => give('guess', tries, { cookie: before })));
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(5);
  });

  it('keeps who cannot be distinguished out for two seconds at most once nobody guesses', async () => {
    let now = NOW;
    const tries = createFailedTries(() => now);
    const nameless = { 'cf-connecting-ip': '' };
    const guesses: number[] = [];
    for (let at = 0; at < 500; at += 1) guesses.push((await give('guess', tries, nameless)).status);
    expect(guesses.filter((status) => status === 403)).toHaveLength(30);
    now += 2_000;
    expect((await give(PASSPHRASE, tries, nameless)).status).toBe(204);
  });

  it('knows a guest who signs out and in again, whatever the passphrase is by then', async () => {
    const first = cookiesOf(await give(PASSPHRASE));
    const user = (await ask(environment, { cookie: first })) as { user: string };
    const leave = new Request('https://app.example.com/api/access', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: first },
      body: JSON.stringify({ leave: true }),
    });
    const left = await answerAccess(leave, { environment, tries: createFailedTries(() => NOW), now: NOW });
    expect(left.headers.getSetCookie().join()).not.toContain('devonz-guest');
    const guest = first.split('; ').find((pair) => pair.includes('-guest=')) ?? '';
    expect((await ask(environment, { cookie: guest })).isGranted).toBe(false);
    expect(await ask(environment, { cookie: cookiesOf(await give(PASSPHRASE, undefined, { cookie: guest })) })).toEqual({
      isGranted: true,
      ...user,
    });
    expect(await ask(environment, { cookie: cookiesOf(await give(PASSPHRASE)) })).not.toMatchObject({ user: user.user });
  });
});

describe('Cloudflare Access', () => {
  const TEAM = 'https://team.cloudflareaccess.com';
  const environment = { ...DEPLOYED, ACCESS: 'cloudflare-access', ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUDIENCE: 'tag' };

  it('proves a user by its signature, for this application and this time alone', async () => {
    const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256' };
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input));
      return Response.json({ keys: [jwk] });
    };
    const token = (claims: { audience?: string; issuer?: string; expires?: string; subject?: string; key?: CryptoKey } = {}) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setSubject(claims.subject ?? 'ada')
        .setIssuer(claims.issuer ?? TEAM)
        .setAudience(claims.audience ?? 'tag')
        .setExpirationTime(claims.expires ?? '1h')
        .sign(claims.key ?? own.privateKey);
    const askWith = async (assertion: string) => (await ask(environment, { 'cf-access-jwt-assertion': assertion }, fetch)).isGranted;
    expect(await ask(environment, { 'cf-access-jwt-assertion': await token() }, fetch)).toEqual({ isGranted: true, user: 'ada' });
    expect(asked).toEqual([`${TEAM}/cdn-cgi/access/certs`]);
    expect(await askWith(await token({ audience: 'another' }))).toBe(false);
    expect(await askWith(await token({ issuer: 'https://evil.cloudflareaccess.com' }))).toBe(false);
    expect(await askWith(await token({ expires: '-1h' }))).toBe(false);
    expect(await askWith(await token({ key: other.privateKey }))).toBe(false);
    const [, payload = ''] = (await token()).split('.');
    const none = btoa(JSON.stringify({ alg: 'none' })).replaceAll('=', '');
    expect(await askWith(`${none}.${payload}.`)).toBe(false);
    expect(await askWith('made up')).toBe(false);
    // The public key, used as an HMAC secret with the algorithm that the token names.
    const asSecret = new TextEncoder().encode(JSON.stringify(jwk));
    const confused = new SignJWT({}).setProtectedHeader({ alg: 'HS256', kid: 'one' }).setSubject('ada').setIssuer(TEAM);
    expect(await askWith(await confused.setAudience('tag').setExpirationTime('1h').sign(asSecret))).toBe(false);
    const claims = new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setSubject('ada').setIssuer(TEAM);
    expect(await askWith(await claims.setAudience(['another', 'tag']).setExpirationTime('1h').sign(own.privateKey))).toBe(true);
    expect(await askWith(await claims.setAudience(['another']).sign(own.privateKey))).toBe(false);
    expect(await askWith(await claims.setAudience('tag').setNotBefore('1h').sign(own.privateKey))).toBe(false);
    // Two such headers arrive joined into one.
    expect(await askWith(`${await token()}, ${await token()}`)).toBe(false);
    expect(asked).toEqual([`${TEAM}/cdn-cgi/access/certs`]);
    expect((await ask(environment, { 'cf-access-authenticated-user-email': 'ada@example.com' }, fetch)).isGranted).toBe(false);
  });
});
