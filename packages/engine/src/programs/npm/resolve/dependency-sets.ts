import { compare } from '../semver.ts';
import type { Edge, PackageNode } from './package-node.ts';

/** Returns the nodes that only the given ones (or their dependencies) depend on, counting the edges that pass the filter. */
export function gatherExclusiveDependencies(start: Iterable<PackageNode>, counts: (edge: Edge) => boolean): Set<PackageNode> {
  const gathered = new Set(start);
  for (const node of gathered) {
    for (const edge of node.edgesOut.values()) {
      const to = edge.to;
      if (to && counts(edge)) gathered.add(to);
    }
  }
  for (let hasChanged = true; hasChanged && gathered.size > 0; ) {
    hasChanged = false;
    for (const node of gathered) {
      if (node.edgesIn.some((edge) => !gathered.has(edge.from) && counts(edge))) {
        gathered.delete(node);
        hasChanged = true;
      }
    }
  }
  return gathered;
}

/** Returns the sets of peers a node belongs to, by the edge through which each entered the tree. */
export function peerEntrySets(node: PackageNode): Map<Edge, Set<PackageNode>> {
  const related = new Set([node]);
  for (const member of related) {
    for (const edge of member.edgesOut.values()) {
      const to = edge.to;
      if (edge.isPeer && to && edge.isValid) related.add(to);
    }
    for (const edge of member.edgesIn) if (edge.isPeer && edge.isValid) related.add(edge.from);
  }
  const sets = new Map<Edge, Set<PackageNode>>();
  for (const member of related) {
    for (const entry of member.edgesIn) {
      if (!entry.isValid || (entry.isPeer && !entry.from.isTop)) continue;
      const peers = peersOf(member);
      if (peers.has(node)) sets.set(entry, peers);
    }
  }
  return sets;
}

function peersOf(start: PackageNode): Set<PackageNode> {
  const peers = new Set([start]);
  for (const member of peers) {
    for (const edge of member.edgesOut.values()) {
      const to = edge.to;
      if (edge.isPeer && to && edge.isValid) peers.add(to);
    }
  }
  return peers;
}

/** Returns the deepest place for a dependency required there: not inside a package that has it as a peer. */
export function deepestNestingTarget(start: PackageNode, name: string): PackageNode {
  let last = start;
  for (const target of start.ancestry()) {
    last = target;
    if (target.isProjectRoot) return target;
    if (!target.edgesOut.get(name)?.isPeer) return target;
  }
  return last;
}

/** Returns whether `replacement` satisfies everything that uses `current`. */
export function canReplace(replacement: PackageNode, current: PackageNode, ignoredPeers: ReadonlySet<string> = new Set()): boolean {
  if (replacement.name !== current.name || replacement.packageName !== current.packageName) return false;
  if (current.edgesOut.size > 0 && replacement.rules !== current.rules) return false;
  const ownSet = gatherExclusiveDependencies([current], (edge) => edge.to !== current && edge.isValid);
  return current.edgesIn.every((edge) => {
    const isPeerOfSet = !current.isTop && edge.from.parent === current.parent && edge.isPeer && ignoredPeers.has(edge.from.name);
    return isPeerOfSet || ownSet.has(edge.from) || edge.isSatisfiedBy(replacement);
  });
}

/** Returns whether a node can be removed because its dependents resolve to a suitable one above. */
export function canDedupe(node: PackageNode, isDedupePreferred: boolean, isExplicit: boolean): boolean {
  const above = node.resolveParent?.resolveParent;
  if (!above) return false;
  if (node.edgesIn.length === 0) return true;
  const other = above.resolve(node.name);
  if (!other) return false;
  if (other.matches(node)) return true;
  if (!canReplace(other, node)) return false;
  return isDedupePreferred || isExplicit || compare(other.version, node.version) >= 0;
}
