import { describe, expect, it } from 'vitest';
import { connectionSavedSchema, connectionsResponseSchema, type GivenConnection } from '../../lib/protocol/models/connections.ts';
import { modelAccess } from '../models/model-access.server.ts';
import type { KeyNamespace } from './key-store.server.ts';
import { ConnectionClient, SECRET } from './testing/connection-client.ts';

const KEY = 'sk-canary-of-the-user-0123456789';
const OPENAI: GivenConnection = { providerId: 'openai', name: 'OpenAI', values: { apiKey: KEY } };

async function saved(client: ConnectionClient, connection: GivenConnection) {
  const response = await client.post({ action: 'save', connection });
  expect(response.status, await response.clone().text()).toBe(200);
  return connectionSavedSchema.parse(await response.json());
}

async function listed(client: ConnectionClient) {
  const response = await client.list();
  return connectionsResponseSchema.parse(await response.json());
}

async function messageOf(response: Response): Promise<string> {
  const { error } = await response.json<{ error: { message: string } }>();
  return error.message;
}

/** The used parts of Workers KV. */
class FakeNamespace implements KeyNamespace {
  readonly entries = new Map<string, string>();

  async get(key: string) {
    return this.entries.get(key) ?? null;
  }

  async put(key: string, value: string) {
    this.entries.set(key, value);
  }

  async delete(key: string) {
    this.entries.delete(key);
  }
}

