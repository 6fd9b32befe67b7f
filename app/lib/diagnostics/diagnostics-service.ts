import { t } from '../i18n/t.ts';
import { $connections } from '../stores/connections.ts';
import { $offlineCopy } from '../stores/offline/offline-copy.ts';
import { $runtime } from '../stores/workbench.ts';
import { type BrowserFacts, examineBrowser } from './examine-browser.ts';
import { examineOfflineCopy } from './examine-offline-copy.ts';
import { examineRuntime, type RuntimeLook } from './examine-runtime.ts';
import { examineKeys, examineServer } from './examine-server.ts';
import { examineStorage, type StorageState } from './examine-storage.ts';
import type { Finding } from './finding.ts';

/** The user's actions to find out why something does not work. */
export interface DiagnosticsActions {
  /** Examines everything again; slow findings are reported later. */
  examine(onFinding: (finding: Finding) => void): Promise<void>;
}

interface DiagnosticsDependencies {
  browser(): BrowserFacts;
  storage: { estimate(): Promise<StorageState['estimate']>; isPersisted(): Promise<boolean> };
  runtime: Pick<RuntimeLook, 'ready'>;
  /** Sends requests to the app's own server. */
  request: typeof fetch;
  refreshConnections(): Promise<void>;
  version: string;
  clock: Pick<RuntimeLook, 'now' | 'sleep'>;
}

/** A file of every build. */
const SMALL_FILE = '/favicon.svg';

export function createDiagnosticsService(dependencies: DiagnosticsDependencies): DiagnosticsActions {
  const { storage, runtime, request, refreshConnections, version, clock } = dependencies;
  return {
    async examine(onFinding) {
      const browser = dependencies.browser();
      for (const finding of examineBrowser(browser)) onFinding(finding);
      onFinding(examineOfflineCopy($offlineCopy.get()));
      onFinding({ id: 'version', name: t('Version'), state: 'note', value: version });
      const room = async () => {
        const [estimate, isPersisted] = await Promise.all([storage.estimate(), storage.isPersisted()]);
        for (const finding of examineStorage({ estimate, isPersisted })) onFinding(finding);
      };
      const server = async () => {
        const ask = () => request(SMALL_FILE, { cache: 'no-store' });
        onFinding(await examineServer({ request: ask, now: clock.now, isOnline: browser.isOnline }));
        await refreshConnections();
        onFinding(examineKeys($connections.get()));
      };
      const engine = async () => {
        const isElsewhere = () => $runtime.get().status === 'elsewhere';
        onFinding(await examineRuntime({ ...runtime, ...clock, isElsewhere }));
      };
      await Promise.all([room(), server(), engine()]);
    },
  };
}
