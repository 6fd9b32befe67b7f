import { shellFolder } from '../../agent/conversation/shell-folder.ts';
import { browserAttention } from '../../attention/browser-attention.ts';
import { browserClock, browserIds, openBroadcast } from '../../browser/browser-ports.ts';
import { shrinkInWorker } from '../../chat/images/shrink-in-worker.ts';
import { createFrameScheduler, createLiveScheduler } from '../../frames/frame-scheduler.ts';
import { createLocalWorker } from '../../local-models/create-local-worker.ts';
import { createHostStore } from '../../machines/hosts/host-store.ts';
import { machineHost } from '../../machines/machine-host.ts';
import { createMachineStore } from '../../machines/machine-store.ts';
import { createOwnComputerKeyStore } from '../../machines/own-computer/own-computer-key.ts';
import { createNetworkWorker } from '../../mcp/network/create-network-worker.ts';
import { createBrowserSignIn } from '../../mcp/sign-in/create-browser-sign-in.ts';
import { createOutboundHostStore } from '../../persistence/outbound-host-store.ts';
import { createProjectServerStore } from '../../persistence/project-server-store.ts';
import { createSettingsStore } from '../../persistence/settings-store.ts';
import type { ProjectIdentity } from '../../project/project-identity.ts';
import { isLoopback } from '../../protocol/models/local-address.ts';
import { DATABASE_NAME, LAST_EXPORT_KEY } from '../../protocol/storage-keys.ts';
import { createHostClient, type HostClient } from '../../runtime/host-client.ts';
import { resolveHost } from '../../runtime/hosts.ts';
import { type BootedRuntime, bootWebContainer } from '../../runtime/webcontainer.ts';
import { createCodeSearch } from '../../search/code-search.ts';
import { askSessionWorker } from '../../session-file/ask-session-worker.ts';
import { $chat } from '../../stores/chat.ts';
import { $activePort, $previews } from '../../stores/previews.ts';
import { $settings } from '../../stores/settings.ts';
import { createSpendingStore } from '../../telemetry/spending-store.ts';
import { createWorkerFetch } from '../../worker-fetch/create-worker-fetch.ts';
import { browserOffline, WITHOUT_OFFLINE } from '../offline/browser-offline.ts';
import { createPreviewPages } from '../preview-pages.ts';
import { browserProjects } from '../start-project-list.ts';
import { createTypesWorker } from '../start-types.ts';
import { browserStorageFacts } from '../storage/storage-reminder.ts';
import { browserPageEvents } from './page-events.ts';
import type { WorkbenchPorts } from './workbench-ports.ts';

export interface WorkbenchOptions {
  /** Such as `http://run.ide.localhost:8788`. */
  sandboxOrigin: string;
  /** Whether the server forwards programs' requests to other hosts. */
  hasOutboundRelay: boolean;
  /** Whether the page has no user. */
  isUnattended?: boolean;
  /** For such a page that runs a task of its own. */
  unattended?: { reachesHosts: boolean };
}

const BOOT_TIMEOUT_MS = 30_000;

/** Returns the ports of this browser. */
export function browserWorkbenchPorts({
  sandboxOrigin,
  hasOutboundRelay,
  isUnattended = false,
  unattended,
}: WorkbenchOptions): WorkbenchPorts {
  const client = createHostClient(document);
  const machines: WorkbenchPorts['machines'] = {
    store: createMachineStore(localStorage),
    hosts: createHostStore(localStorage),
    keys: createOwnComputerKeyStore(localStorage),
    isLocalPage: isLoopback(location.hostname),
    request: createWorkerFetch(createNetworkWorker),
  };
  return {
    databaseName: DATABASE_NAME,
    request: fetch.bind(globalThis),
    createLocalWorker,
    scope: globalThis,
    page: browserPageEvents,
    settings: createSettingsStore(localStorage, window),
    spending: createSpendingStore(localStorage, navigator.locks, window),
    outbound: {
      store: createOutboundHostStore(localStorage, window),
      isAvailable: hasOutboundRelay,
      ownHosts: [location.host, new URL(sandboxOrigin).host],
    },
    locks: navigator.locks,
    openBroadcast,
    projects: browserProjects,
    createSignIn: createBrowserSignIn,
    projectServers: createProjectServerStore(localStorage),
    boot: (identity) => boot(sandboxOrigin, client, identity, machines),
    machines,
    preview: createPreviewPages({ document, previews: $previews.get, activePort: $activePort.get, clock: browserClock }),
    storage: browserStorageFacts(navigator.storage, localStorage, LAST_EXPORT_KEY),
    offline: isUnattended ? WITHOUT_OFFLINE : browserOffline(window, sandboxOrigin),
    shrink: (given) => shrinkInWorker(given, createShrinkWorker),
    workOnSession: (message) => askSessionWorker(message, createSessionWorker),
    schedule: createFrameScheduler(),
    createLiveScheduler,
    createTypesWorker: crossOriginIsolated ? createTypesWorker : null,
    isOnStartScreen: location.pathname === '/',
    attention: browserAttention(window),
    ...(unattended === undefined ? {} : { unattended }),
  };
}

async function boot(
  sandboxOrigin: string,
  client: HostClient,
  identity: ProjectIdentity,
  machines: WorkbenchPorts['machines'],
): Promise<BootedRuntime> {
  const place = identity.place();
  return bootWebContainer({
    resolvedHost:
      place === null
        ? await resolveHost($settings.get().runtimeHost, sandboxOrigin, fetch.bind(globalThis))
        : await machineHost(place, machines),
    client,
    previewProject: await identity.previewProject(),
    timeoutMs: BOOT_TIMEOUT_MS,
    nextId: browserIds.next,
    now: browserClock.now,
    shellFolder: () => shellFolder($chat.get()),
    createSearch: (files) =>
      createCodeSearch({
        files,
        createWorker: () => new Worker(new URL('../../search/search-worker.ts', import.meta.url), { type: 'module', name: 'search' }),
      }),
  });
}

function createSessionWorker(): Worker {
  return new Worker(new URL('../../session-file/session-file-worker.ts', import.meta.url), { type: 'module', name: 'session-file' });
}

function createShrinkWorker(): Worker {
  return new Worker(new URL('../../chat/images/shrink-worker.ts', import.meta.url), { type: 'module', name: 'shrink-image' });
}
