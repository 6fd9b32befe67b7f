import { expect, test } from 'vitest';
import { OfflineRegistration } from './offline-registration.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

/** A browser's worker that answers like the real one. */
class FakeWorker extends EventTarget {
  readonly heard: string[] = [];

  constructor(
    public state: ServiceWorkerState,
    private readonly version: string,
    private readonly onActivate: () => void = () => undefined,
  ) {
    super();
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  postMessage(message: { type: string }, [port]: MessagePort[] = []): void {
    this.heard.push(message.type);
    if (message.type === 'describe') port?.postMessage({ version: this.version, bytes: 5 });
    if (message.type === 'activate') this.onActivate();
  }
}

interface Workers {
  installing: FakeWorker | null;
  waiting: FakeWorker | null;
  active: FakeWorker | null;
}

/** A page of version `v1` on an origin with these workers; `register` simulates the browser's registration. */
function pageWith(workers: Workers | null, register: (now: Workers) => Promise<void> = async () => undefined) {
  let now = workers;
  const registration = (known: Workers) => Object.assign(known, { update: async () => undefined });
  const container = Object.assign(new EventTarget(), {
    startMessages: () => undefined,
    getRegistration: async () => (now === null ? undefined : registration(now)),
    async register() {
      now ??= { installing: null, waiting: null, active: null };
      await register(now);
      return registration(now);
    },
  });
  return new OfflineRegistration({
    container: container as unknown as ServiceWorkerContainer, // Only the used members.
    caches: new MemoryCaches() as unknown as CacheStorage, // Likewise.
    address: '/offline-worker.js',
    version: 'v1',
  });
}

const soon = (work: () => void) => void setTimeout(work, 0);

test('the first copy is ready once its worker is active, which it becomes by itself', async () => {
  const worker = new FakeWorker('installing', 'v1');
  const page = pageWith(null, async (now) => {
    now.installing = worker;
    soon(() => {
      Object.assign(now, { installing: null, waiting: worker });
      worker.become('installed');
      soon(() => {
        Object.assign(now, { waiting: null, active: worker });
        worker.become('activated');
      });
    });
  });
  expect(await page.keep()).toEqual({ status: 'ready', version: 'v1', bytes: 5, waiting: null });
  expect(worker.heard).toContain('refresh');
});

test('a newer copy waits, and the one in force continues', async () => {
  const active = new FakeWorker('activated', 'v1');
  const newer = new FakeWorker('installing', 'v2');
  const page = pageWith({ installing: null, waiting: null, active }, async (now) => {
    now.installing = newer;
    soon(() => {
      Object.assign(now, { installing: null, waiting: newer });
      newer.become('installed');
    });
  });
  expect(await page.keep()).toEqual({ status: 'ready', version: 'v1', bytes: 5, waiting: 'v2' });
  expect(newer.heard).not.toContain('activate');
});

test('a copy of the very build that this page is of takes over at once', async () => {
  const workers: Workers = { installing: null, waiting: null, active: new FakeWorker('activated', 'v0') };
  const waiting = new FakeWorker('installed', 'v1', () => {
    Object.assign(workers, { waiting: null, active: waiting });
    waiting.become('activated');
  });
  workers.waiting = waiting;
  expect(await pageWith(workers).keep()).toEqual({ status: 'ready', version: 'v1', bytes: 5, waiting: null });
});

test('a first copy that was not whole leaves nothing', async () => {
  const worker = new FakeWorker('installing', 'v1');
  const page = pageWith(null, async (now) => {
    now.installing = worker;
    soon(() => {
      now.installing = null;
      worker.become('redundant');
    });
  });
  expect(await page.keep()).toEqual({ status: 'failed', reason: 'unknown' });
});

test('a server without a worker’s script refuses, and leaves what there is', async () => {
  const refuse = () => Promise.reject(new TypeError('404'));
  expect(await pageWith(null, refuse).keep()).toEqual({ status: 'failed', reason: 'refused' });
  const kept = { installing: null, waiting: null, active: new FakeWorker('activated', 'v1') };
  expect(await pageWith(kept, refuse).keep()).toMatchObject({ status: 'ready' });
});
