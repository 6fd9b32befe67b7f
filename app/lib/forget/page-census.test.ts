import { expect, test } from 'vitest';
import { aloneInBrowser } from './alone-in-browser.ts';
import { type CensusPage, joinPages } from './page-census.ts';

/** The used parts of the browser's locks: an exclusive lock waits for the shared ones. */
class Locks {
  #sharing = 0;
  #isTaken = false;
  #waiting: (() => void) | null = null;

  request(_name: string, { mode, signal, steal }: LockOptions, run: (lock: Lock | null) => unknown): Promise<unknown> {
    if (mode === 'shared') {
      if (this.#isTaken) return Promise.resolve(run(null));
      this.#sharing += 1;
      return Promise.resolve(run({ mode: 'shared', name: '' }));
    }
    this.#isTaken = true;
    if (this.#sharing === 0 || steal === true) return Promise.resolve(run({ mode: 'exclusive', name: '' }));
    return new Promise((resolve, reject) => {
      this.#waiting = () => resolve(run({ mode: 'exclusive', name: '' }));
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  }

  /** A page that held the shared lock has closed. */
  leave(): void {
    this.#sharing -= 1;
    if (this.#sharing === 0) this.#waiting?.();
  }
}

class Channel {
  static open = new Set<Channel>();
  onmessage: (() => void) | null = null;
  constructor() {
    Channel.open.add(this);
  }
  postMessage(): void {
    for (const each of Channel.open) if (each !== this) each.onmessage?.();
  }
  close(): void {
    Channel.open.delete(this);
  }
}

function browser() {
  Channel.open.clear();
  const locks = new Locks();
  return (pathname: string, isFrozen = false) => {
    const kept = new Map<string, string>();
    const went: string[] = [];
    const page = {
      location: {
        pathname,
        reload: () => undefined,
        replace(to: string | URL) {
          if (isFrozen) return;
          went.push(String(to));
          locks.leave();
        },
      },
      sessionStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) },
      navigator: { locks },
      BroadcastChannel: Channel,
      addEventListener: () => undefined,
    } as unknown as CensusPage; // Only the used parts of a browser.
    return { page, went, kept };
  };
}

test('who deletes waits until every other page has gone, each of which is notified', async () => {
  const open = browser();
  const others = [open('/'), open('/chat/a')];
  for (const { page } of others) joinPages(page);
  const deleting = open('/delete-everything');
  joinPages(deleting.page);
  const seen = await aloneInBrowser(deleting.page, 10_000, async () => others.map(({ went }) => went));
  expect(seen).toEqual([['/delete-everything'], ['/delete-everything']]);
  expect([...(others[0]?.kept.values() ?? [])]).toEqual(['elsewhere']);
  expect(deleting.went).toEqual([]);
});

test('a page that comes in the meantime does not start', async () => {
  const open = browser();
  const late = open('/');
  await aloneInBrowser(open('/delete-everything').page, 10_000, async () => {
    // Waits until the message to the other pages has been sent.
    await Promise.resolve();
    joinPages(late.page);
  });
  expect(late.went).toEqual(['/delete-everything']);
});

test('a page that is frozen is passed over', async () => {
  const open = browser();
  joinPages(open('/', true).page);
  expect(await aloneInBrowser(open('/delete-everything').page, 1, async () => 'done')).toBe('done');
});
