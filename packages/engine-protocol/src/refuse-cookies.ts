/** The parts of the Cookie Store API that are used; not every browser has it. */
export interface CookieStoreLike {
  getAll(): Promise<readonly { name?: string; path?: string }[]>;
  delete(cookie: { name: string; domain: string; path: string }): Promise<void>;
}

/** Between two looks. By looks and not by the store's events: a page that sets cookies in a loop would flood their listener. Milliseconds. */
const PAUSE_MS = 5_000;

/**
 * Pages of one site may set cookies for the names above theirs: a preview's would come to every other project, and enough of them would
 * make each request to the IDE too large. Our own hosts set none for a whole domain, so whatever is there for one is deleted.
 * Returns how to look at once.
 */
export function refuseCookies(
  store: CookieStoreLike | undefined,
  host: string,
  repeat: (work: () => void, milliseconds: number) => void,
): () => Promise<void> {
  const look = async () => {
    for (const { name, path = '/' } of (await store?.getAll()) ?? []) {
      if (name === undefined) continue;
      // One that is the host's alone stays: whoever guards the IDE's host may need it.
      for (const domain of domainsOf(host)) await store?.delete({ name, domain, path });
    }
  };
  // Where the browser refuses (storage is blocked), there are no cookies either.
  const lookQuietly = () => look().catch(() => undefined);
  if (store) {
    void lookQuietly();
    repeat(() => void lookQuietly(), PAUSE_MS);
  }
  return lookQuietly;
}

/** `run.ide.localhost` → itself and `ide.localhost`: browsers keep no cookies for a single label. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
