import rareClassesFile from 'deferred:rare-classes';
import type { NodeHost } from '../node-host.ts';
import { loadDeferred } from './load-deferred.ts';
import type { rareClasses } from './rare-classes.ts';

type RareClasses = typeof rareClasses;

const loaded = new WeakMap<NodeHost, RareClasses>();

/** Loads the classes on first use. */
export function loadRareClasses(host: NodeHost): RareClasses {
  let classes = loaded.get(host);
  if (classes === undefined) {
    // The type of the part's exports.
    classes = (loadDeferred(host, 'rare-classes', rareClassesFile) as { rareClasses: RareClasses }).rareClasses;
    loaded.set(host, classes);
  }
  return classes;
}
