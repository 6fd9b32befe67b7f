import { NODE_VERSION } from '../node/node-version.ts';
import type { Manifest } from './manifest.ts';
import { satisfies } from './semver.ts';

/** The platform for which packages are selected: wasm builds where available, never native code. */
export const platform = { os: 'linux', cpu: 'wasm32', nodeVersion: NODE_VERSION.slice(1), npmVersion: '11.0.0' } as const;

function allows(list: readonly string[], actual: string): boolean {
  if (list.length === 0 || (list.length === 1 && list[0] === 'any')) return true;
  if (list.includes(`!${actual}`)) return false;
  return list.includes(actual) || list.every((entry) => entry.startsWith('!'));
}

/** Returns whether the package declares that it runs here. */
export function fitsPlatform(manifest: Manifest): boolean {
  return allows(manifest.os, platform.os) && allows(manifest.cpu, platform.cpu) && manifest.libc.length === 0;
}

/** Returns whether the package's `engines` accept our Node and npm; other engines are ignored. */
export function fitsEngines(manifest: Manifest): boolean {
  const wantedNode = manifest.engines.get('node');
  const wantedNpm = manifest.engines.get('npm');
  return (
    (wantedNode === undefined || satisfies(platform.nodeVersion, wantedNode)) &&
    (wantedNpm === undefined || satisfies(platform.npmVersion, wantedNpm))
  );
}
