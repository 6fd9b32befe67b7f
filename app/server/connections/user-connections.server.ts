import { z } from 'zod';
import type { Connection } from '../../lib/models/connection.ts';
import { connectionIdSchema, MOST_CONNECTIONS } from '../../lib/protocol/models/connections.ts';
import { because, type Reason } from '../../lib/protocol/texts/reason.ts';
import { type Checked, refuseBecause } from '../../lib/step/refusal.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';
import { type ConnectionEnvironment, secretRefusal } from './connection-environment.server.ts';
import { createKeyStore, type KeyStore } from './key-store.server.ts';
import { type OwnCookies, ownCookies } from './own-cookies.server.ts';
import { createSeal, type Seal } from './seal.server.ts';

/** Prefix of a connection's cookie name, before its id. Each connection has its own cookie, so a broken one loses only one connection. */
const KIND = 'key-';
/** Browsers keep no cookie of more than 4,096 bytes, including its name and attributes. */
const LONGEST_COOKIE = 3_900;
/** Limit for all our cookies together. Proxies accept 8 to 16 KB of headers, and an access proxy in front of the app needs some of them. */
const MOST_COOKIE_CHARACTERS = 6_000;

/** The record that is sealed. */
const recordSchema = z.object({
  providerId: z.string(),
  name: z.string(),
  values: z.record(z.string(), z.string()),
});

export interface UserConnections {
  readonly connections: readonly Connection[];
  /** Ids of connections that can no longer be read. */
  readonly broken: readonly string[];
  /** `Set-Cookie` headers: they delete broken cookies and, on a local server, set the cookie that shows which names this browser keeps. */
  readonly cleaning: readonly string[];
  readonly where: KeyStore['where'];
  /** Returns the headers that store the connection. It replaces one with the same id. */
  save(connection: Connection): Promise<Checked<string[]>>;
  remove(id: string): Promise<string[]>;
}

interface Kept {
  id: string;
  /** The cookie's value. */
  held: string;
  connection: Connection;
}

/** Reads the connections that the sender of `request` has entered. */
export async function readUserConnections(request: Request, environment: ConnectionEnvironment): Promise<UserConnections> {
  const cookies = ownCookies(request, isLocalServer(environment));
  const seal = createSeal(environment.SESSION_SECRET);
  const store = createKeyStore(environment.KEY_STORE);
  const ids = [...cookies.values.keys()].filter((name) => name.startsWith(KIND)).map((name) => name.slice(KIND.length));
  const known = ids.filter((id) => connectionIdSchema.safeParse(id).success).slice(0, MOST_CONNECTIONS);
  const found = await Promise.all(known.map((id) => openCookie(id, cookies, { seal, store })));
  const kept = found.filter((each) => each !== null);
  const broken = ids.filter((id) => !kept.some((each) => each.id === id));
  return {
    connections: kept.map(({ connection }) => connection),
    // Without a secret nothing can be read now, but everything can again once it is set.
    broken: seal === null ? [] : broken,
    cleaning: [...cookies.probe, ...(seal === null ? [] : broken.flatMap((id) => cookies.expire(KIND + id)))],
    where: store.where,
    save: (connection) => save(connection, { environment, seal, store, cookies, kept }),
    async remove(id) {
      for (const held of cookies.values.get(KIND + id) ?? []) await store.remove(held);
      return cookies.expire(KIND + id);
    },
  };
}

/** A preview may have set a cookie of the same name that comes before ours: the first one that opens is ours. */
async function openCookie(id: string, cookies: OwnCookies, { seal, store }: { seal: Seal | null; store: KeyStore }): Promise<Kept | null> {
  for (const held of cookies.values.get(KIND + id) ?? []) {
    const sealed = await store.get(held);
    const text = sealed === null ? null : ((await seal?.open(`connection/${id}`, sealed)) ?? null);
    if (text === null) continue;
    const record = recordSchema.safeParse(JSON.parse(text));
    if (!record.success) continue;
    const { providerId, name, values } = record.data;
    return { id, held, connection: { id, providerId, name, values: new Map(Object.entries(values)), owner: 'user' } };
  }
  return null;
}

interface Saving {
  environment: ConnectionEnvironment;
  seal: Seal | null;
  store: KeyStore;
  cookies: OwnCookies;
  kept: readonly Kept[];
}

async function save(connection: Connection, { environment, seal, store, cookies, kept }: Saving): Promise<Checked<string[]>> {
  if (seal === null) return refuseBecause({ status: 409, code: 'no_session_secret' }, secretRefusal(environment));
  const { id, providerId, name, values } = connection;
  const before = kept.find((each) => each.id === id);
  if (before === undefined && kept.length >= MOST_CONNECTIONS)
    return full(because('There are {count} connections, which is the most.', { count: MOST_CONNECTIONS }));
  const sealed = await seal.seal(`connection/${id}`, JSON.stringify({ providerId, name, values: Object.fromEntries(values) }));
  if (store.where === 'cookie') {
    const size = cookies.size - (before?.held.length ?? 0) + sealed.length;
    if (sealed.length > LONGEST_COOKIE) return full(because('These values are too long for a cookie, in which this server keeps them.'));
    if (size > MOST_COOKIE_CHARACTERS)
      return full(because('All connections together are too long for the cookies in which this server keeps them.'));
  }
  const held = await store.put(sealed);
  // Only now, so that the old value survives a failed write.
  if (before !== undefined) await store.remove(before.held);
  return { ok: true, value: cookies.set(KIND + id, held) };
}

function full(what: Reason) {
  const why = because('{what} Remove one that you do not need; whoever runs the server can bind a store for more (KEY_STORE).', { what });
  return refuseBecause({ status: 409, code: 'connections_full' }, why);
}
