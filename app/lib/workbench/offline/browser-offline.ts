import { OfflineRegistration } from 'devonz-engine-protocol/offline/offline-registration';
import { localWorkerAddress } from '../../local-models/create-local-worker.ts';
import { createEngineCopy } from '../../offline/engine-copy.ts';
import { OFFLINE_WORKER_PATH } from '../../offline/offline-address.ts';
import type { OfflinePorts } from '../../offline/offline-service.ts';
import { noImports } from '../../project/import/imports-at-work.ts';
import type { AgentStatus } from '../../protocol/session-state.ts';
import { OFFLINE_REMOVED_KEY } from '../../protocol/storage-keys.ts';
import { $chat } from '../../stores/chat.ts';
import { $settings } from '../../stores/settings.ts';

/** The browser features for the offline copy, replaceable in tests. */
export type OfflineBrowser = Pick<
  OfflinePorts,
  'copies' | 'version' | 'savesData' | 'choice' | 'idle' | 'isRunning' | 'reload' | 'askAhead'
>;

interface PageWithBuild {
  /** Remix's version of the page's build. */
  __remixManifest?: { version?: string };
}

const RUNNING: ReadonlySet<AgentStatus> = new Set(['thinking', 'executing']);

/** Milliseconds to wait for the page to be idle. */
const LONGEST_IDLE_WAIT = 10_000;

export function browserOffline(page: Window & PageWithBuild, sandboxOrigin: string): OfflineBrowser {
  const { navigator, localStorage } = page;
  const version = page.__remixManifest?.version ?? '';
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  return {
    copies:
      container === null
        ? null
        : {
            app: new OfflineRegistration({ container, caches: page.caches, address: OFFLINE_WORKER_PATH, version }),
            engine: createEngineCopy(page.document, sandboxOrigin),
          },
    version,
    savesData: () => savesData(navigator),
    choice: {
      isRemoved: () => localStorage.getItem(OFFLINE_REMOVED_KEY) !== null,
      setRemoved: (isRemoved) =>
        isRemoved ? localStorage.setItem(OFFLINE_REMOVED_KEY, 'yes') : localStorage.removeItem(OFFLINE_REMOVED_KEY),
    },
    async idle() {
      await noImports();
      await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: LONGEST_IDLE_WAIT }));
    },
    isRunning: () => RUNNING.has($chat.get().status),
    reload: () => page.location.reload(),
    async askAhead() {
      for (const { address } of $settings.get().localEndpoints) {
        await page.fetch(localWorkerAddress([new URL(address).origin], false), { priority: 'low' });
      }
    },
  };
}

/** For a page without a user, and for one with another storage. */
export const WITHOUT_OFFLINE: OfflineBrowser = {
  copies: null,
  version: '',
  savesData: () => false,
  choice: { isRemoved: () => false, setRemoved: () => undefined },
  idle: async () => undefined,
  isRunning: () => false,
  reload: () => undefined,
  askAhead: async () => undefined,
};

/** Not every browser supports `connection`. */
function savesData(navigator: Navigator & { connection?: { saveData?: boolean } }): boolean {
  return navigator.connection?.saveData === true;
}
