import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FixturePackages, FixtureRegistry } from '../../packages/engine/src/programs/npm/testing/fixture-registry.ts';
import { type LoopbackServer, serveOnLoopback } from '../setup/serve-on-loopback.ts';
import { REPOSITORY } from './installed-engine.ts';

/** Starts a registry on loopback with the named packages as installed in this repository. */
export async function startLoopbackRegistry(names: readonly string[]): Promise<LoopbackServer> {
  const registry = await FixtureRegistry.create(Object.assign({}, ...(await Promise.all(names.map(readPackage)))));
  return serveOnLoopback(({ url }) => registry.fetch(new URL(`/registry${url}`, 'http://packages.invalid')));
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
