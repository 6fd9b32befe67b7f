import { companionOf, workingRange } from '../substitutions.ts';
import type { OverrideRules } from './override-rules.ts';
import { Edge, type EdgeType, type PackageNode, type Pin } from './package-node.ts';

export interface EdgeOptions {
  hasLegacyPeers: boolean;
  /** Returns true for a peer that is only installed if another package also requires it. */
  isPeerLeft?: (asking: PackageNode, name: string) => boolean;
  /** Returns the spec to use instead of the written one (catalogs, resolutions), or null to drop the dependency. */
  rewrite?: (asking: PackageNode, name: string, written: string) => string | null;
  /** Returns the version that was chosen before placement. */
  pinFor?: (asking: PackageNode, name: string) => Pin | null;
}

/** `$name` in an override stands for the root's own spec of that package. */
function replacementOf(rules: OverrideRules | null, name: string, root: PackageNode, written: string): string {
  if (!rules || rules.name !== name || rules.replacement === '*') return written;
  if (!rules.replacement.startsWith('$')) return rules.replacement;
  const reference = rules.replacement.slice(1);
  const { devDependencies, optionalDependencies, dependencies, peerDependencies } = root.manifest;
  const own = [devDependencies, optionalDependencies, dependencies, peerDependencies].map((map) => map.get(reference));
  return own.find((spec) => spec !== undefined) ?? written;
}

/**
 * Creates the edges for a node's manifest. For the same name, the later kind wins: peers, then dependencies, then optional ones, then (for
 * the project itself) development ones.
 */
export function loadEdges(node: PackageNode, options: EdgeOptions, projectRoot: PackageNode): void {
  const manifest = (node.sourceReference ?? node).manifest;
  const source = (node.sourceReference ?? node).source;
  const add = (type: EdgeType, name: string, written: string) => {
    if (node.edgesOut.get(name)?.type === 'workspace') return;
    // The root's own specs are the reference for overrides; a rule may still not contradict them.
    const rules = node.rules?.forDependency(name, written) ?? null;
    const rewritten = options.rewrite ? options.rewrite(node, name, written) : written;
    if (rewritten === null) return;
    const pin = options.pinFor?.(node, name) ?? null;
    node.addEdge(new Edge(node, type, name, written, replacementOf(rules, name, projectRoot, rewritten), pin));
  };
  if (!options.hasLegacyPeers) {
    for (const isOptional of [false, true]) {
      for (const [name, spec] of manifest.peerDependencies) {
        if (manifest.optionalPeers.has(name) !== isOptional) continue;
        add(isOptional || options.isPeerLeft?.(node, name) ? 'peerOptional' : 'peer', name, spec);
      }
    }
  }
  for (const [name, spec] of manifest.dependencies) add('prod', name, workingRange(manifest, name) ?? spec);
  for (const [name, spec] of manifest.optionalDependencies) add('optional', name, spec);
  const companion = companionOf(manifest.name);
  if (companion !== null && !node.edgesOut.has(companion.by)) add('optional', companion.by, manifest.version);
  if (source.type === 'root' || source.type === 'folder') for (const [name, spec] of manifest.devDependencies) add('dev', name, spec);
}
