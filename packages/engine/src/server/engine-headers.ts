import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { ELSEWHERE_HEADERS } from './elsewhere-headers.mjs';
import type { EngineOrigins } from './engine-origins.ts';

export type HeaderList = Readonly<Record<string, string>>;

/** The part of the server that a response belongs to. */
export type EngineSurface = 'sandbox' | 'refusal' | 'preview' | 'elsewhere';

/**
 * The single table of headers of the engine's and the previews' hosts: every response of a surface has these headers, whatever produced
 * it. Documents created by the preview's service worker get theirs from `preview/document-headers.ts`.
 */
export const ENGINE_HEADERS: Readonly<Record<EngineSurface, (origins: EngineOrigins) => HeaderList>> = {
  sandbox: sandboxHeaders,
  refusal: refusalHeaders,
  preview: previewHeaders,
  elsewhere: () => ELSEWHERE_HEADERS,
};

/** Headers of every response, also of a page that boots the engine. */
export const ISOLATION_HEADERS: HeaderList = {
  'x-content-type-options': 'nosniff',
  // Both are required for `crossOriginIsolated`, without which there is no SharedArrayBuffer and so no synchronous system call.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  // These origins are one site, which shares a process: a preview in an endless loop would freeze the page that shows it (measured: 4.0 s
  // of 4.0 s; with this header 42 ms), one that runs out of memory would crash it, and timing attacks could read memory across origins.
  'origin-agent-cluster': '?1',
};

/** The engine's page, workers and registry. Programs run here: they decide what they load, but the server decides who may frame them. */
function sandboxHeaders({ sandboxOrigin, clientOrigins }: EngineOrigins): HeaderList {
  return {
    ...ISOLATION_HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'permissions-policy': `cross-origin-isolated=(self "${anySubdomain(sandboxOrigin)}")`,
    'content-security-policy': contentSecurityPolicy({ 'frame-ancestors': clientOrigins, sandbox: [FRAME_POLICY.bridge.sandbox] }),
  };
}

/** A page for sites that may not embed the engine: it contains one sentence, which any embedding page may read. */
function refusalHeaders(): HeaderList {
  return {
    ...ISOLATION_HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentSecurityPolicy({ 'default-src': ["'none'"], 'script-src': ["'self'"] }),
  };
}

/** Files that a preview's host serves itself: its service worker, its bridge, its scripts, the page that starts them. */
function previewHeaders({ sandboxOrigin, clientOrigins }: EngineOrigins): HeaderList {
  return {
    ...ISOLATION_HEADERS,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'same-origin',
    'content-security-policy': contentSecurityPolicy({
      'default-src': ["'self'"],
      // The service worker forwards the pages' requests to other machines, which they could also send themselves.
      'connect-src': ['*'],
      'style-src': ["'self'", "'unsafe-inline'"],
      // The bridge is a frame of the engine's page, which is a frame of the client's: both are its ancestors.
      'frame-ancestors': [...clientOrigins, sandboxOrigin, "'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      sandbox: [FRAME_POLICY.bridge.sandbox],
    }),
  };
}

export function contentSecurityPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** `http://run.ide.localhost:8788` → `http://*.run.ide.localhost:8788`. */
export function anySubdomain(origin: string): string {
  return origin.replace('://', '://*.');
}
