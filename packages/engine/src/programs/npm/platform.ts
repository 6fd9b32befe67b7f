import { NODE_VERSION } from '../node/node-version.ts';
import type { Manifest } from './manifest.ts';
import { satisfies } from './semver.ts';

/** What packages are chosen for: wasm builds where there are any, never native code. */
export const platform = { os: 'linux', cpu: 'wasm32', nodeVersion: NODE_VERSION.slice(1), npmVersion: '11.0.0' } as const;

function allows(list: readonly string[], actual: string): boolean {
  if (list.length === 0 || (list.length === 1 && list[0] === 'any')) return true;
  if (list.includes(`!${actual}`)) return false;
  return list.includes(actual) || list.every((entry) => entry.startsWith('!'));
}

/** Whether the package says that it runs here. */
export function fitsPlatform(manifest: Manifest): boolean {
  return allows(manifest.os, platform.os) && allows(manifest.cpu, platform.cpu) && manifest.libc.length === 0;
}

/** Whether the package's `engines` accept our Node and npm; what it says of other engines does not matter. */
export function fitsEngines(manifest: Manifest): boolean {
  const wantedNode = manifest.engines.get('node');
  const wantedNpm = manifest.engines.get('npm');
  return (
    (wantedNode === undefined || satisfies(platform.nodeVersion, wantedNode)) &&
    (wantedNpm === undefined || satisfies(platform.npmVersion, wantedNpm))
  );
}
