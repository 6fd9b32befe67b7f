import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Responds to one URL. */
export type PlayedAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface RepositoryHost {
  /** Replaces the network for the app's server: every host is this one. */
  fetch: typeof fetch;
  /** The requested URLs, in order. */
  asked: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts a substitute for GitHub and GitLab over HTTP on this machine: responds by whole URL; others get a 404, as private repositories do.
 */
export async function startRepositoryHost(answers: Readonly<Record<string, PlayedAnswer>>): Promise<RepositoryHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const address = `https://${request.headers['x-played-host']}${request.url}`;
    asked.push(address);
    const answer = answers[address];
    if (answer === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('404: Not Found');
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
  return {
    asked,
    fetch: (given, init) => {
      const url = new URL(String(given));
      const headers = new Headers(init?.headers);
      headers.set('x-played-host', url.host);
      return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, { ...init, headers });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
