/** The used parts of the Cookie Store API, which not every browser supports. */
export interface CookieStoreLike {
  getAll(): Promise<readonly { name?: string; path?: string }[]>;
  delete(cookie: { name: string; domain: string; path: string }): Promise<void>;
}

/**
 * The interval between two checks, in milliseconds. The store's events are not used, because a page that sets cookies in a loop would
 * flood the listener.
 */
const PAUSE_MS = 5_000;

/**
 * Deletes cookies set for a whole domain. Pages of one site may set cookies for parent domains: a preview's would reach every other
 * project, and enough of them would make each request to the IDE too large. The engine's and the app's hosts set none for a whole domain.
 * Returns a function that checks immediately.
 */
export function refuseCookies(
  store: CookieStoreLike | undefined,
  host: string,
  repeat: (work: () => void, milliseconds: number) => void,
): () => Promise<void> {
  const look = async () => {
    for (const { name, path = '/' } of (await store?.getAll()) ?? []) {
      if (name === undefined) continue;
      // Host-only cookies stay, because a service that protects the IDE's host may need them.
      for (const domain of domainsOf(host)) await store?.delete({ name, domain, path });
    }
  };
  // If the browser denies access (storage is blocked), there are no cookies either.
  const lookQuietly = () => look().catch(() => undefined);
  if (store) {
    void lookQuietly();
    repeat(() => void lookQuietly(), PAUSE_MS);
  }
  return lookQuietly;
}

/** `run.ide.localhost` → itself and `ide.localhost`: browsers store no cookies for a single label. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
