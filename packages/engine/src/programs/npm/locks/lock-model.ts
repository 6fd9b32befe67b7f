import type { Manifest } from '../manifest.ts';
import type { DependencyFlags } from '../resolve/dependency-flags.ts';
import type { PackageNode } from '../resolve/package-node.ts';

/** One package as a lock file names it; copies at several places are one. */
export interface ModelPackage {
  name: string;
  version: string;
  manifest: Manifest;
  integrity: string | null;
  /** An archive outside of the registry. */
  url: string | null;
  /** Those of the places it is at; all ask for the same, but for peers. */
  nodes: PackageNode[];
  isOptional: boolean;
}

export interface ModelImporter {
  /** '' is the root. */
  path: string;
  manifest: Manifest;
  node: PackageNode;
  /** What it asks for, after catalogs and overrides. */
  specs: ReadonlyMap<string, string>;
}

/** A tree as lock files of other managers see it. */
export interface LockModel {
  importers: ModelImporter[];
  packages: ModelPackage[];
}

/** The manifest a lock file repeats: of what replaces native code the original's. */
export function lockedManifest(node: PackageNode): Manifest {
  return (node.source.type === 'registry' ? node.source.standIn?.original : undefined) ?? node.manifest;
}

/** The package itself, where a circle of packages is closed by a link to it; folders of the project stay links. */
export function packageAt(node: PackageNode | null | undefined): PackageNode | null {
  if (!node || node.source.type === 'failed') return null;
  return node.source.type === 'link' && node.source.target.source.type !== 'folder' ? node.source.target : node;
}

/** Whom a package gets for what it depends on, without peers. */
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
  /** What is asked for after catalogs and overrides. */
  rewrite: (manifest: Manifest, name: string, written: string) => string;
  flags: ReadonlyMap<PackageNode, DependencyFlags>;
}

/** Reads a tree: importers, and every package that a lock file is to hold. */
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
