import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { ServiceWorkerScope, WindowClientLike } from './service-worker-scope.ts';

/** How long a request waits for a bridge that is being opened. */
const PATIENCE_MS = 4000;

/**
 * Finds the bridge frame again for every request: the browser ends and restarts a service worker as it likes, so whatever it
 * remembered would be lost, and frames come and go with the tabs they are in.
 */
export class BridgeFinder {
  private waiting: (() => void)[] = [];

  constructor(private readonly scope: ServiceWorkerScope) {}

  /** Null when no tab has the engine open. */
  async find(): Promise<WindowClientLike | null> {
    const pages = await this.scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const bridges = pages.filter((page) => new URL(page.url).pathname === PREVIEW_PATHS.bridge);
    // With the IDE open in two tabs, the one that is looked at is meant.
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

  /** A bridge has said that it is there. */
  announce(): void {
    const woken = this.waiting;
    this.waiting = [];
    for (const wake of woken) wake();
  }
}