describe('a connection of the user', () => {
  it('is kept in a cookie that no script and no other host can read or set, and in no answer', async () => {
    const client = new ConnectionClient();
    await client.list();
    const answer = await client.post({ action: 'save', connection: OPENAI });
    expect(await answer.clone().text()).not.toContain(KEY);
    expect(connectionSavedSchema.parse(await answer.json())).toMatchObject({
      savedId: 'openai',
      connections: [{ id: 'openai', owner: 'user', values: {}, secretsSet: ['apiKey'] }],
    });
    const cookie = client.setCookies.find((each) => each.startsWith('__Host-devonz-key-openai=1.')) ?? '';
    expect(cookie.replace(/=1\.[\w-]+/, '=…')).toBe(
      '__Host-devonz-key-openai=…; Path=/; Max-Age=34560000; Secure; HttpOnly; SameSite=Strict',
    );
    expect(JSON.stringify([...client.cookies])).not.toContain(KEY);
    expect(JSON.stringify(await listed(client))).not.toContain(KEY);
  });

  it('is what the model is asked with, before the server’s own of the same id', async () => {
    const client = new ConnectionClient({ SESSION_SECRET: SECRET, OPENAI_API_KEY: 'sk-of-the-server' });
    await saved(client, OPENAI);
    await saved(client, { ...OPENAI, name: 'Second', values: { apiKey: 'sk-second-key-of-the-user' } });
    const { connections } = await modelAccess(client.parts);
    expect(connections.map(({ id, owner, values }) => [id, owner, values.get('apiKey')])).toEqual([
      ['openai', 'user', KEY],
      ['second', 'user', 'sk-second-key-of-the-user'],
      ['demo', 'server', undefined],
    ]);
  });

  it('of the server shows that it is there, and nothing else', async () => {
    const client = new ConnectionClient({
      SESSION_SECRET: SECRET,
      OPENAI_API_KEY: 'sk-of-the-server',
      OPENAI_BASE_URL: 'http://inside/v1',
    });
    const [connection] = (await listed(client)).connections;
    expect(connection).toEqual({ id: 'openai', providerId: 'openai', name: 'OpenAI', owner: 'server', values: {}, secretsSet: [] });
  });

  it('is gone when it is removed', async () => {
    const client = new ConnectionClient();
    await client.list();
    await saved(client, OPENAI);
    const response = await client.post({ action: 'remove', id: 'openai' });
    expect(connectionsResponseSchema.parse(await response.json()).connections).toEqual([]);
    expect([...client.cookies.keys()]).toEqual(['__Host-devonz-probe']);
  });

  it('keeps its key when it is edited, but not for another address', async () => {
    const client = new ConnectionClient();
    await saved(client, { ...OPENAI, values: { apiKey: KEY, baseUrl: 'https://one.test/v1' } });
    await saved(client, { ...OPENAI, id: 'openai', name: 'Mine', values: { baseUrl: 'https://one.test/v2' } });
    const [connection] = (await modelAccess(client.parts)).connections;
    expect([connection?.name, connection?.values.get('apiKey')]).toEqual(['Mine', KEY]);
    for (const values of [{ baseUrl: 'https://two.test/v1' }, {}]) {
      const response = await client.post({ action: 'save', connection: { ...OPENAI, id: 'openai', values } });
      expect(response.status).toBe(400);
      expect(await messageOf(response)).toMatch(/Enter “API key” again/);
    }
    const test = await client.post({ action: 'test', connection: { ...OPENAI, id: 'openai', values: { baseUrl: 'http://127.0.0.1:9/' } } });
    expect(test.status).toBe(400);
  });

  it('takes a key as people paste it, and says what is wrong with one that is none', async () => {
    const client = new ConnectionClient();
    for (const [index, pasted] of [
      ` ${KEY}\n`,
      `"${KEY}"`,
      `Bearer ${KEY}`,
      `OPENAI_API_KEY=${KEY}`,
      `export OPENAI_API_KEY='${KEY}'`,
    ].entries()) {
      await saved(client, { ...OPENAI, name: `Paste ${index}`, values: { apiKey: pasted } });
    }
    const { connections } = await modelAccess(client.parts);
    const keys = connections.filter(({ owner }) => owner === 'user').map(({ values }) => values.get('apiKey'));
    expect(new Set(keys)).toEqual(new Set([KEY]));
    const bad = await client.post({ action: 'save', connection: { ...OPENAI, name: 'Bad', values: { apiKey: 'two words' } } });
    expect(await messageOf(bad)).toMatch(/blanks, line breaks/);
    const empty = await client.post({ action: 'save', connection: { ...OPENAI, name: 'Empty', values: { apiKey: ' ' } } });
    expect(await messageOf(empty)).toMatch(/OpenAI needs more: fill in “API key”, “Base URL”/);
  });

  it('has a name and an id of its own, whatever its name is made of', async () => {
    const client = new ConnectionClient();
    const names = ['Môn Labo №2', '日本', 'google', 'demo', 'OpenAI', '../../etc', '__proto__'];
    for (const name of names) await saved(client, { ...OPENAI, name });
    expect((await listed(client)).connections.map(({ id }) => id)).toEqual([
      'mon-labo-no2',
      'openai',
      'google-2',
      'demo-2',
      'openai-2',
      'etc',
      'proto',
    ]);
    const double = await client.post({ action: 'save', connection: { ...OPENAI, name: 'openai' } });
    expect(await messageOf(double)).toMatch(/called “openai” already/);
  });
});

