import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import type { Connect, Plugin } from 'vite';
import { classifyHost } from '../../app/lib/protocol/hosts.ts';
import { hostNames } from '../../app/server/hosts/host-names.server.ts';
import { rejectCrossOrigin } from '../../app/server/hosts/reject-cross-origin.server.ts';
import { type HostServices, misdirected, routeByHost } from '../../app/server/hosts/route-by-host.server.ts';
import { HEADER_TABLE } from '../../app/server/hosts/security-headers.server.ts';
import { serverOrigins } from '../../app/server/hosts/server-origins.server.ts';
import { isWellFormedHost } from '../../app/server/hosts/well-formed-host.mjs';

const CONTENT_TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.wasm', 'application/wasm'],
]);

/** The hosts of functions/_middleware.ts, in Vite's dev server, by the same code. `files` holds `/engine/*`, kept fresh by dev.mjs. */
export function devHostsPlugin(options: { files: string; variables: Record<string, string> }): Plugin {
  const environment = options.variables;
  const services: HostServices = {
    environment,
    isDevelopment: true,
    serveFile: (path) => serveFile(options.files, path),
    serveApp: async () => new Response(null, { status: 404 }),
  };
  return {
    name: 'devonz:hosts',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        serve(incoming, outgoing, next, services).catch(next);
      });
    },
  };
}

async function serve(
  incoming: Connect.IncomingMessage,
  outgoing: ServerResponse,
  next: Connect.NextFunction,
  services: HostServices,
): Promise<void> {
  const names = hostNames(services.environment);
  if (!isWellFormedHost(incoming.headers.host)) return send(misdirected(names), outgoing);
  const request = toRequest(incoming);
  if (classifyHost(incoming.headers.host ?? '', names).kind !== 'app') return send(await routeByHost(request, services), outgoing);
  const refusal = rejectCrossOrigin(request, names);
  if (refusal) return send(refusal, outgoing);
  const context = { ...serverOrigins(request, services.environment), isDevelopment: true };
  for (const [name, value] of Object.entries(HEADER_TABLE.app(context))) outgoing.setHeader(name, value);
  // Vite and Remix answer; Remix's documents replace the policy with the one that has their nonce.
  next();
}

/** Nothing that is routed by this plugin reads a body: registry and files are GET only. */
function toRequest(incoming: IncomingMessage & { originalUrl?: string | undefined }): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? '']) headers.append(name, item);
  }
  const host = incoming.headers.host ?? 'localhost';
  const path = incoming.originalUrl ?? incoming.url ?? '/';
  return new Request(new URL(path, `http://${host}`), { method: incoming.method ?? 'GET', headers });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (!response.body) {
    outgoing.end();
    return;
  }
  Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]).pipe(outgoing); // Node's and the DOM's streams are one thing with two types
}

async function serveFile(root: string, path: string): Promise<Response> {
  const inside = normalize(decodeURIComponent(path));
  const type = CONTENT_TYPES.get(extname(inside));
  if (!type || !inside.startsWith('/') || inside.includes('\0')) return new Response(null, { status: 404 });
  try {
    return new Response(await readFile(join(root, inside)), { headers: { 'content-type': type } });
  } catch {
    return new Response(null, { status: 404 });
  }
}
