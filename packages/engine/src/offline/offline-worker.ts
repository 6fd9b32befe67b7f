import { OfflineCopies } from 'devonz-engine-protocol/offline/offline-copies';
import { fetchBuildFile, runOfflineWorker } from 'devonz-engine-protocol/offline/offline-worker';
import type { OfflineWorkerScope } from 'devonz-engine-protocol/offline/offline-worker-scope';
import { addEnginePage, createEngineAnswer, type EngineBuildFacts } from './engine-answer.ts';

// The worker's entry: what this file does at the end is start it.

interface EngineWorkerScope extends OfflineWorkerScope {
  /** Written before this script by the build. */
  readonly offlineBuild: EngineBuildFacts;
  /** Written before this script by the server: whose pages may boot the engine. */
  readonly offlineClients: readonly string[];
}

function startOfflineWorker(scope: EngineWorkerScope): void {
  const { offlineClients: clients } = scope;
  // Other clients make another page: its copy is one of its own.
  const build = { ...scope.offlineBuild, id: `${scope.offlineBuild.id} ${clients.join(' ')}` };
  const fetchFromServer: typeof fetch = (...request) => fetch(...request);
  const copies = new OfflineCopies({ caches, build, fetchFile: (file) => fetchBuildFile(file, fetchFromServer) });
  const parts = { origin: scope.location.origin, build, clients, copies, fetch: fetchFromServer };
  runOfflineWorker({
    scope,
    build,
    copies,
    addPages: (cache) => addEnginePage(cache, parts),
    // Its worker takes over when the last page of the older one has gone.
    hasOldPages: false,
    answer: createEngineAnswer(parts),
  });
}

startOfflineWorker(globalThis as unknown as EngineWorkerScope); // a service worker's global, after the lines of the build and the server
