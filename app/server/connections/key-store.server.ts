import { COOKIE_SECONDS } from './own-cookies.server.ts';
import { toBase64Url } from './seal.server.ts';

/** The part of the Workers KV API that is used here; the namespace is bound as `KEY_STORE`. */
export interface KeyNamespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Stores sealed values, either in the cookie itself or on the server. In the second case the cookie contains only an unguessable id. */
export interface KeyStore {
  readonly where: 'cookie' | 'server';
  /** Returns the value for the cookie. */
  put(sealed: string): Promise<string>;
  /** Returns the sealed value for a cookie's value, or null if it no longer exists. */
  get(held: string): Promise<string | null>;
  remove(held: string): Promise<void>;
}

export function createKeyStore(namespace: KeyNamespace | undefined): KeyStore {
  return namespace === undefined ? COOKIE_STORE : namespaceStore(namespace);
}

const COOKIE_STORE: KeyStore = {
  where: 'cookie',
  put: async (sealed) => sealed,
  get: async (held) => held,
  remove: async () => {},
};

const REFERENCE = /^kv\.[\w-]{43}$/;

function namespaceStore(namespace: KeyNamespace): KeyStore {
  return {
    where: 'server',
    async put(sealed) {
      const held = `kv.${toBase64Url(crypto.getRandomValues(new Uint8Array(32)))}`;
      await namespace.put(await keyOf(held), sealed, { expirationTtl: COOKIE_SECONDS });
      return held;
    },
    // A cookie from before the namespace was bound contains the sealed value itself.
    get: async (held) => (REFERENCE.test(held) ? namespace.get(await keyOf(held)) : held),
    async remove(held) {
      if (REFERENCE.test(held)) await namespace.delete(await keyOf(held));
    },
  };
}

/** Hashed, so that listing the namespace's keys reveals no ids. */
async function keyOf(held: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(held));
  return `connection/${toBase64Url(new Uint8Array(digest))}`;
}
