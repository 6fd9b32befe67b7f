import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { ServiceWorkerScope, WindowClientLike } from './service-worker-scope.ts';

/** How long a request waits for a bridge that is being opened. */
const PATIENCE_MS = 4000;

/**
 * Finds the bridge frame again for every request: the browser stops and restarts a service worker at any time, which loses
 * its state, and frames appear and disappear with their tabs.
 */
export class BridgeFinder {
  private waiting: (() => void)[] = [];

  constructor(private readonly scope: ServiceWorkerScope) {}

  /** Resolves with `null` if no tab has the engine open. */
  async find(): Promise<WindowClientLike | null> {
    const pages = await this.scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const bridges = pages.filter((page) => new URL(page.url).pathname === PREVIEW_PATHS.bridge);
    // If two tabs have the IDE open, the visible one is preferred.
    return bridges.find((bridge) => bridge.visibilityState === 'visible') ?? bridges[0] ?? null;
  }

  async wait(): Promise<WindowClientLike | null> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const bridge = await this.find();
      if (bridge || Date.now() >= deadline) return bridge;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Called when a bridge reports that it is ready. */
  announce(): void {
    const woken = this.waiting;
    this.waiting = [];
    for (const wake of woken) wake();
  }
}
