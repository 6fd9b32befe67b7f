import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { FixtureRegistry } from '../../../packages/engine/src/programs/npm/testing/fixture-registry.ts';
import { fixturePackages } from '../../fixtures/npm/fixture-packages.ts';
import { type LoopbackServer, serveOnLoopback } from '../../setup/serve-on-loopback.ts';

/** A test's request to the registry: to go down, or to respond differently for one package or archive of the fixtures. */
export const registryControlSchema = z.union([
  z.object({ isDown: z.boolean() }),
  z.object({ path: z.string(), answer: z.enum(['as it is', 'never', 'something else']) }),
]);
export type RegistryControl = z.infer<typeof registryControlSchema>;

/** Starts a registry on loopback: packages of `@fixture` are created here, all others come from upstream. `POST /-/control` controls it. */
export async function startFixtureRegistryServer(upstream: string | undefined): Promise<LoopbackServer> {
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
  return serveOnLoopback(async (incoming) => (isDown && incoming.method !== 'POST' ? null : answer(incoming)));
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
