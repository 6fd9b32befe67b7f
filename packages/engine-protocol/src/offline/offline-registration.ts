import { OFFLINE_CACHE_PREFIX } from './offline-build.ts';
import type { FromOfflineWorker, OfflineFault, OfflineState, OfflineWorkerFacts, ToOfflineWorker } from './offline-messages.ts';

export interface OfflineRegistrationParts {
  container: ServiceWorkerContainer;
  caches: CacheStorage;
  /** The URL of the worker's script. */
  address: string;
  /** The version of this page's build; if `null`, a newer copy waits until no page uses the older one. */
  version: string | null;
}

/** A page's access to the offline worker of its origin. */
export class OfflineRegistration {
  readonly #parts: OfflineRegistrationParts;
  #fault: OfflineFault = 'unknown';

  constructor(parts: OfflineRegistrationParts) {
    this.#parts = parts;
    parts.container.addEventListener('message', (event: MessageEvent<FromOfflineWorker>) => {
      if (event.data.type === 'which-version') event.ports[0]?.postMessage(parts.version);
      if (event.data.type === 'not-made') this.#fault = event.data.reason;
    });
    parts.container.startMessages();
  }

  async look(): Promise<OfflineState> {
    const registration = await this.#parts.container.getRegistration('/');
    return registration ? this.#stateOf(registration) : { status: 'none' };
  }

  /** Creates the copy of the server's current build, if there is none yet; resolves once it is complete, or has failed. */
  async keep(): Promise<OfflineState> {
    const { container, address } = this.#parts;
    this.#fault = 'unknown';
    let registration: ServiceWorkerRegistration;
    try {
      const known = await container.getRegistration('/');
      registration = await container.register(address, { scope: '/' });
      if (known) await registration.update();
    } catch {
      // The server lacks the script, or its sign-in page answers instead.
      const state = await this.look();
      return state.status === 'ready' ? state : { status: 'failed', reason: 'refused' };
    }
    const { installing, waiting } = registration;
    // The very first one activates by itself; a newer one waits.
    const first = registration.active ?? installing ?? waiting;
    if (installing) await settled(installing);
    if (first) await active(first);
    const state = await this.#stateOf(registration);
    // A newer build that this page already uses has no other page to wait for.
    if (state.status === 'ready' && state.waiting === this.#parts.version) {
      await this.activate();
      return this.#stateOf(registration);
    }
    if (state.status === 'ready') tell(registration.active, { type: 'refresh' });
    return state;
  }

  /** Makes the newer copy replace the older one. */
  async activate(): Promise<void> {
    const waiting = (await this.#parts.container.getRegistration('/'))?.waiting;
    if (!waiting) return;
    tell(waiting, { type: 'activate' });
    await active(waiting);
  }

  async remove(): Promise<void> {
    await (await this.#parts.container.getRegistration('/'))?.unregister();
    for (const name of await this.#parts.caches.keys()) if (name.startsWith(OFFLINE_CACHE_PREFIX)) await this.#parts.caches.delete(name);
  }

  async #stateOf({ active, waiting }: ServiceWorkerRegistration): Promise<OfflineState> {
    const [facts, newer] = await Promise.all([describe(active), describe(waiting)]);
    if (facts === null) return { status: 'failed', reason: this.#fault };
    return { status: 'ready', ...facts, waiting: newer?.version ?? null };
  }
}

const LONGEST_ANSWER = 3_000;

/** Resolves with `null` if there is no worker, or it is a foreign one. */
function describe(worker: ServiceWorker | null): Promise<OfflineWorkerFacts | null> {
  if (worker === null) return Promise.resolve(null);
  const { port1, port2 } = new MessageChannel();
  return new Promise<OfflineWorkerFacts | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), LONGEST_ANSWER);
    port1.onmessage = ({ data }: MessageEvent<OfflineWorkerFacts>) => {
      clearTimeout(timer);
      resolve(data);
    };
    tell(worker, { type: 'describe' }, [port2]);
  }).finally(() => port1.close());
}

function tell(worker: ServiceWorker | null, message: ToOfflineWorker, transfer: Transferable[] = []): void {
  worker?.postMessage(message, transfer);
}

/** Resolves once it is installed, or has failed. */
function settled(worker: ServiceWorker): Promise<void> {
  return until(worker, () => worker.state !== 'parsed' && worker.state !== 'installing');
}

function active(worker: ServiceWorker): Promise<void> {
  return until(worker, () => worker.state === 'activated' || worker.state === 'redundant');
}

function until(worker: ServiceWorker, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      worker.removeEventListener('statechange', look);
      resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}
