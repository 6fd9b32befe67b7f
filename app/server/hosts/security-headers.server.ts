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

/** What the headers of a host depend on. */
export interface SecurityContext extends ServerOrigins {
  /** Vite's dev server: its hot reload and its error overlay need more than the built app. */
  isDevelopment: boolean;
  /** Of the address that is answered; absent: none. */
  parameters?: URLSearchParams;
}

/** Whose answer it is. */
export type Surface = 'app' | 'network-worker' | 'local-model-worker' | EngineSurface;

/**
 * The one table of what leaves the server: the app's row, and those of the engine, which its own handler sets. Every answer of a surface
 * has these headers, whatever made it (`route-by-host`), and `tests/e2e/headers.spec.ts` compares it with everything the built app
 * answers. What frames may do is in `frame-policy`.
 */
export const HEADER_TABLE: Readonly<Record<Surface, (context: SecurityContext, nonce?: string) => HeaderList>> = {
  app: appHeaders,
  'network-worker': networkWorkerHeaders,
  'local-model-worker': localModelWorkerHeaders,
  ...ENGINE_HEADERS,
};

/** The built file of the worker that reaches MCP servers, and its source under Vite's dev server. */
const NETWORK_WORKER = /^\/(?:assets\/network-worker-[\w-]+\.js|app\/lib\/mcp\/network\/network-worker\.ts)$/;

/** The same of the worker that asks models on the user's computer. */
const LOCAL_MODEL_WORKER = /^\/(?:assets\/local-model-worker-[\w-]+\.js|app\/lib\/local-models\/local-model-worker\.ts)$/;

/** Whose row an answer of the app's host has. */
export function appSurface(path: string): 'app' | 'network-worker' | 'local-model-worker' {
  if (LOCAL_MODEL_WORKER.test(path)) return 'local-model-worker';
  return NETWORK_WORKER.test(path) ? 'network-worker' : 'app';
}

/** Asked whether it answers when the runtime is `auto`; the client's own default host. */
const STACKBLITZ = 'https://stackblitz.com';
const STACKBLITZ_FRAMES = [STACKBLITZ, 'https://*.webcontainer.io'];

/** The app's own pages, scripts and API. `nonce` is that of the inline scripts in this very document, if it is one. */
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
      // The editor and the terminal write style elements and attributes of their own.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'", STACKBLITZ, ...(context.isDevelopment ? [context.appOrigin.replace(/^http/, 'ws')] : [])],
      'worker-src': ["'self'", 'blob:'],
      'manifest-src': ["'self'"],
      // StackBlitz's runtime and its previews, for those who choose it in Settings.
      'frame-src': [context.sandboxOrigin, previews, ...STACKBLITZ_FRAMES],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
    }),
  };
}

/**
 * The one script of the app that may reach other hosts: a worker has the policy of its own file. It holds nothing, and loads nothing; the
 * machine itself may be reached without encryption, as its user's servers are.
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
 * The worker that asks models on the user's computer reaches the origins that its address names, which are those that the user has allowed,
 * and nothing where one of them is not as it must be. `credentialless`: whether a server runs that lets no page read its answers can be
 * determined by a request whose answer nobody reads; where a browser does not know that word, the worker is asked for once more without.
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
