import { classifyHost, type HostNames } from 'devonz-engine-protocol/hosts';
import { ELSEWHERE_HEADERS } from '../../../packages/engine/src/server/elsewhere-headers.mjs';
import { createEngineHandler } from '../../../packages/engine/src/server/engine-handler.ts';
import type { FileSource } from '../../../packages/engine/src/server/file-source.ts';
import { cureOfCookies } from '../../../packages/engine/src/server/many-cookies.mjs';
import { removalWorker } from '../../../packages/engine/src/server/offline/removal-worker.ts';
import { textResponse } from '../../../packages/engine/src/server/text-response.ts';
import { isWellFormedHost } from '../../../packages/engine/src/server/well-formed-host.mjs';
import { withHeaders } from '../../../packages/engine/src/server/with-headers.ts';
import { OFFLINE_WORKER_PATH } from '../../lib/offline/offline-address.ts';
import { type HostEnvironment, hostNames } from './host-names.server.ts';
import { rejectCrossOrigin } from './reject-cross-origin.server.ts';
import { appSurface, HEADER_TABLE, type SecurityContext } from './security-headers.server.ts';
import { serverOrigins } from './server-origins.server.ts';

/** The parts that differ between workerd and Vite's dev server. */
export interface HostServices {
  environment: HostEnvironment & {
    /** The package registry npm is configured for. */
    NPM_REGISTRY_URL?: string;
    /** `off`: browsers delete their offline copies of the app and the engine. */
    OFFLINE_COPY?: string;
  };
  isDevelopment: boolean;
  /** A built file by its path below the client build (`/engine/headless.html`); 404 if there is none. */
  serveFile: FileSource;
  /** The app itself: its files and its routes. */
  serveApp(request: Request): Promise<Response>;
}

/**
 * One server with three origins: the `Host` header decides which one answers. Unknown names are rejected, because DNS rebinding can reach a
 * local server by any name.
 */
export async function routeByHost(request: Request, services: HostServices): Promise<Response> {
  return withHeaders(await answer(request, services), cureOfCookies(request.headers.get('cookie')));
}

async function answer(request: Request, services: HostServices): Promise<Response> {
  const names = hostNames(services.environment);
  const header = request.headers.get('host');
  // A malformed host name cannot even be put into a URL.
  if (header !== null && !isWellFormedHost(header)) return misdirected(names);
  const url = new URL(request.url);
  const host = classifyHost(header ?? url.host, names);
  const origins = serverOrigins(request, services.environment);
  // In development files change with every save, so no copy of them may be kept.
  const offlineCopies = services.isDevelopment || services.environment.OFFLINE_COPY === 'off' ? 'ended' : 'kept';
  const context: SecurityContext = { ...origins, isDevelopment: services.isDevelopment };
  switch (host.kind) {
    case 'app': {
      const refusal = rejectCrossOrigin(request, names);
      const isRemoval = offlineCopies === 'ended' && url.pathname === OFFLINE_WORKER_PATH;
      const response = refusal ?? (isRemoval ? removalWorker() : await services.serveApp(request));
      return withAppHeaders(response, context, url);
    }
    case 'sandbox':
    case 'preview': {
      const answerEngine = createEngineHandler({
        host: names.sandboxHost,
        allowedOrigins: origins.clientOrigins,
        registry: services.environment.NPM_REGISTRY_URL ?? null,
        files: services.serveFile,
        offlineCopies,
        settingNames: { allowedOrigins: 'ENGINE_ALLOWED_ORIGINS', registry: 'NPM_REGISTRY_URL' },
      });
      return answerEngine(request);
    }
    case 'local-alias':
      return withHeaders(
        new Response(null, { status: 302, headers: { location: `${origins.appOrigin}${url.pathname}${url.search}` } }),
        HEADER_TABLE.elsewhere(context),
      );
    case 'unknown':
      return misdirected(names);
  }
}

/** Responds to names that are not this server's, well-formed or not. Vite's dev server uses it too. */
export function misdirected(names: HostNames): Response {
  return textResponse(421, `This server answers to ${names.appHost}, ${names.sandboxHost} and its previews only.`, ELSEWHERE_HEADERS);
}

/** Adds the headers. A document already has its own policy, with its scripts' nonce (entry.server.tsx); others get one without a nonce. */
export function withAppHeaders(response: Response, context: SecurityContext, url: URL): Response {
  const { 'content-security-policy': policy = '', ...headers } = HEADER_TABLE[appSurface(url.pathname)]({
    ...context,
    parameters: url.searchParams,
  });
  const own = response.headers.get('content-security-policy');
  return withHeaders(response, { ...headers, 'content-security-policy': own ?? policy });
}
