/** The SDKs require a key, but an endpoint without keys must not receive a made-up one. */
export function withoutHeader(name: string, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete(name);
    return fetch(input, { ...init, headers });
  };
}
