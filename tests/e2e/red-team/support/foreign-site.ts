import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForeignSite {
  port: number;
  /** The same server under names that the browser treats as different origins. */
  origins: {
    /** Another server on localhost. */
    localhost: string;
    /** A loopback address. */
    address: string;
    /** Another site. */
    otherSite: string;
    /** The same site as the app, on another port: cookies and `SameSite` do not distinguish it from the app. */
    sameSite: string;
  };
  /** The requests it received, sent by a page of the product. */
  visits: { path: string; headers: IncomingMessage['headers']; body: string }[];
  stop(): Promise<void>;
}

/** Starts an attacker's own web server: a blank page at every URL, and a list of its visits. */
export async function startForeignSite(): Promise<ForeignSite> {
  const visits: ForeignSite['visits'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    visits.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(200, {
      'content-type': 'text/html',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    response.end('<!doctype html><title>Foreign</title><p>A foreign page</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origins: {
      localhost: `http://localhost:${port}`,
      address: `http://127.0.0.1:${port}`,
      otherSite: `http://evil.localhost:${port}`,
      sameSite: `http://evil.ide.localhost:${port}`,
    },
    visits,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
