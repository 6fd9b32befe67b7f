import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { FixtureRegistry } from '../../../packages/engine/src/programs/npm/testing/fixture-registry.ts';
import { fixturePackages } from '../../fixtures/npm/fixture-packages.ts';

/** What a test may ask of the registry: to be gone, or to answer differently for one package or archive of the fixtures. */
export const registryControlSchema = z.union([
  z.object({ isDown: z.boolean() }),
  z.object({ path: z.string(), answer: z.enum(['as it is', 'never', 'something else']) }),
]);
export type RegistryControl = z.infer<typeof registryControlSchema>;

export interface FixtureRegistryServer {
  address: string;
  close(): Promise<void>;
}

/** A registry on loopback: packages of `@fixture` are made here, all others come from the one behind. `POST /-/control` steers it. */
export async function startFixtureRegistryServer(upstream: string | undefined): Promise<FixtureRegistryServer> {
  const fixtures = await FixtureRegistry.create(fixturePackages);
  let isDown = false;
  const control = (wish: RegistryControl) => {
    if ('isDown' in wish) isDown = wish.isDown;
    else if (wish.answer === 'as it is') fixtures.broken.delete(wish.path);
    else {
      const isSilent = wish.answer === 'never';
      fixtures.broken.set(wish.path, () => (isSilent ? new Promise<Response>(() => {}) : new Response('not what was promised')));
    }
  };
  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    const path = incoming.url ?? '/';
    if (incoming.method === 'POST' && path === '/-/control') {
      control(registryControlSchema.parse(JSON.parse(await readText(incoming))));
      return new Response(null, { status: 204 });
    }
    if (path.startsWith('/@fixture')) return fixtures.fetch(new URL(`/registry${path}`, 'http://fixtures.invalid'));
    if (upstream === undefined) return new Response(null, { status: 404 });
    const headers = new Headers();
    for (const name of ['accept', 'if-none-match']) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    return fetch(new URL(path.slice(1), upstream.endsWith('/') ? upstream : `${upstream}/`), { headers });
  };
  const server = createServer((incoming, outgoing) => {
    if (isDown && incoming.method !== 'POST') {
      incoming.socket.destroy();
      return;
    }
    answer(incoming)
      .then((response) => {
        const headers = Object.fromEntries(['content-type', 'etag', 'cache-control'].flatMap((name) => headerOf(response, name)));
        outgoing.writeHead(response.status, headers);
        if (response.body === null) outgoing.end();
        // Node's and the DOM's streams are one thing with two types.
        else Readable.fromWeb(response.body as unknown as NodeReadableStream).pipe(outgoing);
      })
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  return {
    address: `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function headerOf(response: Response, name: string): [string, string][] {
  const value = response.headers.get(name);
  return value === null ? [] : [[name, value]];
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
