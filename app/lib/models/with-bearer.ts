type Fetch = typeof globalThis.fetch;

/** `fetch` with this key as bearer token; unchanged without a key. */
export function withBearer(fetch: Fetch, key: string | undefined): Fetch {
  if (key === undefined) return fetch;
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(input, { ...init, headers });
  };
}