describe('a cookie that cannot be read', () => {
  it('is deleted and said once, and costs no other connection', async () => {
    const client = new ConnectionClient();
    await client.list();
    await saved(client, OPENAI);
    await saved(client, { ...OPENAI, name: 'Second' });
    client.cookies.set('__Host-devonz-key-openai', '1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    client.cookies.set('__Host-devonz-key-..%2f', 'forged');
    const first = await listed(client);
    expect(first.connections.map(({ id }) => id)).toEqual(['second']);
    expect(first.dropped).toMatchObject([{ id: 'openai', message: expect.stringContaining('Enter the key again') }, { id: '..%2f' }]);
    expect((await listed(client)).dropped).toEqual([]);
  });

  it('of another connection is not taken for this one', async () => {
    const client = new ConnectionClient();
    await client.list();
    await saved(client, OPENAI);
    client.cookies.set('__Host-devonz-key-google', client.cookies.get('__Host-devonz-key-openai') ?? '');
    expect((await listed(client)).dropped).toMatchObject([{ id: 'google' }]);
  });

  it('put before ours by a preview, where the browser keeps no prefix, hides ours not', async () => {
    const client = new ConnectionClient();
    await saved(client, OPENAI);
    expect(client.cookies.has('devonz-key-openai')).toBe(true);
    const sealed = client.cookies.get('devonz-key-openai') ?? '';
    client.cookies.set('devonz-key-openai', `forged; devonz-key-openai=${sealed}`);
    expect(await listed(client)).toMatchObject({ connections: [{ id: 'openai', owner: 'user' }], dropped: [] });
  });

  it('is one of a former secret: dropped, with a word', async () => {
    const client = new ConnectionClient();
    await saved(client, OPENAI);
    client.environment = { SESSION_SECRET: 'another secret, after the rotation of the first' };
    expect((await listed(client)).dropped).toMatchObject([
      { id: 'openai', message: expect.stringContaining('this server’s secret has changed') },
    ]);
  });

  it('is left alone where the server has lost its secret: nothing is known of it', async () => {
    const client = new ConnectionClient();
    await saved(client, OPENAI);
    const before = [...client.cookies];
    client.environment = {};
    expect((await listed(client)).keeping).toMatchObject({ isOn: false });
    client.cookies.delete('__Host-devonz-probe');
    expect([...client.cookies]).toEqual(before);
  });
});

describe('what a browser can hold', () => {
  it('is not exceeded: too long, too many, in words', async () => {
    const client = new ConnectionClient();
    await client.list();
    const long = await client.post({ action: 'save', connection: { ...OPENAI, values: { apiKey: 'k'.repeat(2_990) } } });
    expect(await messageOf(long)).toMatch(/too long for a cookie.*KEY_STORE/);
    for (let count = 0; count < 3; count += 1)
      await saved(client, { ...OPENAI, name: `Long ${count}`, values: { apiKey: 'k'.repeat(1_200) } });
    const more = await client.post({ action: 'save', connection: { ...OPENAI, values: { apiKey: 'k'.repeat(1_200) } } });
    expect(more.status).toBe(409);
    expect(await messageOf(more)).toMatch(/all connections together are too long/i);
    await saved(client, { ...OPENAI, id: 'long-0', name: 'Long 0', values: { apiKey: 'k'.repeat(1_200) } });
  });

  it('is an id alone where the server has a store, which forgets what is removed', async () => {
    const store = new FakeNamespace();
    const client = new ConnectionClient({ SESSION_SECRET: SECRET, KEY_STORE: store });
    await client.list();
    await saved(client, { ...OPENAI, values: { apiKey: 'k'.repeat(2_990) } });
    await saved(client, { ...OPENAI, id: 'openai', values: { apiKey: KEY } });
    expect(client.cookies.get('__Host-devonz-key-openai')).toMatch(/^kv\.[\w-]{43}$/);
    expect(store.entries.size).toBe(1);
    expect(JSON.stringify([...store.entries])).not.toContain(KEY);
    expect((await modelAccess(client.parts)).connections[0]?.values.get('apiKey')).toBe(KEY);
    await client.post({ action: 'remove', id: 'openai' });
    expect(store.entries.size).toBe(0);
  });
});

describe('a server without a secret', () => {
  it('refuses keys, and says how to set one', async () => {
    const deployed = new ConnectionClient({ APP_HOST: 'app.example.com' });
    const response = await deployed.post({ action: 'save', connection: OPENAI });
    expect(response.status).toBe(409);
    expect(await messageOf(response)).toMatch(/no SESSION_SECRET.*openssl rand -base64 32 \| npx wrangler pages secret put SESSION_SECRET/);
    const short = new ConnectionClient({ APP_HOST: 'app.example.com', SESSION_SECRET: 'secret' });
    expect((await listed(short)).keeping).toMatchObject({ isOn: false, why: expect.stringContaining('shorter than 32') });
  });

  it('answers a body that is none of ours without a word of it', async () => {
    const client = new ConnectionClient();
    // Deliberately violates the type.
    const response = await client.post({ action: 'save', connection: { key: KEY } } as unknown as Parameters<ConnectionClient['post']>[0]);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain(KEY);
  });
});
