/** The SDKs insist on a key; an endpoint without keys must not be sent a made-up one. */
export function withoutHeader(name: string, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete(name);
    return fetch(input, { ...init, headers });
  };
}
