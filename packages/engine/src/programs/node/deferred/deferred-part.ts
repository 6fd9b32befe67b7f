import type { NodeHost } from '../node-host.ts';
import { loadDeferred } from './load-deferred.ts';

/** Returns a function that loads a part of the bundle once, on first use. `Part` is the type of its exports. */
export function deferredPart<Part extends object>(name: string, file: string | Uint8Array): (host: NodeHost) => Part {
  const loaded = new WeakMap<NodeHost, Part>();
  return (host) => {
    const known = loaded.get(host);
    if (known !== undefined) return known;
    const part = loadDeferred(host, name, file) as Part; // The type of the part's exports.
    loaded.set(host, part);
    return part;
  };
}
