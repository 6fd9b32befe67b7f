import type { Manifest } from '../manifest.ts';
import { type PackageSpec, parseSpec } from '../package-spec.ts';
import { satisfies } from '../semver.ts';
import { canReplace, isSubstitute, substituteRange } from '../substitutions.ts';
import type { OverrideRules } from './override-rules.ts';

export type EdgeType = 'prod' | 'dev' | 'optional' | 'peer' | 'peerOptional' | 'workspace';

/** A package that replaces a native one: the lock file names the original. */
export interface StandIn {
  original: Manifest;
  /** The manifest actually installed; dependencies of only the original are locked, but not installed. */
  own: Manifest;
}

/** The fixed version of a dependency. */
export interface Pin {
  packageName: string;
  version: string;
  /** The spec that requests it. */
  spec: PackageSpec;
}

/** The origin of a package. */
export type PackageSource =
  | { type: 'root' }
  | { type: 'registry'; integrity: string | null; tarball: string | null; standIn?: StandIn }
  /** A link to a folder of the project; its node is the folder's. */
  | { type: 'link'; target: PackageNode }
  | { type: 'folder'; path: string }
  | { type: 'archive'; path: string; integrity: string | null }
  /** The URL of an archive outside the registry. */
  | { type: 'remote'; url: string; integrity: string | null }
  /** Unavailable; only optional packages may end like this. */
  | { type: 'failed'; error: unknown };

/** A dependency of one package on another. The package it resolves to depends on their places, so it is looked up and never stored. */
export class Edge {
  /** Set when a conflict among peers was accepted; the builder then leaves the edge alone. */
  isConflictAccepted = false;
  readonly spec: PackageSpec;
  readonly rules: OverrideRules | null;

  constructor(
    readonly from: PackageNode,
    readonly type: EdgeType,
    readonly name: string,
    /** As written in the package.json. */
    readonly writtenSpec: string,
    /** After the overrides. */
    readonly specText: string,
    /** Set if versions were chosen before placement. */
    readonly pin: Pin | null = null,
  ) {
    this.spec = pin?.spec ?? parseSpec(specText);
    this.rules = from.rules?.forDependency(name, writtenSpec) ?? null;
  }

  get isPeer(): boolean {
    return this.type === 'peer' || this.type === 'peerOptional';
  }

  get isOptional(): boolean {
    return this.type === 'optional' || this.type === 'peerOptional';
  }

  /** Returns the package that Node would resolve. */
  get to(): PackageNode | null {
    return this.from.resolve(this.name);
  }

  get isValid(): boolean {
    const to = this.to;
    if (!to) return this.isOptional;
    // A peer inside the package itself would not be the one its dependent sees.
    if (this.isPeer && this.from === to.parent && !this.from.isTop) return false;
    return this.isSatisfiedBy(to);
  }

  isSatisfiedBy(node: PackageNode): boolean {
    if (node.name !== this.name) return false;
    if (this.pin) return node.lockedName === this.pin.packageName && node.lockedVersion === this.pin.version;
    if (fits(node, this.spec)) return true;
    if (this.specText === this.writtenSpec || !fits(node, parseSpec(this.writtenSpec))) return false;
    // Overridden, but the rule does not apply to the version that is present.
    return this.rules !== null && this.rules.appliesTo !== '*' && !satisfies(node.version, this.rules.appliesTo);
  }
}

function fits(node: PackageNode, spec: PackageSpec): boolean {
  switch (spec.type) {
    case 'range':
      return (
        spec.range === '*' ||
        satisfies(node.version, spec.range) ||
        (isSubstitute(node.name, node.packageName) && satisfies(node.version, substituteRange(node.name) ?? spec.range)) ||
        canReplace(node.packageName, node.version, spec.range)
      );
    case 'tag':
      return node.source.type === 'registry';
    case 'alias':
      return node.packageName === spec.name && fits(node, spec.target);
    case 'workspace':
      return node.source.type === 'link';
    case 'remote':
      return node.source.type === 'remote' && node.source.url === spec.url;
    case 'folder':
    case 'archive':
      return node.source.type === spec.type || node.source.type === 'link';
    case 'unsupported':
      return false;
  }
}

/** A package at a place in the tree. The tree is changed only through `place` and `remove`. */
export class PackageNode {
  readonly children = new Map<string, PackageNode>();
  readonly edgesOut = new Map<string, Edge>();
  parent: PackageNode | null = null;
  /** For a project folder outside `node_modules` (a workspace): where resolution continues. */
  enclosing: PackageNode | null = null;
  /** All edges of a tree by the name that they require. Only top nodes have this index. */
  #edgesByName = new Map<string, Set<Edge>>();
  /** An unsupported platform, or part of a failed optional branch: in the lock file, but not on disk. */
  isInert = false;

