import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_NETWORK } from '../../../scripts/serve/serve-build.mjs';

let server: Server;
let workerd: Miniflare;
let port = 0;
let requests = 0;

/** Requests through each of its networks, and returns the results. */
const ASKING = `export default {
  async fetch(request, env) {
    const address = new URL(request.url).searchParams.get('address');
    const answers = [];
    for (const ask of [(url) => fetch(url), (url) => env.OUTBOUND.fetch(url)]) {
      answers.push(await ask(address).then((response) => response.text(), () => 'refused'));
    }
    return Response.json(answers);
  },
};`;

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    response.end('a secret of this machine');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo); // The server's address is an object, because it listens on a port.
  workerd = new Miniflare({
    cf: false,
    compatibilityDate: '2026-04-20',
    modules: [{ type: 'ESModule', path: 'asking.js', contents: ASKING }],
    serviceBindings: { OUTBOUND: PUBLIC_NETWORK },
    // Unreachable addresses are the point of this test, so they are not logged.
    handleStructuredLogs: () => undefined,
  });
  await workerd.ready;
});

afterAll(async () => {
  await workerd.dispose();
  server.close();
});

async function ask(address: string): Promise<string[]> {
  const response = await workerd.dispatchFetch(`http://asking/?address=${encodeURIComponent(address)}`);
  return (await response.json()) as string[]; // The response of the worker above.
}

test('the network of programs reaches no address of this machine, though the server itself does', async () => {
  expect(await ask(`http://127.0.0.1:${port}/`)).toEqual(['a secret of this machine', 'refused']);
  expect(requests).toBe(1);
});

test('a name that leads to this machine is refused when it is connected to', async () => {
  expect(await ask(`http://localhost:${port}/`)).toEqual(['a secret of this machine', 'refused']);
  expect(requests).toBe(2);
});
