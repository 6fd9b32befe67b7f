import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How one address is answered. */
export type PlayedAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface RepositoryHost {
  /** What the app's server asks with in place of the network: every host is this one. */
  fetch: typeof fetch;
  /** Addresses, in the order in which they were asked for. */
  asked: readonly string[];
  stop(): Promise<void>;
}

/** GitHub and GitLab over HTTP on this machine: answers by their whole addresses; what nobody plays is a 404, as a private repository is. */
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
