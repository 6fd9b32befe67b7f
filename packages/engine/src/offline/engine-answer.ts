import type { OfflineBuild } from 'devonz-engine-protocol/offline/offline-build';
import { hashOf } from 'devonz-engine-protocol/offline/offline-copies';
import { NotWholeError } from 'devonz-engine-protocol/offline/offline-worker';
import type { OfflineFetchEvent } from 'devonz-engine-protocol/offline/offline-worker-scope';
import { ENGINE_HEADERS } from '../server/engine-headers.ts';
import { parentsTag } from '../server/offline/parents-tag.ts';

/** The facts that the build and the server write before the worker's script. */
export interface EngineBuildFacts extends OfflineBuild {
  /** The hash of the engine's page as built, without the clients that the server adds. */
  pageHash: string;
}

export interface EngineAnswerParts {
  origin: string;
  build: EngineBuildFacts;
  clients: readonly string[];
  copies: { find(path: string): Promise<Response | undefined> };
  fetch: typeof fetch;
}

const PAGE = '/headless';

/**
 * Creates the function that answers requests. Programs run in workers of this origin, and one that accesses its Cache Storage could plant
 * the next project's engine there. So no cached data is trusted: a file's bytes must have the hash in this script, the page must be the
 * build's with the clients in this script, and the headers are created here.
 */
export function createEngineAnswer(parts: EngineAnswerParts): (event: OfflineFetchEvent) => Promise<Response> | null {
  const { origin, build } = parts;
  const hashes = new Map(build.files.map(({ path, sha256 }) => [path, sha256]));
  return ({ request }) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== origin || request.cache === 'no-store') return null;
    if (request.mode === 'navigate') return url.pathname === PAGE ? answerPage(request, parts) : null;
    const path = url.pathname + url.search;
    const hash = hashes.get(path);
    return hash === undefined ? null : answerFile(request, path, hash, parts);
  };
}

export async function addEnginePage(
  cache: Pick<Cache, 'put'>,
  parts: Pick<EngineAnswerParts, 'build' | 'clients' | 'fetch'>,
): Promise<void> {
  const page = await parts.fetch(PAGE, { redirect: 'error', cache: 'no-store' }).catch(() => null);
  const source = page?.status === 200 ? await page.text() : '';
  if (!(await isOwnPage(source, parts))) throw new NotWholeError(PAGE);
  await cache.put(PAGE, new Response(source));
}

async function answerPage(request: Request, parts: EngineAnswerParts): Promise<Response> {
  try {
    return await parts.fetch(request);
  } catch (error) {
    const source = await (await parts.copies.find(PAGE))?.text();
    if (source === undefined || !(await isOwnPage(source, parts))) throw error;
    return own(source, 'text/html; charset=utf-8', parts);
  }
}

async function isOwnPage(source: string, { build, clients }: Pick<EngineAnswerParts, 'build' | 'clients'>): Promise<boolean> {
  const built = new TextEncoder().encode(source.replace(parentsTag(clients), ''));
  return source.includes(parentsTag(clients)) && (await hashOf(built.buffer)) === build.pageHash;
}

async function answerFile(request: Request, path: string, hash: string, parts: EngineAnswerParts): Promise<Response> {
  const kept = await (await parts.copies.find(path))?.arrayBuffer();
  if (kept === undefined || (await hashOf(kept)) !== hash) return parts.fetch(request);
  return own(kept, typeOf(path), parts);
}

function own(body: BodyInit, type: string, { origin, clients }: EngineAnswerParts): Response {
  const headers = ENGINE_HEADERS.sandbox({ sandboxOrigin: origin, clientOrigins: clients });
  return new Response(body, { headers: { ...headers, 'content-type': type, 'cache-control': 'no-store' } });
}

function typeOf(path: string): string {
  if (/\.wasm$/.test(path)) return 'application/wasm';
  return /\.json$/.test(path) ? 'application/json' : 'text/javascript; charset=utf-8';
}
