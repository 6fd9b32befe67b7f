import type { NodeHost } from '../node-host.ts';
import { loadDeferred } from './load-deferred.ts';

/** A part of the bundle that a program loads when it first asks for it, and once. `Part`: what its file exports. */
export function deferredPart<Part extends object>(name: string, file: string | Uint8Array): (host: NodeHost) => Part {
  const loaded = new WeakMap<NodeHost, Part>();
  return (host) => {
    const known = loaded.get(host);
    if (known !== undefined) return known;
    const part = loadDeferred(host, name, file) as Part; // What the part exports.
    loaded.set(host, part);
    return part;
  };
}
