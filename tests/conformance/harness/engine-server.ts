import { createServer, type IncomingMessage } from 'node:http';
import { routeByHost } from '../../../app/server/hosts/route-by-host.server.ts';
import type { FileSource } from '../../../packages/engine/src/server/file-source.ts';
import { folderFiles } from '../../../packages/engine/src/server/folder-files.ts';
import { sendResponse, toFetchRequest } from '../../../packages/engine/src/server/node-messages.ts';

export interface ServedPage {
  type: string;
  /** A function is called for each request. */
  content: string | Uint8Array | (() => Promise<string>);
}

export interface EngineServerOptions {
  /** The folder with the built `engine/`. */
  files: string;
  /** Further files of the app's host, by path. */
  pages: ReadonlyMap<string, ServedPage>;
  /** Base URL of the package registry. */
  registry: string | undefined;
  /** Another source that the pages may frame: the app itself may not frame bridges yet. */
  alsoFramed?: string;
  /** Called for each file of the engine that is sent. */
  onFileSent?: (path: string, content: Uint8Array) => void;
}

export interface EngineServer {
  /** The app's origin: `http://ide.localhost:<port>`. */
  appOrigin: string;
  sandboxOrigin: string;
  close(): Promise<void>;
}

/** Serves the product's three hosts on loopback with the product's own routing, and a bare page in place of the app. */
export async function startEngineServer({ files, pages, registry, alsoFramed, onFileSent }: EngineServerOptions): Promise<EngineServer> {
  const server = createServer((incoming, outgoing) => {
    (isOtherClient(incoming.headers.host) ? answerOtherClient(incoming, pages) : answer(incoming))
      .then((response) => sendResponse(alsoFramed === undefined ? response : framing(response, alsoFramed), outgoing))
      .catch((error: unknown) => {
        console.error(error);
        outgoing.writeHead(500).end();
      });
  });
  const answer = (incoming: IncomingMessage): Promise<Response> =>
    routeByHost(toFetchRequest(incoming), {
      environment: { ENGINE_ALLOWED_ORIGINS: listedOrigin(incoming), ...(registry === undefined ? {} : { NPM_REGISTRY_URL: registry }) },
      isDevelopment: false,
      serveFile: onFileSent === undefined ? folderFiles(files) : tellOfFiles(folderFiles(files), onFileSent),
      serveApp: async (request) => {
        const page = pages.get(new URL(request.url).pathname);
        return page === undefined ? new Response(null, { status: 404 }) : pageResponse(page, {});
      },
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    appOrigin: `http://ide.localhost:${port}`,
    sandboxOrigin: `http://run.ide.localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function tellOfFiles(source: FileSource, onFileSent: (path: string, content: Uint8Array) => void): FileSource {
  return async (path, request) => {
    const response = await source(path, request);
    if (response.status === 200) onFileSent(path, new Uint8Array(await response.clone().arrayBuffer()));
    return response;
  };
}

/**
 * Hosts of third-party pages with the genuine client: one listed by the deployer (on the engine's site, for its previews' storage), and one
 * that is not.
 */
const LISTED_HOST = 'listed.ide.localhost';
const STRANGER_HOST = 'stranger.localhost';

function isOtherClient(host = ''): boolean {
  return host.startsWith(`${LISTED_HOST}:`) || host.startsWith(`${STRANGER_HOST}:`);
}

function listedOrigin(incoming: IncomingMessage): string {
  return `http://${LISTED_HOST}:${incoming.socket.localPort}`;
}

async function answerOtherClient(incoming: IncomingMessage, pages: EngineServerOptions['pages']): Promise<Response> {
  const page = pages.get(new URL(incoming.url ?? '/', 'http://x').pathname);
  const isolation = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  return page === undefined ? new Response(null, { status: 404 }) : pageResponse(page, isolation);
}

async function pageResponse({ type, content }: ServedPage, headers: Record<string, string>): Promise<Response> {
  const body = typeof content === 'function' ? await content() : content;
  // The DOM's types only accept a plain buffer as a body.
  return new Response(body as BodyInit, { headers: { 'content-type': type, ...headers } });
}

function framing(response: Response, source: string): Response {
  const headers = new Headers(response.headers);
  const policy = headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', policy.replace('frame-src ', `frame-src ${source} `));
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
