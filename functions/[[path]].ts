import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import type { ServerEnvironment } from '../app/server/server-environment.server.ts';
import * as build from '../build/server/index.js';
import { withHeaders } from '../packages/engine/src/server/with-headers.ts';

// The module is made by Remix; its type is whatever this build of it happens to show.
const handleRequest = createRequestHandler(build as unknown as ServerBuild);

/** The app's own host: built files first, then Remix. `_middleware.ts` has already seen to it that no other host comes here. */
export const onRequest: PagesFunction<ServerEnvironment> = async ({ request, env, waitUntil, passThroughOnException }) => {
  const { pathname } = new URL(request.url);
  if ((request.method === 'GET' || request.method === 'HEAD') && /\.[a-z0-9]+$/i.test(pathname)) {
    const file = await env.ASSETS.fetch(request);
    // The names of /assets hold the hash of what is in them.
    if (file.ok && pathname.startsWith('/assets/')) return withHeaders(file, { 'cache-control': 'public, max-age=31536000, immutable' });
    if (file.status !== 404) return file;
  }
  return handleRequest(request, { cloudflare: { env, ctx: { waitUntil, passThroughOnException } } });
};
