import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type FixturePackages, FixtureRegistry } from '../../packages/engine/src/programs/npm/testing/fixture-registry.ts';
import { REPOSITORY } from './installed-engine.ts';

export interface LoopbackRegistry {
  address: string;
  close(): Promise<void>;
}

/** A registry on loopback that has the named packages as this repository has installed them. */
export async function startLoopbackRegistry(names: readonly string[]): Promise<LoopbackRegistry> {
  const registry = await FixtureRegistry.create(Object.assign({}, ...(await Promise.all(names.map(readPackage)))));
  const server = createServer((incoming, outgoing) => {
    registry
      .fetch(new URL(`/registry${incoming.url}`, 'http://packages.invalid'))
      .then((response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        // Node's and the DOM's streams are one thing with two types.
        if (response.body === null) outgoing.end();
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

async function readPackage(name: string): Promise<FixturePackages> {
  const folder = join(REPOSITORY, 'node_modules', name);
  const files: Record<string, string> = {};
  for (const file of await readdir(folder)) {
    if (/\.(?:js|md)$|^license$/i.test(file)) files[file] = await readFile(join(folder, file), 'utf8');
  }
  const { version, ...manifest } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { [`${name}@${version}`]: { manifest, files } };
}
