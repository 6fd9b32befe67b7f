import outsideFile from 'deferred:network/outside';
import { loadDeferred } from '../../deferred/load-deferred.ts';
import type { createOutside, Outside } from '../../deferred/network/outside.ts';
import type { NodeHost } from '../../node-host.ts';
import { givenAddresses } from '../net/given-addresses.ts';

const outsides = new WeakMap<NodeHost, Outside>();

/** Returns the process's HTTP access to other machines, created on first use. */
export function outsideOf(host: NodeHost): Outside {
  let outside = outsides.get(host);
  if (outside === undefined) {
    const part = loadDeferred(host, 'network/outside', outsideFile) as { createOutside: typeof createOutside };
    outside = part.createOutside({
      system: host.system,
      loop: host.loop,
      ownOrigin: host.context.origin,
      nameOf: (address) => givenAddresses(host).nameOf(address),
      native: (input, init) => globalThis.fetch(input, init),
    });
    outsides.set(host, outside);
  }
  return outside;
}
