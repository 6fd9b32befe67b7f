import { bytesOf, isNamedByContent, type OfflineBuild, type OfflineFile } from './offline-build.ts';
import type { OfflineCopies } from './offline-copies.ts';
import type { FromOfflineWorker, OfflineFault, OfflineWorkerFacts, ToOfflineWorker } from './offline-messages.ts';
import type { OfflineClient, OfflineFetchEvent, OfflineMessageEvent, OfflineWorkerScope } from './offline-worker-scope.ts';

/** How long to wait for a page to report its build, in milliseconds. */
const LONGEST_ANSWER = 2_000;

export interface OfflineWorkerParts {
  scope: OfflineWorkerScope;
  build: OfflineBuild;
  copies: OfflineCopies;
  /** Adds the pages that open offline, which are not files of the build. */
  addPages(cache: Cache): Promise<void>;
  /** Whether a page may continue while a newer worker takes over, and so requests the files of its own build. */
  hasOldPages: boolean;
  /** Returns `null` if the browser should proceed as without a worker. */
  answer(event: OfflineFetchEvent): Promise<Response> | null;
}

/**
 * Runs a worker that caches a build. It is installed only once its copy is complete; otherwise the previous one stays active. It replaces
 * that one when no page uses it any more, or when a page requests it.
 */
export function runOfflineWorker({ scope, build, copies, addPages, hasOldPages, answer }: OfflineWorkerParts): void {
  const dropOthers = async () => copies.dropOthers(hasOldPages ? await versionsInUse(scope) : new Set());
  scope.addEventListener('install', (event) =>
    event.waitUntil(
      copies.make(addPages).catch(async (error: unknown) => {
        await tellAll(scope, { type: 'not-made', reason: faultOf(error) });
        throw error;
      }),
    ),
  );
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim().then(dropOthers)));
  scope.addEventListener('fetch', (event) => {
    const response = answer(event);
    if (response !== null) event.respondWith(response);
  });
  scope.addEventListener('message', (event) => {
    if (event.origin === scope.location.origin) hear(event);
  });

  const hear = (event: OfflineMessageEvent) => {
    const message = event.data as ToOfflineWorker; // From this origin: the app's own pages.
    switch (message.type) {
      case 'describe': {
        const facts: OfflineWorkerFacts = { version: build.version, bytes: bytesOf(build) };
        event.ports[0]?.postMessage(facts);
        return;
      }
      case 'activate':
        return event.waitUntil(scope.skipWaiting());
      case 'refresh':
        // Pages that are unavailable now stay unchanged.
        return event.waitUntil(
          copies
            .own()
            .then(addPages)
            .catch(() => undefined)
            .then(dropOthers),
        );
    }
  };
}

/** Fetches a file of the build. Rejects anything else (a sign-in page in front of the server, another build's file). */
export async function fetchBuildFile({ path, sha256 }: OfflineFile, fetch: typeof globalThis.fetch): Promise<Response> {
  let response: Response;
  try {
    // A file without a hash in its name may be outdated in the browser's own cache.
    response = await fetch(path, {
      integrity: `sha256-${sha256}`,
      redirect: 'error',
      cache: isNamedByContent(path) ? 'default' : 'no-cache',
    });
  } catch {
    throw new NotWholeError(path);
  }
  if (response.status !== 200) throw new NotWholeError(path);
  return response;
}

/** Thrown if a file is not the build's. */
export class NotWholeError extends Error {
  constructor(path: string) {
    super(`${path} is missing or not this build's.`);
  }
}

function faultOf(error: unknown): OfflineFault {
  if (error instanceof NotWholeError) return 'not-whole';
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'unknown';
}

async function tellAll(scope: OfflineWorkerScope, message: FromOfflineWorker): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) client.postMessage(message, []);
}

/** Resolves with `null` unless every page reports its version. */
async function versionsInUse(scope: OfflineWorkerScope): Promise<ReadonlySet<string> | null> {
  const clients = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const versions = await Promise.all(clients.map(versionOf));
  return versions.includes(null) ? null : new Set(versions.filter((version) => version !== null));
}

function versionOf(client: OfflineClient): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), LONGEST_ANSWER);
    port1.onmessage = ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      resolve(data);
    };
    const message: FromOfflineWorker = { type: 'which-version' };
    client.postMessage(message, [port2]);
  }).finally(() => port1.close());
}
