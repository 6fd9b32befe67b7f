import { compare } from '../semver.ts';
import { canReplace, deepestNestingTarget, peerEntrySets } from './dependency-sets.ts';
import type { Edge, PackageNode } from './package-node.ts';

/** `ok`: the place is free; `replace`: the current package may be removed; `keep`: the current package is sufficient. */
export type PlacementVerdict = 'ok' | 'replace' | 'keep' | 'conflict';

export interface PlacementRequest {
  dependency: PackageNode;
  edge: Edge;
  target: PackageNode;
  /** The check of the package whose peers are now being checked. */
  parent: PlacementCheck | null;
  isDedupePreferred: boolean;
  isExplicit: boolean;
  peerPath?: readonly PackageNode[];
}

/** Checks whether a package can be placed at one place with all its peers, without changing anything. */
export class PlacementCheck {
  readonly verdict: PlacementVerdict;
  /** The verdict on the package without its peers. */
  readonly ownVerdict: PlacementVerdict;
  readonly target: PackageNode;
  readonly #request: PlacementRequest;
  readonly #isDedupePreferred: boolean;
  #verdictBeforePeers: PlacementVerdict | null = null;
  #peersVerdict: PlacementVerdict | null = null;

  constructor(request: PlacementRequest) {
    this.#request = request;
    this.target = request.target;
    this.#isDedupePreferred = request.isDedupePreferred || request.edge.isPeer;
    this.verdict = this.#check();
    this.ownVerdict = this.#verdictBeforePeers ?? this.verdict;
  }

  #check(): PlacementVerdict {
    const { target, edge, dependency } = this.#request;
    const current = target.children.get(edge.name) ?? null;
    if (dependency.source.type === 'failed') return current ? 'replace' : 'ok';
    const targetEdge = target.edgesOut.get(edge.name);
    if (targetEdge?.isPeer && !target.isTop) return 'conflict';
    if (current) return this.#checkAgainst(current);
    if (targetEdge && targetEdge !== edge && !targetEdge.isSatisfiedBy(dependency)) return 'conflict';
    return this.#checkFreePlace();
  }

  /** No package below may lose access to a suitable one further up. */
  #checkFreePlace(): PlacementVerdict {
    const { target, dependency, edge } = this.#request;
    const shadowed = target === this.#entryEdge.from ? null : target.resolve(edge.name);
    for (const user of shadowed?.edgesIn ?? []) {
      if (user.from.isDescendantOf(target) && user.isValid && !user.isSatisfiedBy(dependency)) return 'conflict';
    }
    return this.#withPeers('ok');
  }

  #checkAgainst(current: PackageNode): PlacementVerdict {
    const { dependency, edge, target, isExplicit } = this.#request;
    const isOverride = !edge.isSatisfiedBy(dependency);
    if (dependency.matches(current) && (edge.isSatisfiedBy(current) || isOverride)) return isExplicit ? 'replace' : 'keep';
    const isNewer = current.version !== '' && dependency.version !== '' && compare(dependency.version, current.version) >= 0;
    if (isNewer && canReplace(dependency, current)) {
      const verdict = this.#withPeers('replace');
      if (verdict !== 'conflict') return verdict;
    }
    if (edge.isSatisfiedBy(current) && (!isExplicit || this.#isDedupePreferred)) return 'keep';
    if (this.#isDedupePreferred && !isNewer && canReplace(dependency, current)) {
      const verdict = this.#withPeers('replace');
      if (verdict !== 'conflict') return verdict;
    }
    // It can be placed deeper, so the current one stays.
    if (target !== this.deepestTarget) return 'conflict';
    // Its dependent requires it in this place, not as a peer.
    if (!edge.isPeer && target === edge.from) return this.#withPeers('replace');
    if (!this.#request.parent && !edge.isPeer) return 'conflict';
    return this.#mayPushOut(current) ? this.#withPeers('replace') : 'conflict';
  }

  /** A peer must be placed here: checks whether the sets of peers with the current one can be replaced or placed deeper. */
  #mayPushOut(current: PackageNode): boolean {
    const { dependency, edge, target } = this.#request;
    const ours = dependency.parent?.children ?? new Map<string, PackageNode>();
    for (const [entryEdge, peers] of peerEntrySets(current)) {
      const entry = entryEdge.to;
      if (entryEdge === edge || entryEdge === this.#entryEdge || !entry) continue;
      const replacement = ours.get(entry.name);
      if (replacement ? canReplace(replacement, entry, new Set(ours.keys())) : ourPeersSuit(entry, ours)) continue;
      for (const peer of peers) {
        const deepest = deepestNestingTarget(entryEdge.from, peer.name);
        if (deepest === target || target.isDescendantOf(deepest)) return false;
      }
    }
    return true;
  }

  #withPeers(verdict: PlacementVerdict): PlacementVerdict {
    this.#verdictBeforePeers = verdict;
    if (this.#peersVerdict) return this.#peersVerdict;
    const { dependency, target } = this.#request;
    const peerPath = [...(this.#request.peerPath ?? []), dependency];
    let hasConflict = false;
    for (const peerEdge of dependency.edgesOut.values()) {
      const peer = peerEdge.isPeer ? peerEdge.to : null;
      if (!peer || peerPath.includes(peer)) continue;
      const check = new PlacementCheck({
        dependency: peer,
        edge: peerEdge,
        target: deepestNestingTarget(target, peer.name),
        parent: this,
        isDedupePreferred: true,
        isExplicit: false,
        peerPath,
      });
      if (check.verdict === 'conflict') hasConflict = true;
    }
    this.#peersVerdict = hasConflict ? 'conflict' : verdict;
    return this.#peersVerdict;
  }

  get deepestTarget(): PackageNode {
    const start = this.#request.parent?.deepestTarget ?? this.#request.edge.from;
    return deepestNestingTarget(start, this.#request.edge.name);
  }

  /** The edge by which the whole set of peers entered. */
  get #entryEdge(): Edge {
    let request = this.#request;
    while (request.parent) request = request.parent.#request;
    return request.edge;
  }
}

/** Returns whether our peers satisfy the set of peers around `entry`. */
function ourPeersSuit(entry: PackageNode, ours: ReadonlyMap<string, PackageNode>): boolean {
  const walked = new Set([entry]);
  for (const peer of walked) {
    for (const edge of peer.edgesOut.values()) {
      if (!edge.isPeer || !edge.isValid) continue;
      const replacement = ours.get(edge.name);
      const to = edge.to;
      if (replacement && !edge.isSatisfiedBy(replacement)) return false;
      if (!replacement && to) walked.add(to);
    }
  }
  return true;
}