  constructor(
    /** The folder's name, which differs from the package's own if it is an alias. */
    readonly name: string,
    /** Replaced when the package's own package.json has more fields than the registry's short form (its license). */
    public manifest: Manifest,
    readonly source: PackageSource,
    readonly rules: OverrideRules | null,
    /** For a virtual root: the package whose peers it collects. */
    readonly sourceReference: PackageNode | null = null,
  ) {}

  get version(): string {
    return this.manifest.version;
  }

  /** The package's own name. */
  get packageName(): string {
    return this.manifest.name || this.name;
  }

  /** The name in a lock file: for a replacement of native code, the original's. */
  get lockedName(): string {
    return this.#original.name || this.name;
  }

  get lockedVersion(): string {
    if (this.source.type !== 'link') return this.#original.version;
    // For a link to a package above that depends on this one in a cycle: that package's version.
    return this.source.target.source.type === 'folder' ? 'link' : this.source.target.lockedVersion;
  }

  get #original(): Manifest {
    return (this.source.type === 'registry' ? this.source.standIn?.original : undefined) ?? this.manifest;
  }

  get isTop(): boolean {
    return this.parent === null;
  }

  get isProjectRoot(): boolean {
    return this.parent === null && this.enclosing === null;
  }

  get resolveParent(): PackageNode | null {
    return this.parent ?? this.enclosing;
  }

  get root(): PackageNode {
    let node: PackageNode = this;
    for (let above = node.resolveParent; above; above = node.resolveParent) node = above;
    return node;
  }

  get depth(): number {
    return this.parent ? this.parent.depth + 1 : 0;
  }

  /** The path in the project's folder: `node_modules/a/node_modules/b`; '' for the root. */
  get location(): string {
    if (this.parent) return `${this.parent.location === '' ? '' : `${this.parent.location}/`}node_modules/${this.name}`;
    return this.source.type === 'folder' ? this.source.path : '';
  }

  /** Yields the node itself and each node that resolution passes on its way up. */
  *ancestry(): Generator<PackageNode> {
    for (let node: PackageNode | null = this; node; node = node.resolveParent) yield node;
  }

  resolve(name: string): PackageNode | null {
    for (const node of this.ancestry()) {
      const child = node.children.get(name);
      if (child) return child;
    }
    return null;
  }

  isDescendantOf(node: PackageNode): boolean {
    for (const above of this.ancestry()) if (above === node) return true;
    return false;
  }

  /** The edges that resolve to this node. */
  get edgesIn(): Edge[] {
    const asking = this.root.#edgesByName.get(this.name);
    return asking ? [...asking].filter((edge) => edge.to === this) : [];
  }

  addEdge(edge: Edge): void {
    const previous = this.edgesOut.get(edge.name);
    const index = this.root.#edgesByName;
    if (previous) index.get(edge.name)?.delete(previous);
    this.edgesOut.set(edge.name, edge);
    addTo(index, edge);
  }

  /** Places this node and its descendants, replacing any node of that name. */
  place(parent: PackageNode): void {
    if (this.parent) this.remove();
    parent.children.get(this.name)?.remove();
    this.parent = parent;
    parent.children.set(this.name, this);
    const index = parent.root.#edgesByName;
    for (const node of this.withDescendants()) for (const edge of node.edgesOut.values()) addTo(index, edge);
    this.#edgesByName = new Map();
  }

  /** Makes this the target of the project folder `enclosing` (a workspace). */
  enclose(enclosing: PackageNode): void {
    this.enclosing = enclosing;
    const index = enclosing.root.#edgesByName;
    for (const edge of this.edgesOut.values()) addTo(index, edge);
  }

  /** Removes this node and its descendants from its tree. */
  remove(): void {
    if (!this.parent) return;
    const index = this.root.#edgesByName;
    this.parent.children.delete(this.name);
    this.parent = null;
    for (const node of this.withDescendants()) {
      for (const edge of node.edgesOut.values()) {
        index.get(edge.name)?.delete(edge);
        addTo(this.#edgesByName, edge);
      }
    }
  }

  *withDescendants(): Generator<PackageNode> {
    yield this;
    for (const child of [...this.children.values()]) yield* child.withDescendants();
  }

  /** Returns whether both are the same package, regardless of their places. */
  matches(node: PackageNode): boolean {
    if (node === this) return true;
    if (node.name !== this.name) return false;
    const [mine, theirs] = [this.source, node.source];
    if (mine.type === 'link' && theirs.type === 'link') return mine.target === theirs.target;
    if (mine.type === 'registry' && theirs.type === 'registry' && mine.integrity && theirs.integrity)
      return mine.integrity === theirs.integrity;
    return mine.type === theirs.type && node.packageName === this.packageName && node.version === this.version;
  }
}

function addTo(index: Map<string, Set<Edge>>, edge: Edge): void {
  const edges = index.get(edge.name);
  if (edges) edges.add(edge);
  else index.set(edge.name, new Set([edge]));
}
