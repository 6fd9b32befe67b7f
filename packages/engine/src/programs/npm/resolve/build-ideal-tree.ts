import { type Manifest, parseManifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import { isCompanion, workingRange } from '../substitutions.ts';
import { canDedupe, canReplace } from './dependency-sets.ts';
import { loadEdges } from './load-edges.ts';
import type { OverrideRules } from './override-rules.ts';
import type { FoundPackage, PackageFinder } from './package-finder.ts';
import { Edge, PackageNode } from './package-node.ts';
import { type Placement, type PlacementContext, peerConflict, placeDependency } from './place-dependency.ts';

export interface WorkspaceFolder {
  /** Relative to the project. */
  path: string;
  manifest: Manifest;
}

export interface IdealTreeOptions extends PlacementContext {
  manifest: Manifest;
  rules: OverrideRules | null;
  workspaces: readonly WorkspaceFolder[];
  finder: PackageFinder;
  /** Explicitly requested names, by the path of the workspace ('' is the root): they are always resolved again. */
  explicit: ReadonlyMap<string, ReadonlySet<string>>;
  /** Removes copies that one further up can replace, even if that one is older. */
  isDedupe: boolean;
  /** Adds the content of a lock file before anything is resolved. */
  loadLocked: (root: PackageNode) => void;
  /** Called for each package that is placed (it may still be removed). */
  onPlaced: (node: PackageNode) => void;
}

/** Builds the tree npm would build: breadth first, each node's open edges by name, every package as near to the root as possible. */
export function buildIdealTree(options: IdealTreeOptions): Promise<PackageNode> {
  return new IdealTreeBuilder(options).build();
}

class IdealTreeBuilder {
  readonly #queue: PackageNode[] = [];
  readonly #seen = new Set<PackageNode>();
  readonly #virtualRoots = new Map<PackageNode, PackageNode>();
  /** For each peer, the package in whose virtual root it was resolved. */
  readonly #peerSources = new Map<PackageNode, PackageNode>();
  readonly #explicitEdges = new Set<Edge>();
  readonly #folders = new Map<string, PackageNode>();

  constructor(private readonly options: IdealTreeOptions) {}

  async build(): Promise<PackageNode> {
    const { options } = this;
    const root = new PackageNode(options.manifest.name, options.manifest, { type: 'root' }, options.rules);
    this.#addWorkspaces(root);
    loadEdges(root, options, root);
    options.loadLocked(root);
    if (options.isDedupe) removeCopies(root);
    for (const [path, names] of options.explicit) {
      const asking = path === '' ? root : this.#folders.get(path);
      for (const name of names) {
        const edge = asking?.edgesOut.get(name);
        if (edge) this.#explicitEdges.add(edge);
      }
    }
    for (const edge of root.edgesOut.values()) if (this.#isProblem(edge)) options.finder.prefetch(edge.name, edge.spec);
    this.#queue.push(root, ...[...root.withDescendants()].filter(lacksDependency));
    for (let node = this.#next(); node; node = this.#next()) await this.#completeNode(node, root);
    return root;
  }

  #addWorkspaces(root: PackageNode): void {
    for (const { path, manifest } of this.options.workspaces) {
      const folder = new PackageNode(manifest.name, manifest, { type: 'folder', path }, root.rules);
      folder.enclose(root);
      loadEdges(folder, this.options, root);
      this.#folders.set(path, folder);
      new PackageNode(manifest.name, manifest, { type: 'link', target: folder }, null).place(root);
      root.addEdge(new Edge(root, 'workspace', manifest.name, `file:${path}`, `file:${path}`));
      this.#queue.push(folder);
    }
  }

  #next(): PackageNode | undefined {
    this.#queue.sort((left, right) => left.depth - right.depth || left.location.localeCompare(right.location, 'en'));
    return this.#queue.shift();
  }

  async #completeNode(node: PackageNode, root: PackageNode): Promise<void> {
    if (this.#seen.has(node) || node.root !== root) return;
    this.#seen.add(node);
    const peerSource = this.#peerSources.get(node) ?? node;
    const tasks: { edge: Edge; dependency: PackageNode }[] = [];
    for (const edge of this.#problemEdges(node)) {
      if (edge.isConflictAccepted) continue;
      tasks.push({ edge, dependency: await this.#resolveProblem(edge, edge.isPeer ? peerSource : node) });
    }
    tasks.sort((left, right) => left.edge.name.localeCompare(right.edge.name, 'en'));
    for (const { edge, dependency } of tasks) {
      for (const placement of placeDependency(this.options, edge, dependency, this.#explicitEdges.has(edge))) this.#enqueue(placement);
    }
  }

  #enqueue({ edge, placed, verdict, needEvaluation }: Placement): void {
    this.options.onPlaced(placed);
    for (const edgeIn of placed.edgesIn) {
      if (edgeIn === edge || edgeIn.isConflictAccepted || edgeIn.isValid) continue;
      // It replaced a package that others used; their edges are checked again.
      if (verdict === 'ok' || verdict === 'replace') this.#seen.delete(edgeIn.from);
      this.#queue.push(edgeIn.from);
    }
    this.#queue.push(placed);
    for (const node of needEvaluation) {
      this.#seen.delete(node);
      this.#queue.push(node);
    }
    for (const problem of this.#problemEdges(placed)) this.options.finder.prefetch(problem.name, problem.spec);
  }

  async #resolveProblem(edge: Edge, source: PackageNode): Promise<PackageNode> {
    const virtualRoot = this.#virtualRoot(source, true);
    const virtualEdge = virtualRoot.edgesOut.get(edge.name);
    const known = virtualEdge?.isValid ? virtualEdge.to : null;
    if (known && edge.isSatisfiedBy(known)) return known;
    if (edge.type === 'peerOptional' && !this.#explicitEdges.has(edge)) {
      const standing = findBelow(edge.from.resolveParent ?? edge.from, edge);
      if (standing) return standing;
    }
    return this.#nodeForEdge(edge, edge.isPeer ? virtualRoot : null, null, new Set([edge.from]));
  }

  #problemEdges(node: PackageNode): Edge[] {
    const bundled = node.source.type === 'root' || node.source.type === 'folder' ? null : node.manifest.bundled;
    return [...node.edgesOut.values()].filter((edge) => !bundled?.has(edge.name) && this.#isProblem(edge));
  }

  #isProblem(edge: Edge): boolean {
    const to = edge.to;
    if (to?.source.type === 'failed') return false;
    if (!to) return edge.type !== 'peerOptional' || this.#explicitEdges.has(edge);
    return !edge.isValid || this.#explicitEdges.has(edge);
  }

  /** Builds a separate tree in which the peers of `source`'s dependencies resolve each other before they are placed. */
  #virtualRoot(source: PackageNode, isReused: boolean): PackageNode {
    const known = this.#virtualRoots.get(source);
    if (known && isReused) return known;
    const virtualRoot = new PackageNode(source.name, source.manifest, source.source, source.rules, source);
    loadEdges(virtualRoot, this.options, source.root);
    this.#virtualRoots.set(source, virtualRoot);
    return virtualRoot;
  }

  async #nodeForEdge(edge: Edge, givenParent: PackageNode | null, second: Edge | null, required: Set<PackageNode>): Promise<PackageNode> {
    const parent = givenParent ?? this.#virtualRoot(edge.from, false);
    let node = await this.#nodeForSpec(edge, parent);
    // Another edge also needs it: if the package resolved for that edge satisfies both, it is used.
    if (second && !second.isSatisfiedBy(node)) {
      const other = await this.#nodeForSpec(second, parent);
      if (edge.isSatisfiedBy(other)) node = other;
    }
    node.place(parent);
    const isRequired = (by: Edge) => required.has(by.from) && by.type !== 'peerOptional';
    if (isRequired(edge) || (second && isRequired(second))) required.add(node);
    if (parent.sourceReference) this.#peerSources.set(node, parent.sourceReference);
    if (!this.options.hasLegacyPeers) await this.#loadPeers(node, required);
    return node;
  }

  async #nodeForSpec(edge: Edge, parent: PackageNode): Promise<PackageNode> {
    const projectRoot = (parent.sourceReference ?? parent).root;
    let found: FoundPackage;
    try {
      found = await this.options.finder.find(edge.name, edge.spec);
    } catch (error) {
      const isOffline = error instanceof NpmError && error.code === 'ENETUNREACH';
      if (isOffline || !(error instanceof NpmError) || !this.#mayFail(edge)) throw error;
      found = { manifest: parseManifest({ name: edge.name }), source: { type: 'failed', error } };
    }
    const rules = edge.rules?.forPackage(edge.name, found.manifest.version) ?? null;
    if (found.source.type === 'folder') {
      return new PackageNode(edge.name, found.manifest, this.#linkTo(found, found.source.path, projectRoot), rules);
    }
    const node = new PackageNode(edge.name, found.manifest, found.source, rules);
    loadEdges(node, this.options, projectRoot);
    return node;
  }

  /** Links a project folder in place; its dependencies are resolved from that folder. */
  #linkTo(found: FoundPackage, path: string, projectRoot: PackageNode): PackageNode['source'] {
    const known = this.#folders.get(path);
    if (known) return { type: 'link', target: known };
    const folder = new PackageNode(found.manifest.name, found.manifest, found.source, projectRoot.rules);
    folder.enclose(projectRoot);
    loadEdges(folder, this.options, projectRoot);
    this.#folders.set(path, folder);
    this.#queue.push(folder);
    return { type: 'link', target: folder };
  }

  /** Returns true in an optional branch, which may be left out; any other failure ends the installation immediately. */
  #mayFail(edge: Edge): boolean {
    const seen = new Set<PackageNode>();
    const isOptionalNode = (node: PackageNode): boolean => {
      const real = node.sourceReference ?? node;
      if (seen.has(real)) return true;
      seen.add(real);
      if (real.isTop) return false;
      const users = real.edgesIn;
      return users.length > 0 && users.every((user) => user.isOptional || isOptionalNode(user.from));
    };
    return edge.isOptional || isOptionalNode(edge.from);
  }

  async #loadPeers(node: PackageNode, required: Set<PackageNode>): Promise<void> {
    const peerEdges = [...node.edgesOut.values()]
      .filter((edge) => edge.isPeer && !(edge.to && edge.isValid))
      // Includes optional peers: they are not installed for their own sake, but must not contradict one that is.
      .sort((left, right) => left.name.localeCompare(right.name, 'en'));
    // All are requested at once, although they are awaited one at a time.
    for (const edge of peerEdges) void this.options.finder.find(edge.name, edge.spec).catch(() => undefined);
    for (const edge of peerEdges) {
      const parent = node.parent;
      if (!parent) return;
      if (edge.to && edge.isValid) continue;
      await this.#loadPeer(edge, parent, required);
    }
  }

  async #loadPeer(edge: Edge, parent: PackageNode, required: Set<PackageNode>): Promise<void> {
    const parentEdge = parent.edgesOut.get(edge.name);
    const isOfProject = parent.source.type === 'root' || parent.source.type === 'folder';
    const isConflictAllowed = this.options.isForced || !isOfProject;
    const current = edge.to;
    if (!current) {
      if (!parentEdge) {
        await this.#nodeForEdge(edge, parent, null, required);
        return;
      }
      const dependency = await this.#nodeForEdge(parentEdge, parent, edge, required);
      if (edge.isValid) return;
      if (!isConflictAllowed && required.has(dependency)) throw peerConflict(edge, dependency);
      edge.isConflictAccepted = true;
      return;
    }
    const dependency = await this.#nodeForEdge(edge, null, null, required);
    if (canReplace(dependency, current)) await this.#nodeForEdge(edge, parent, null, required);
    else if (!isConflictAllowed && required.has(edge.from)) throw peerConflict(edge, dependency);
  }
}

function removeCopies(root: PackageNode): void {
  for (let hasChanged = true; hasChanged; ) {
    const copy = [...root.withDescendants()].find((node) => !node.isTop && node.source.type === 'registry' && canDedupe(node, true, false));
    hasChanged = copy !== undefined;
    copy?.remove();
  }
}

/** Returns true for a locked package with a dependency that is missing in the lock file or incompatible. */
function lacksDependency(node: PackageNode): boolean {
  return [...node.edgesOut.values()].some((edge) =>
    edge.to
      ? !edge.isValid && workingRange(node.manifest, edge.name) !== null
      : (!edge.isOptional || isCompanion(edge.name)) && !node.manifest.bundled.has(edge.name),
  );
}

function findBelow(start: PackageNode, edge: Edge): PackageNode | null {
  const queue = [...start.children.values()];
  for (const node of queue) {
    if (edge.isSatisfiedBy(node)) return node;
    queue.push(...node.children.values());
  }
  return null;
}
