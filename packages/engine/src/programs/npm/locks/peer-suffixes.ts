import type { PackageNode } from '../resolve/package-node.ts';
import { dependenciesOf, type LockModel, lockedManifest, packageAt } from './lock-model.ts';

/**
 * Peer suffixes by which pnpm distinguishes copies of a package: `a@1.0.0(b@2.0.0)`. A package's peers are its own and those of its
 * dependencies, unless it provides them itself.
 */
export class PeerSuffixes {
  readonly #peers = new Map<PackageNode, Map<string, PackageNode>>();
  readonly #keys = new Map<PackageNode, string>();
  readonly #direct: ReadonlySet<string>;

  /** @param patchHashOf the hash that pnpm adds to the key of a package patched by the project */
  constructor(
    model: LockModel,
    private readonly patchHashOf: (node: PackageNode) => string | null = () => null,
  ) {
    this.#direct = new Set(
      model.importers.flatMap(({ manifest }) => [
        ...manifest.dependencies.keys(),
        ...manifest.devDependencies.keys(),
        ...manifest.optionalDependencies.keys(),
      ]),
    );
    const nodes = model.packages.flatMap((item) => item.nodes);
    for (const node of nodes) this.#peers.set(node, this.#ownPeers(node));
    // Peers of a package's dependencies are also its own, through any number of packages and cycles.
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const node of nodes) hasChanged = this.#inherit(node) || hasChanged;
    }
  }

  /** Returns `name@version(peers)`. */
  key(node: PackageNode): string {
    return this.#key(node, new Set());
  }

  /** Returns the reference of a dependency called `name`; the package's name is omitted if it is the same. */
  reference(name: string, node: PackageNode): string {
    const key = this.key(node);
    return node.lockedName === name ? key.slice(name.length + 1) : key;
  }

  peersOf(node: PackageNode): ReadonlyMap<string, PackageNode> {
    return this.#peers.get(node) ?? new Map();
  }

  transitivePeersOf(node: PackageNode): string[] {
    const own = lockedManifest(node).peerDependencies;
    return [...this.peersOf(node).keys()].filter((name) => !own.has(name)).sort();
  }

  #ownPeers(node: PackageNode): Map<string, PackageNode> {
    const { peerDependencies, optionalPeers, dependencies } = lockedManifest(node);
    const peers = new Map<string, PackageNode>();
    for (const name of peerDependencies.keys()) {
      const to = packageAt(node.edgesOut.get(name)?.to);
      if (!to || dependencies.has(name)) continue;
      if (to.source.type === 'link' || to.parent === node) continue;
      if (optionalPeers.has(name) && !this.#direct.has(name)) continue;
      peers.set(name, to);
    }
    return peers;
  }

  #inherit(node: PackageNode): boolean {
    const own = this.#peers.get(node);
    if (!own) return false;
    let hasChanged = false;
    const brought = dependenciesOf(node);
    for (const { to } of brought.values()) {
      for (const [name, peer] of this.#peers.get(to) ?? []) {
        if (own.has(name) || brought.get(name)?.to === peer || peer === node) continue;
        own.set(name, peer);
        hasChanged = true;
      }
    }
    return hasChanged;
  }

  #key(node: PackageNode, above: ReadonlySet<PackageNode>): string {
    const known = above.size === 0 ? this.#keys.get(node) : undefined;
    if (known !== undefined) return known;
    const { source } = node;
    const hash = this.patchHashOf(node);
    const plain = `${node.lockedName}@${source.type === 'remote' ? source.url : node.lockedVersion}${hash === null ? '' : `(patch_hash=${hash})`}`;
    // Peers nested deeper than this do not distinguish any further copies.
    if (above.has(node) || above.size > 2) return plain;
    const inside = new Set([...above, node]);
    const peers = [...this.peersOf(node).values()].map((peer) => this.#key(peer, inside));
    const key =
      plain +
      [...new Set(peers)]
        .sort()
        .map((peer) => `(${peer})`)
        .join('');
    if (above.size === 0) this.#keys.set(node, key);
    return key;
  }
}
