import type { OfflineBuild } from 'devonz-engine-protocol/offline/offline-build';
import { hashOf } from 'devonz-engine-protocol/offline/offline-copies';
import type { OfflineFetchEvent } from 'devonz-engine-protocol/offline/offline-worker-scope';
import { VERSION_HEADER } from '../lib/offline/offline-address.ts';
import { keptPageFor, shellResponse } from './shell-pages.ts';

export interface AnswerParts {
  origin: string;
  build: OfflineBuild;
  copies: {
    find(path: string): Promise<Response | undefined>;
    own(): Promise<Pick<Cache, 'put'>>;
  };
  fetch: typeof fetch;
  createNonce(): string;
  /** Rejects after the time within which a reachable server responds. */
  tooLate(): Promise<never>;
}

/** The worker's policy depends on its query, so the worker's file is stored once for each query. */
const LOCAL_MODEL_WORKER = /^\/assets\/local-model-worker-[\w-]+\.js$/;

/** Answers GET requests to this origin for built files and three kinds of pages. Returns null for everything else, in particular `/api`. */
export function createAnswer(parts: AnswerParts): (event: OfflineFetchEvent) => Promise<Response> | null {
  const files = new Map(parts.build.files.map(({ path, sha256 }) => [path, sha256]));
  return ({ request }) => {
    const url = new URL(request.url);
    // A request that bypasses all caches must reach the server.
    if (request.method !== 'GET' || url.origin !== parts.origin || request.cache === 'no-store') return null;
    if (request.mode === 'navigate') {
      const kept = keptPageFor(url.pathname);
      return kept === null ? null : answerNavigation(request, kept, parts);
    }
    if (LOCAL_MODEL_WORKER.test(url.pathname) && url.search !== '') return answerLocalModelWorker(request, url, parts);
    if (url.pathname.startsWith('/assets/')) return answerAsset(request, url.pathname, files.get(url.pathname), parts);
    return files.has(url.pathname) ? freshOrKept(request, url.pathname, parts) : null;
  };
}

/** Prefers the server's page while the server is reachable, because the server checks access and may have a newer build. */
async function answerNavigation(request: Request, keptPath: string, parts: AnswerParts): Promise<Response> {
  const kept = await parts.copies.find(keptPath);
  if (kept === undefined) return parts.fetch(request);
  const fromServer = parts.fetch(request);
  const answer = await Promise.race([fromServer, parts.tooLate()]).catch(() => null);
  const isAway = answer === null || (answer.status >= 502 && answer.status <= 504 && !answer.headers.has(VERSION_HEADER));
  return isAway ? shellResponse(kept, parts.createNonce) : answer;
}

/**
 * An asset's name identifies its content, and this worker's script contains the hashes of its build's files, so a file
 * that storage has damaged is fetched again and replaced. An older copy may hold a file that the server no longer has.
 */
async function answerAsset(request: Request, path: string, hash: string | undefined, { copies, fetch }: AnswerParts): Promise<Response> {
  const kept = await copies.find(path).catch(() => undefined);
  if (kept !== undefined && (hash === undefined || (await isWhole(kept, hash)))) return kept;
  const answer = await fetch(request);
  if (kept !== undefined && answer.status === 200 && hash !== undefined && (await isWhole(answer, hash))) {
    // If there is no space to store it, the response is still usable.
    await copies
      .own()
      .then((cache) => cache.put(path, answer.clone()))
      .catch(() => undefined);
  }
  return answer;
}

async function isWhole(response: Response, hash: string): Promise<boolean> {
  // Rejects if the body cannot be read completely.
  const bytes = await response
    .clone()
    .arrayBuffer()
    .catch(() => null);
  return bytes !== null && (await hashOf(bytes)) === hash;
}

async function answerLocalModelWorker(request: Request, url: URL, { copies, fetch }: AnswerParts): Promise<Response> {
  const address = url.pathname + url.search;
  const kept = await copies.find(address);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  const isScript = /^(?:text|application)\/javascript\b/.test(answer.headers.get('content-type') ?? '');
  if (answer.status === 200 && !answer.redirected && isScript) {
    // If there is no space to store it, the response is still usable.
    await copies
      .own()
      .then((cache) => cache.put(address, answer.clone()))
      .catch(() => undefined);
  }
  return answer;
}

async function freshOrKept(request: Request, path: string, { copies, fetch }: AnswerParts): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await copies.find(path);
    if (kept === undefined) throw error;
    return kept;
  }
}
