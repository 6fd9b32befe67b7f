import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FixtureRegistry } from '../../../../packages/engine/src/programs/npm/testing/fixture-registry.ts';
import { HOSTILE_PACKAGES } from './hostile-packages.ts';

export interface HostileRegistry {
  url: string;
  calls: { path: string; headers: IncomingMessage['headers'] }[];
  stop(): Promise<void>;
}

/** Starts a package registry controlled by the attacker: hostile packages, and responses that no registry sends. */
export async function startHostileRegistry(): Promise<HostileRegistry> {
  const packages = await FixtureRegistry.create(HOSTILE_PACKAGES);
  const calls: HostileRegistry['calls'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    calls.push({ path, headers: request.headers });
    const odd = ODD_ANSWERS.get(path);
    if (odd) {
      odd(response, request.headers.host ?? '');
      return;
    }
    packages
      .fetch(new URL(`/registry${path}`, 'http://fixtures.invalid'))
      .then(async (found) => response.writeHead(found.status).end(new Uint8Array(await found.arrayBuffer())))
      .catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const ODD_ANSWERS = new Map<string, (response: ServerResponse, host: string) => void>([
  ['/is-page', (response) => response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1' }).end('<script>1</script>')],
  // The same machine by another name and another port: both are other hosts.
  ['/leads-away', (response, host) => response.writeHead(302, { location: `http://localhost:${host.split(':')[1]}/inside` }).end()],
  ['/leads-to-port', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/inside' }).end()],
  ['/leads-to-file', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
  ['/circle', (response) => response.writeHead(302, { location: '/circle' }).end()],
]);
