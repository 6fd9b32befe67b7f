import type { OfflineBuild } from 'devonz-engine-protocol/offline/offline-build';
import { OfflineCopies } from 'devonz-engine-protocol/offline/offline-copies';
import { fetchBuildFile, runOfflineWorker } from 'devonz-engine-protocol/offline/offline-worker';
import type { OfflineWorkerScope } from 'devonz-engine-protocol/offline/offline-worker-scope';
import { createAnswer } from './answer-request.ts';
import { addShellPages } from './shell-pages.ts';

// The worker's entry point, which starts the worker at its end. The build's version is inserted before this code.

/** Milliseconds after which a server that has not started to send a page counts as unreachable. */
const LONGEST_WAIT = 6_000;
const NONCE_BYTES = 18;

function startOfflineWorker(scope: OfflineWorkerScope & { offlineBuild: OfflineBuild }): void {
  const build = scope.offlineBuild;
  const fetchFromServer: typeof fetch = (...request) => fetch(...request);
  const copies = new OfflineCopies({ caches, build, fetchFile: (file) => fetchBuildFile(file, fetchFromServer) });
  runOfflineWorker({
    scope,
    build,
    copies,
    hasOldPages: true,
    addPages: (cache) => addShellPages(cache, build.version, fetchFromServer),
    answer: createAnswer({
      origin: scope.location.origin,
      build,
      copies,
      fetch: fetchFromServer,
      createNonce: () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))),
      tooLate: () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('The server takes too long.')), LONGEST_WAIT)),
    }),
  });
}

startOfflineWorker(globalThis as unknown as OfflineWorkerScope & { offlineBuild: OfflineBuild }); // the global scope of a service worker, with the variables of the build's first line
