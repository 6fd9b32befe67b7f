import { OfflineCopies } from 'devonz-engine-protocol/offline/offline-copies';
import { fetchBuildFile, runOfflineWorker } from 'devonz-engine-protocol/offline/offline-worker';
import type { OfflineWorkerScope } from 'devonz-engine-protocol/offline/offline-worker-scope';
import { addEnginePage, createEngineAnswer, type EngineBuildFacts } from './engine-answer.ts';

// The worker's entry: the last line of this file starts it.

interface EngineWorkerScope extends OfflineWorkerScope {
  /** Written before this script by the build. */
  readonly offlineBuild: EngineBuildFacts;
  /** Written before this script by the server: the origins whose pages may boot the engine. */
  readonly offlineClients: readonly string[];
}

function startOfflineWorker(scope: EngineWorkerScope): void {
  const { offlineClients: clients } = scope;
  // Other clients result in another page, which needs a separate copy.
  const build = { ...scope.offlineBuild, id: `${scope.offlineBuild.id} ${clients.join(' ')}` };
  const fetchFromServer: typeof fetch = (...request) => fetch(...request);
  const copies = new OfflineCopies({ caches, build, fetchFile: (file) => fetchBuildFile(file, fetchFromServer) });
  const parts = { origin: scope.location.origin, build, clients, copies, fetch: fetchFromServer };
  runOfflineWorker({
    scope,
    build,
    copies,
    addPages: (cache) => addEnginePage(cache, parts),
    // A new worker takes over when the last page of the older one has closed.
    hasOldPages: false,
    answer: createEngineAnswer(parts),
  });
}

startOfflineWorker(globalThis as unknown as EngineWorkerScope); // A service worker's global, after the lines of the build and the server.
