type Fetch = typeof globalThis.fetch;

/** `fetch` that shows this key; the same where there is none. */
export function withBearer(fetch: Fetch, key: string | undefined): Fetch {
  if (key === undefined) return fetch;
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${key}`);
    return fetch(input, { ...init, headers });
  };
}
