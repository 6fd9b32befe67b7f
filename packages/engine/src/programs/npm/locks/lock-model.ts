import type { Manifest } from '../manifest.ts';
import type { DependencyFlags } from '../resolve/dependency-flags.ts';
import type { PackageNode } from '../resolve/package-node.ts';

/** One package as named in a lock file; copies in several places count once. */
export interface ModelPackage {
  name: string;
  version: string;
  manifest: Manifest;
  integrity: string | null;
  /** The URL of an archive outside the registry. */
  url: string | null;
  /** Its nodes in all places; all have the same dependencies, except for peers. */
  nodes: PackageNode[];
  isOptional: boolean;
}

export interface ModelImporter {
  /** '' is the root. */
  path: string;
  manifest: Manifest;
  node: PackageNode;
  /** Its dependencies after catalogs and overrides. */
  specs: ReadonlyMap<string, string>;
}

/** A tree as described by lock files of other managers. */
export interface LockModel {
  importers: ModelImporter[];
  packages: ModelPackage[];
}

/** Returns the manifest that a lock file contains: for a replacement of native code, the original's. */
export function lockedManifest(node: PackageNode): Manifest {
  return (node.source.type === 'registry' ? node.source.standIn?.original : undefined) ?? node.manifest;
}

/** Returns the package itself if a link to it closes a cycle; folders of the project stay links. */
export function packageAt(node: PackageNode | null | undefined): PackageNode | null {
  if (!node || node.source.type === 'failed') return null;
  return node.source.type === 'link' && node.source.target.source.type !== 'folder' ? node.source.target : node;
}

/** Returns the packages that a package's dependencies resolve to, without peers. */
export function dependenciesOf(node: PackageNode): Map<string, { to: PackageNode; spec: string; written: string; isOptional: boolean }> {
  const manifest = lockedManifest(node);
  const found = new Map<string, { to: PackageNode; spec: string; written: string; isOptional: boolean }>();
  for (const [kind, isOptional] of [
    ['dependencies', false],
    ['optionalDependencies', true],
  ] as const) {
    for (const name of manifest[kind].keys()) {
      const edge = node.edgesOut.get(name);
      const to = packageAt(edge?.to);
      if (edge && to) found.set(name, { to, spec: edge.specText, written: edge.writtenSpec, isOptional });
    }
  }
  return found;
}

export function keyOfNode(node: PackageNode): string {
  return `${node.lockedName}@${node.lockedVersion}`;
}

export interface ModelSources {
  importers: ReadonlyMap<string, Manifest>;
  /** Returns the spec after catalogs and overrides. */
  rewrite: (manifest: Manifest, name: string, written: string) => string;
  flags: ReadonlyMap<PackageNode, DependencyFlags>;
}

/** Reads a tree: the importers, and every package that belongs in a lock file. */
export function readModel(tree: PackageNode, { importers, rewrite, flags }: ModelSources): LockModel {
  const packages = new Map<string, ModelPackage>();
  const queue: PackageNode[] = [];
  const seen = new Set<PackageNode>();
  const folders = new Map<string, PackageNode>();
  for (const { source } of tree.children.values()) if (source.type === 'link') folders.set(source.target.location, source.target);
  const modelImporters: ModelImporter[] = [];
  for (const [path, manifest] of importers) {
    const node = path === '' ? tree : folders.get(path);
    if (!node) continue;
    const asked = [...manifest.devDependencies, ...manifest.dependencies, ...manifest.optionalDependencies];
    const specs = new Map(asked.map(([name, written]) => [name, rewrite(manifest, name, written)]));
    modelImporters.push({ path, manifest, node, specs });
  }
  const follow = (node: PackageNode | null) => {
    const real = node?.source.type === 'link' ? node.source.target : node;
    if (real && real.source.type !== 'failed' && !seen.has(real)) queue.push(real);
  };
  for (const { node } of modelImporters) for (const edge of node.edgesOut.values()) follow(edge.to);
  for (const node of queue) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.source.type === 'root') continue;
    if (node.source.type === 'folder') {
      for (const edge of node.edgesOut.values()) follow(edge.to);
      continue;
    }
    const key = keyOfNode(node);
    const known = packages.get(key);
    const isOptional = flags.get(node)?.isOptional ?? false;
    if (known) {
      known.nodes.push(node);
      known.isOptional &&= isOptional;
    } else packages.set(key, modelPackage(node, isOptional));
    for (const { to } of dependenciesOf(node).values()) follow(to);
    for (const name of lockedManifest(node).peerDependencies.keys()) follow(node.edgesOut.get(name)?.to ?? null);
  }
  return { importers: modelImporters, packages: [...packages.values()] };
}

function modelPackage(node: PackageNode, isOptional: boolean): ModelPackage {
  const { source } = node;
  const manifest = lockedManifest(node);
  const own = source.type === 'registry' && source.standIn === undefined ? source.integrity : null;
  const integrity = own ?? (source.type === 'remote' || source.type === 'archive' ? source.integrity : (manifest.dist?.integrity ?? null));
  return {
    name: node.lockedName,
    version: node.lockedVersion,
    manifest,
    integrity,
    url: source.type === 'remote' ? source.url : null,
    nodes: [node],
    isOptional,
  };
}
