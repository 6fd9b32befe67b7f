import {
  anySubdomain,
  contentSecurityPolicy,
  ENGINE_HEADERS,
  type EngineSurface,
  type HeaderList,
  ISOLATION_HEADERS,
} from '../../../packages/engine/src/server/engine-headers.ts';
import { localOriginsOf } from '../../lib/protocol/models/local-address.ts';
import type { ServerOrigins } from './server-origins.server.ts';

/** The values that the headers of a host depend on. */
export interface SecurityContext extends ServerOrigins {
  /** Vite's dev server: hot reload and the error overlay need more permissions than the built app. */
  isDevelopment: boolean;
  /** The query of the requested address; absent means none. */
  parameters?: URLSearchParams;
}

/** The part of the server that an answer belongs to. */
export type Surface = 'app' | 'network-worker' | 'local-model-worker' | EngineSurface;

/**
 * The single table of response headers: the app's row, and the engine's rows, which the engine's own handler sets. Every answer of a
 * surface gets these headers, whichever code produced it (`route-by-host`). `tests/e2e/headers.spec.ts` compares the table with the built
 * app's answers. Permissions of frames are in `frame-policy`.
 */
export const HEADER_TABLE: Readonly<Record<Surface, (context: SecurityContext, nonce?: string) => HeaderList>> = {
  app: appHeaders,
  'network-worker': networkWorkerHeaders,
  'local-model-worker': localModelWorkerHeaders,
  ...ENGINE_HEADERS,
};

/** The built file of the worker that connects to MCP servers, and its source under Vite's dev server. */
const NETWORK_WORKER = /^\/(?:assets\/network-worker-[\w-]+\.js|app\/lib\/mcp\/network\/network-worker\.ts)$/;

/** The files of the worker that sends requests to models on the user's computer. */
const LOCAL_MODEL_WORKER = /^\/(?:assets\/local-model-worker-[\w-]+\.js|app\/lib\/local-models\/local-model-worker\.ts)$/;

/** Returns the table row for a response of the app's host. */
export function appSurface(path: string): 'app' | 'network-worker' | 'local-model-worker' {
  if (LOCAL_MODEL_WORKER.test(path)) return 'local-model-worker';
  return NETWORK_WORKER.test(path) ? 'network-worker' : 'app';
}

/** In `auto` mode the app checks whether this host answers. It is the default host of the client library. */
const STACKBLITZ = 'https://stackblitz.com';
const STACKBLITZ_FRAMES = [STACKBLITZ, 'https://*.webcontainer.io'];

/** Headers for the app's own pages, scripts and API. If the response is a document, `nonce` is the nonce of its inline scripts. */
function appHeaders(context: SecurityContext, nonce?: string): HeaderList {
  const previews = anySubdomain(context.sandboxOrigin);
  return {
    ...ISOLATION_HEADERS,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'permissions-policy': [
      `cross-origin-isolated=(self "${context.sandboxOrigin}" "${previews}")`,
      'camera=()',
      'microphone=()',
      'geolocation=()',
      'payment=()',
      'usb=()',
      'serial=()',
    ].join(', '),
    'content-security-policy': contentSecurityPolicy({
      'default-src': ["'none'"],
      'script-src': ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : []), "'wasm-unsafe-eval'"],
      // The editor and the terminal create style elements and attributes.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'", STACKBLITZ, ...(context.isDevelopment ? [context.appOrigin.replace(/^http/, 'ws')] : [])],
      'worker-src': ["'self'", 'blob:'],
      'manifest-src': ["'self'"],
      // StackBlitz's runtime and its previews, for users who choose it in Settings.
      'frame-src': [context.sandboxOrigin, previews, bridgesOf(context.appOrigin), ...STACKBLITZ_FRAMES],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
    }),
  };
}

/**
 * Bridges of real machines answer on this computer only. If the app's name is below `localhost`, theirs are below the
 * app's own name, so that they are same-site; otherwise they are directly below `localhost`.
 */
function bridgesOf(appOrigin: string): string {
  const { hostname } = new URL(appOrigin);
  return `http://*.${hostname.endsWith('.localhost') ? hostname : 'localhost'}:*`;
}

/**
 * Headers for the only script of the app that may connect to any other host: a worker gets the policy of its own file. It stores no data
 * and loads no code. Servers on the user's own machine may be reached without encryption, because they usually offer none.
 */
function networkWorkerHeaders(context: SecurityContext): HeaderList {
  const loopback = ['localhost', '127.0.0.1'].map((host) => `http://${host}:*`);
  return {
    ...appHeaders(context),
    'content-security-policy': contentSecurityPolicy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': ['https:', ...loopback],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    }),
  };
}

/**
 * The worker for models on the user's computer may connect only to the origins in its address, which the user has
 * allowed; if one of them is invalid, it may connect to none. `credentialless` lets it detect a server that pages may
 * not read from, with a request whose answer is not read. If a browser does not support `credentialless`, the worker is
 * loaded again without it.
 */
function localModelWorkerHeaders(context: SecurityContext): HeaderList {
  const parameters = context.parameters ?? new URLSearchParams();
  return {
    ...appHeaders(context),
    ...(parameters.has('strict') ? {} : { 'cross-origin-embedder-policy': 'credentialless' }),
    'content-security-policy': contentSecurityPolicy({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'connect-src': reachableBy(parameters),
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    }),
  };
}

function reachableBy(parameters: URLSearchParams): string[] {
  const origins = localOriginsOf(parameters) ?? [];
  return origins.length === 0 ? ["'none'"] : origins;
}
