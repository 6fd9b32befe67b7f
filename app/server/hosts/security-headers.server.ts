import { FRAME_POLICY } from '../../lib/protocol/frame-policy.ts';
import { ELSEWHERE_HEADERS } from './elsewhere-headers.mjs';
import type { ServerOrigins } from './server-origins.server.ts';

/** Every security header of every host is made here. */
export interface SecurityContext extends ServerOrigins {
  /** Vite's dev server: its hot reload and its error overlay need more than the built app. */
  isDevelopment: boolean;
}

export type HeaderList = Readonly<Record<string, string>>;

/** Whose answer it is. */
export type Surface = 'app' | 'sandbox' | 'refusal' | 'preview' | 'elsewhere';

/**
 * The one table of what leaves the server: every answer of a surface has these headers, whatever made it (`route-by-host`), and
 * `tests/e2e/headers.spec.ts` compares it with everything the built app answers. Documents that the engine's service worker makes have
 * theirs in `engine/preview/document-headers.ts`; what frames may do is in `protocol/frame-policy.ts`.
 */
export const HEADER_TABLE: Readonly<Record<Surface, (context: SecurityContext, nonce?: string) => HeaderList>> = {
  app: appHeaders,
  sandbox: sandboxHeaders,
  refusal: refusalHeaders,
  preview: previewHeaders,
  elsewhere: () => ELSEWHERE_HEADERS,
};

/** Asked whether it answers when the runtime is `auto`; the client's own default host. */
const STACKBLITZ = 'https://stackblitz.com';
const STACKBLITZ_FRAMES = [STACKBLITZ, 'https://*.webcontainer.io'];

const EVERYWHERE: HeaderList = {
  'x-content-type-options': 'nosniff',
  // Both are needed for `crossOriginIsolated`, without which there is no SharedArrayBuffer and so no synchronous system call.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  // Our origins are one site, which shares a process: a preview that loops would freeze the IDE (measured: 4.0 s of 4.0 s; with
  // this header 42 ms), one that runs out of memory would take it down, and memory could be read across by its timing.
  'origin-agent-cluster': '?1',
};

/** The app's own pages, scripts and API. `nonce` is that of the inline scripts in this very document, if it is one. */
function appHeaders(context: SecurityContext, nonce?: string): HeaderList {
  const previews = wildcard(context.sandboxOrigin);
  return {
    ...EVERYWHERE,
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

/** The engine's page, workers and registry. Programs run here: what they load is theirs to decide, who may frame them is ours. */
function sandboxHeaders(context: SecurityContext): HeaderList {
  return {
    ...EVERYWHERE,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'permissions-policy': `cross-origin-isolated=(self "${wildcard(context.sandboxOrigin)}")`,
    'content-security-policy': contentSecurityPolicy({ 'frame-ancestors': context.clientOrigins, sandbox: [FRAME_POLICY.bridge.sandbox] }),
  };
}

/** A page for whoever may not have the engine: it holds one sentence, and whoever frames it may read that. */
function refusalHeaders(): HeaderList {
  return {
    ...EVERYWHERE,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentSecurityPolicy({ 'default-src': ["'none'"], 'script-src': ["'self'"] }),
  };
}

/** What a preview's host serves itself: its service worker, its bridge, its scripts, the page that starts them. */
function previewHeaders(context: SecurityContext): HeaderList {
  return {
    ...EVERYWHERE,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'same-origin',
    'content-security-policy': contentSecurityPolicy({
      'default-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      // The bridge is in the engine's page, which is in the app's: each of them is an ancestor.
      'frame-ancestors': [...context.clientOrigins, context.sandboxOrigin, "'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      sandbox: [FRAME_POLICY.bridge.sandbox],
    }),
  };
}

function contentSecurityPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** `http://run.ide.localhost:8788` → `http://*.run.ide.localhost:8788`. */
function wildcard(origin: string): string {
  return origin.replace('://', '://*.');
}
