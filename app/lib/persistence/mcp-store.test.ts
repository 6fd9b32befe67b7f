import { expect, test } from 'vitest';
import { mcpServerSchema, mcpTarget } from '../protocol/mcp/mcp.ts';
import { openDatabase } from './database.ts';
import { createMcpStore } from './mcp-store.ts';

const server = mcpServerSchema.parse({ name: 'constructor', isEnabled: true, transport: 'http', url: 'https://a.example/mcp' });
const elsewhere = { ...server, url: 'https://b.example/mcp' };
const secrets = { headers: { Authorization: 'Bearer 1' }, environment: {} };

async function open() {
  const database = await openDatabase(`mcp-${Math.random()}`, { onClosed: () => undefined });
  return { database, store: createMcpStore(database) };
}

test('secrets and confirmations are kept for the address that they were given for, and for no other', async () => {
  const { database, store } = await open();
  await store.writeSecrets(server, secrets);
  await store.writeConfirmed(server, { isStartable: true, tools: { one: { hash: '1', description: 'One.', schema: '{}' } } });
  expect(await store.secrets(server)).toEqual({ ...secrets, boundTo: 'https://a.example/mcp' });
  expect(await store.secrets(elsewhere)).toBeNull();
  expect(await store.confirmed(server)).toMatchObject({ isStartable: true, tools: { one: { hash: '1' } } });
  expect(await store.confirmed(elsewhere)).toEqual({ boundTo: 'https://b.example/mcp', isStartable: false, tools: {} });
  await store.remove(server.name);
  expect([await store.secrets(server), (await store.confirmed(server)).isStartable]).toEqual([null, false]);
  database.close();
});

test('what cannot be read is as good as absent', async () => {
  const { database, store } = await open();
  await database.put('mcp', { boundTo: mcpTarget(server), headers: 7 }, ['secrets', server.name]);
  await database.put('mcp', 'nothing', ['confirmed', server.name]);
  expect(await store.secrets(server)).toBeNull();
  expect(await store.confirmed(server)).toMatchObject({ tools: {} });
  database.close();
});
