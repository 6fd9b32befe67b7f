import { z } from 'zod';
import { type Manifest, parseManifest } from './manifest.ts';
import { isPackageName } from './package-spec.ts';
import type { DependencyFlags } from './resolve/dependency-flags.ts';
import { type EdgeOptions, loadEdges } from './resolve/load-edges.ts';
import { PackageNode, type PackageSource } from './resolve/package-node.ts';
import { standInRange, substituteFor } from './substitutions.ts';

const lockFileSchema = z.object({
  lockfileVersion: z.number(),
  packages: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export interface LockedPackage {
  location: string;
  manifest: Manifest;
  integrity: string | null;
  resolved: string | null;
}

export interface LockFile {
  /** The requirements of the root's package.json when the lock was written. */
  root: Manifest;
  /** Parents come before the packages inside them. */
  packages: LockedPackage[];
  /** The links of packages that depend on a package which contains them: the location of each link, and its target. */
  links: { location: string; target: string }[];
}

/** Reads a package-lock.json of version 2 or 3. Returns null for anything else (the tree is then resolved again). */
export function readLockFile(text: string): LockFile | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = lockFileSchema.safeParse(json);
  if (!parsed.success || parsed.data.lockfileVersion < 2) return null;
  const packages: LockedPackage[] = [];
  const links: LockFile['links'] = [];
  for (const [location, entry] of Object.entries(parsed.data.packages)) {
    if (entry.link === true && typeof entry.resolved === 'string') links.push({ location, target: entry.resolved });
    if (entry.link === true || entry.inBundle === true) continue;
    const folderName = nameOfLocation(location);
    if (folderName === null) continue;
    const manifest = parseManifest({ name: folderName, ...entry });
    const { integrity, resolved } = entry;
    packages.push({
      location,
      manifest,
      integrity: typeof integrity === 'string' ? integrity : null,
      resolved: typeof resolved === 'string' ? resolved : null,
    });
  }
  packages.sort((left, right) => depthOf(left.location) - depthOf(right.location));
  return { root: parseManifest(parsed.data.packages[''] ?? {}), packages, links };
}

function depthOf(location: string): number {
  return location.split('/node_modules/').length;
}

/** Returns the last folder's name if every step of the location is a package name; null for a location outside `node_modules`. */
function nameOfLocation(location: string): string | null {
  const names = `/${location}`.split('/node_modules/').slice(1);
  return names.every(isPackageName) ? (names.at(-1) ?? null) : null;
}

/**
 * Adds the locked packages to a tree that contains only its root. Native packages that are replaced (they are resolved again) and packages
 * outside the registry are left out.
 */
export function loadLockedTree(root: PackageNode, lock: LockFile, options: EdgeOptions): void {
  for (const { location, manifest, integrity, resolved } of lock.packages) {
    const parent = parentAt(root, location);
    const name = nameOfLocation(location);
    if (!parent || name === null || parent.children.has(name)) continue;
    if (standInRange(manifest.name, manifest.version) !== null) continue;
    if (substituteFor(manifest.name) !== null || (resolved !== null && !/^https?:/.test(resolved)) || manifest.version === '') continue;
    const wanted = root.rules?.forPackage(name, manifest.version) ?? null;
    // Archives from elsewhere do not have the registry's path (`name/-/name-1.0.0.tgz`).
    const isRemote = resolved !== null && !resolved.includes('/-/');
    const source: PackageSource = isRemote
      ? { type: 'remote', url: resolved, integrity }
      : { type: 'registry', integrity, tarball: resolved };
    const node = new PackageNode(name, manifest, source, wanted);
    loadEdges(node, options, root);
    node.place(parent);
  }
  for (const { location, target } of lock.links) placeLockedLink(root, location, target);
}

/** Adds only links that close a cycle of packages, which would otherwise nest endlessly; folders are linked by their dependents. */
function placeLockedLink(root: PackageNode, location: string, target: string): void {
  const parent = parentAt(root, location);
  const name = nameOfLocation(location);
  if (!parent || name === null || parent.children.has(name) || nameOfLocation(target) !== name) return;
  const above = parentAt(root, target)?.children.get(name);
  if (!above || !parent.isDescendantOf(above)) return;
  new PackageNode(name, above.manifest, { type: 'link', target: above }, above.rules).place(parent);
}

function parentAt(root: PackageNode, location: string): PackageNode | null {
  const [folder = '', ...names] = `/${location}`.split('/node_modules/').slice(0, -1);
  let node = folder === '' ? root : folderAt(root, folder.slice(1));
  for (const name of names) node = node?.children.get(name) ?? null;
  return node;
}

/** Returns the workspace (or linked folder) at a path of the project. */
function folderAt(root: PackageNode, path: string): PackageNode | null {
  for (const { source } of root.children.values()) {
    if (source.type === 'link' && source.target.location === path) return source.target;
  }
  return null;
}

export interface LockedRoot {
  name: string;
  version: string;
  manifest: Manifest;
  workspacePatterns: readonly string[];
}

/** Writes a package-lock.json of version 3 as npm does. `resolved` is left out: the reader chooses its own registry. */
export function writeLockFile(tree: PackageNode, flags: ReadonlyMap<PackageNode, DependencyFlags>, root: LockedRoot): string {
  const packages = new Map<string, unknown>();
  for (const node of lockedNodes(tree)) packages.set(node.location, lockEntry(node, flags.get(node)));
  const sorted = [...packages].sort(([left], [right]) => byName(left, right));
  const document: Record<string, unknown> = {
    name: root.name,
    ...(root.version === '' ? {} : { version: root.version }),
    lockfileVersion: 3,
    requires: true,
    packages: Object.fromEntries([['', rootEntry(root)], ...sorted]),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Describes the installed packages for tools that check for changes (`node_modules/.package-lock.json`). */
export function writeHiddenLockFile(
  nodes: readonly PackageNode[],
  flags: ReadonlyMap<PackageNode, DependencyFlags>,
  { name, version }: LockedRoot,
): string {
  const folders = nodes.flatMap(({ source }) => (source.type === 'link' && source.target.source.type === 'folder' ? [source.target] : []));
  const entries = [...new Set([...nodes, ...folders])].map((node) => [node.location, lockEntry(node, flags.get(node))] as const);
  const packages = Object.fromEntries(entries.sort(([left], [right]) => byName(left, right)));
  return `${JSON.stringify({ name, ...(version === '' ? {} : { version }), lockfileVersion: 3, requires: true, packages }, null, 2)}\n`;
}

function* lockedNodes(tree: PackageNode): Generator<PackageNode> {
  const folders = new Set<PackageNode>();
  for (const node of tree.withDescendants()) {
    if (node === tree || node.source.type === 'failed') continue;
    yield node;
    if (node.source.type === 'link' && node.source.target.source.type === 'folder') folders.add(node.source.target);
  }
  for (const folder of folders) yield* folder.withDescendants();
}

function rootEntry(root: LockedRoot): Record<string, unknown> {
  const entry = manifestFields(root.manifest);
  const development = toRecord(root.manifest.devDependencies);
  const workspaces = root.workspacePatterns.length > 0 ? { workspaces: root.workspacePatterns } : {};
  const version = root.version === '' ? {} : { version: root.version };
  return inOrder({ name: root.name, ...version, ...workspaces, ...entry, ...(development ? { devDependencies: development } : {}) });
}

function lockEntry(node: PackageNode, flags: DependencyFlags | undefined): Record<string, unknown> {
  const { source, manifest } = node;
  if (source.type === 'link') return { resolved: source.target.location, link: true };
  const entry: Record<string, unknown> = {};
  const folderName = source.type === 'folder' ? source.path.split('/').at(-1) : node.name;
  if (node.packageName !== folderName) entry.name = node.packageName;
  if (manifest.version !== '') entry.version = manifest.version;
  if (source.type === 'archive') entry.resolved = `file:${source.path}`;
  if (source.type === 'remote') entry.resolved = source.url;
  if ('integrity' in source && source.integrity) entry.integrity = source.integrity;
  if (flags?.isExtraneous) entry.extraneous = true;
  else if (flags) {
    if (flags.isPeer) entry.peer = true;
    if (flags.isDev) entry.dev = true;
    if (flags.isOptional) entry.optional = true;
    if (flags.isDevOptional) entry.devOptional = true;
  }
  if (manifest.hasInstallScript) entry.hasInstallScript = true;
  const development = source.type === 'folder' ? toRecord(manifest.devDependencies) : undefined;
  return inOrder({ ...entry, ...manifestFields(manifest), ...(development ? { devDependencies: development } : {}) });
}

/** Returns the package's fields that npm copies into the lock file. */
function manifestFields(manifest: Manifest): Record<string, unknown> {
  const peersMeta = Object.fromEntries([...manifest.optionalPeers].sort(byName).map((name) => [name, { optional: true }]));
  const fields: [string, unknown][] = [
    ['deprecated', manifest.deprecated ?? undefined],
    ['license', manifest.license ?? undefined],
    ['cpu', manifest.cpu.length > 0 ? manifest.cpu : undefined],
    ['os', manifest.os.length > 0 ? manifest.os : undefined],
    ['libc', manifest.libc.length > 0 ? manifest.libc : undefined],
    ['bundleDependencies', manifest.bundled.size > 0 ? [...manifest.bundled] : undefined],
    ['dependencies', toRecord(manifest.dependencies)],
    ['bin', toRecord(manifest.bin)],
    ['engines', toRecord(manifest.engines)],
    ['funding', typeof manifest.funding === 'string' ? { url: manifest.funding } : manifest.funding],
    ['optionalDependencies', toRecord(manifest.optionalDependencies)],
    ['peerDependencies', toRecord(manifest.peerDependencies)],
    ['peerDependenciesMeta', manifest.optionalPeers.size > 0 ? peersMeta : undefined],
  ];
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function byName(left: string, right: string): number {
  return left.localeCompare(right, 'en');
}

function toRecord(map: ReadonlyMap<string, string>): Record<string, string> | undefined {
  return map.size === 0 ? undefined : Object.fromEntries([...map].sort(([left], [right]) => byName(left, right)));
}

const leadingKeys = ['name', 'version', 'resolved', 'integrity', 'dependencies'];

/** Sorts keys as npm does: plain values before objects, the leading ones first, the others by name. */
function inOrder(entry: Record<string, unknown>): Record<string, unknown> {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const rank = (key: string) => (leadingKeys.includes(key) ? leadingKeys.indexOf(key) : leadingKeys.length);
  return Object.fromEntries(
    Object.entries(entry).sort(([leftKey, left], [rightKey, right]) => {
      if (isObject(left) !== isObject(right)) return isObject(left) ? 1 : -1;
      return rank(leftKey) - rank(rightKey) || byName(leftKey, rightKey);
    }),
  );
}
