import type { CommandLine } from '../command-line.ts';
import { type LockedRoot, type LockFile, loadLockedTree, readLockFile, writeHiddenLockFile, writeLockFile } from '../lock-file.ts';
import type { ForeignInstall } from '../locks/foreign-install.ts';
import { type Manifest, parseManifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import type { PackageJson } from '../package-json.ts';
import { fitsEngines, fitsPlatform } from '../platform.ts';
import { joinPath } from '../project-files.ts';
import { computeIntegrity } from '../registry/integrity.ts';
import { gunzip, readArchive } from '../registry/read-archive.ts';
import { type RegistryClient, tarballPath } from '../registry/registry-client.ts';
import { buildIdealTree } from '../resolve/build-ideal-tree.ts';
import { calculateFlags, type DependencyFlags, optionalBranch } from '../resolve/dependency-flags.ts';
import { OverrideRules } from '../resolve/override-rules.ts';
import { PackageFinder } from '../resolve/package-finder.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { canReplace } from '../substitutions.ts';
import { findWorkspaces } from '../workspaces.ts';
import type { InstallRequest } from './install-request.ts';
import { isOfStandIn, noteNative, placeAddons } from './note-native.ts';
import { readManifestAt } from './scan-installed.ts';
import { type StagedTree, stageTree, stagingFolder, sweepStaging } from './stage-tree.ts';
import { TreeEdit } from './tree-edit.ts';

export interface InstallResult extends Pick<StagedTree, 'added' | 'changed' | 'removed'> {
  tree: PackageNode;
  nodes: readonly PackageNode[];
}

const lockFileNames = ['npm-shrinkwrap.json', 'package-lock.json'];

/** Resolves, fetches, installs and saves: all of `npm install` except its scripts and its output. */
export async function installProject(session: NpmSession, request: InstallRequest): Promise<InstallResult> {
  const { files, output, commandLine } = session;
  if (session.manager.family !== 'npm' && !commandLine.isSet('global')) {
    const { ForeignInstall } = await import('../locks/foreign-install.ts');
    return completeInstall(session, request, { lock: null, foreign: new ForeignInstall(session, request) });
  }
  const lockPath = lockPathOf(session);
  const lockText = lockPath === undefined ? null : files.readText(lockPath);
  const isLockHeeded = !commandLine.isUnset('package-lock') && !request.isUpdate;
  const lock = lockText === null || !isLockHeeded ? null : readLockFile(lockText);
  if (lockText !== null && !lock && isLockHeeded) {
    output.warn('old lockfile package-lock.json is of a version this npm does not read; versions are chosen again.');
  }
  return completeInstall(session, request, { lock, foreign: null });
}

interface InstallSources {
  lock: LockFile | null;
  /** Set for package managers other than npm. */
  foreign: ForeignInstall | null;
}

async function completeInstall(session: NpmSession, request: InstallRequest, { lock, foreign }: InstallSources): Promise<InstallResult> {
  const { projectPath, commandLine } = session;
  const { packageJson } = request;
  const tree = await resolveTree(session, request, { lock, foreign });
  const flags = calculateFlags(tree);
  removeExtraneous(tree, flags);
  if (foreign) leaveOriginalsOut(tree);
  checkPlatforms(tree, flags);
  if (request.isFrozen) foreign ? foreign.assertFits() : assertLocked(tree, lock);
  warnOfEngines(session, tree);
  if (commandLine.isSet('dry-run')) return { tree, nodes: [], added: [], changed: [], removed: [] };
  const nodes = installable(tree, flags, omittedKinds(commandLine));
  const result = commandLine.isSet('package-lock-only')
    ? { added: [], changed: [], removed: [], edit: new TreeEdit() }
    : await stage(session, nodes, (request.isFrozen ?? false) && foreign === null);
  completeManifests(session, nodes);
  request.settle?.(tree);
  const root = lockedRoot(session, packageJson);
  if (!request.isFrozen && !commandLine.isUnset('save')) {
    if (request.explicit.size > 0 || packageJson.exists) saveIfChanged(session, packageJson, result.edit);
    for (const workspace of request.workspaces?.values() ?? []) saveIfChanged(session, workspace, result.edit);
    await writeLocks(session, { tree, flags, root }, foreign, result.edit);
  }
  if (!commandLine.isSet('package-lock-only')) {
    const hiddenPath = joinPath(projectPath, 'node_modules/.package-lock.json');
    if (nodes.length > 0) writeIfChanged(session, hiddenPath, writeHiddenLockFile(nodes, flags, root), result.edit);
    else result.edit.remove(hiddenPath);
  }
  const fresh = result.added.concat(result.changed);
  placeAddons(session, { nodes, fresh }, result.edit);
  await foreign?.applyPatches(nodes, result.edit);
  session.signal.throwIfAborted();
  result.edit.commit(session.context.system);
  noteNative(session, fresh);
  noteScripts(session, fresh);
  return { ...result, tree, nodes };
}

interface LockedTree {
  tree: PackageNode;
  flags: ReadonlyMap<PackageNode, DependencyFlags>;
  root: LockedRoot;
}

async function writeLocks(
  session: NpmSession,
  { tree, flags, root }: LockedTree,
  foreign: ForeignInstall | null,
  edit: TreeEdit,
): Promise<void> {
  const { commandLine, projectPath } = session;
  if (commandLine.isUnset('package-lock') || commandLine.isUnset('lockfile') || commandLine.isSet('global')) return;
  if (foreign) {
    const lockFile = await foreign.lockFile(tree, flags);
    if (lockFile) writeIfChanged(session, lockFile.path, lockFile.text, edit);
    return;
  }
  writeIfChanged(session, lockPathOf(session) ?? joinPath(projectPath, 'package-lock.json'), writeLockFile(tree, flags, root), edit);
}

function lockPathOf({ files, projectPath }: NpmSession): string | undefined {
  return lockFileNames.map((name) => joinPath(projectPath, name)).find((path) => files.exists(path));
}

/** Packages that only native originals depend on are locked, for the machines where they run, but not installed. */
function leaveOriginalsOut(tree: PackageNode): void {
  const needed = new Set<PackageNode>([tree]);
  for (const node of needed) {
    const own = node.source.type === 'registry' ? node.source.standIn?.own : undefined;
    if (node.source.type === 'link') needed.add(node.source.target);
    for (const edge of node.edgesOut.values()) {
      const isOwn =
        own === undefined || [own.dependencies, own.optionalDependencies, own.peerDependencies].some((map) => map.has(edge.name));
      const to = edge.to;
      if (to && isOwn) needed.add(to);
    }
  }
  for (const node of tree.withDescendants()) if (!needed.has(node) && !node.isTop) node.isInert = true;
}

async function stage(session: NpmSession, nodes: readonly PackageNode[], isFromScratch: boolean): Promise<StagedTree> {
  const { files, output, context, projectPath, client, signal } = session;
  const staging = stagingFolder(session.cacheFolder, context.pid);
  sweepStaging(files, context.system, staging.all);
  try {
    return await stageTree({
      projectPath,
      staging: staging.own,
      system: context.system,
      files,
      client,
      signal,
      nodes,
      isFromScratch,
      readArchiveFile: (path) => readArchiveBytes(session, path),
      onProgress: (done, total) => output.progress('installing', done, total),
    });
  } catch (error) {
    files.removeTree(staging.own);
    throw error;
  }
}

async function resolveTree(session: NpmSession, request: InstallRequest, { lock, foreign }: InstallSources): Promise<PackageNode> {
  const { files, projectPath, client, commandLine, output } = session;
  const { packageJson } = request;
  const hasLegacyPeers = commandLine.isSet('legacy-peer-deps');
  const finder = new PackageFinder({
    packument: (name) => client.packument(name),
    readFolder: (path) => readManifestAt(files, joinPath(projectPath, path)),
    readArchive: (path) => readArchiveManifest(path, readArchiveBytes(session, path)),
    readRemote: async (url) => readArchiveManifest(url, await client.remoteTarball(url, null)),
    ...(foreign ? { ...foreign.finderOptions, readVersion: (name, version) => readVersion(client, name, version) } : {}),
  });
  const warn = (text: string) => {
    // The other managers accept this silently.
    if (foreign === null) output.warn(text);
  };
  const workspaces = findWorkspaces(files, projectPath, packageJson.workspacePatterns).map((workspace) => {
    const changed = request.workspaces?.get(workspace.path);
    return changed ? { path: workspace.path, manifest: { ...changed.manifest, name: workspace.manifest.name } } : workspace;
  });
  await foreign?.resolve(finder, workspaces);
  const options = { hasLegacyPeers, isForced: commandLine.isSet('force') || foreign !== null, warn, ...foreign?.edgeOptions };
  let placed = 0;
  return buildIdealTree({
    ...options,
    manifest: packageJson.manifest,
    rules: foreign ? null : OverrideRules.parse(packageJson.document.overrides),
    workspaces,
    finder,
    explicit: request.explicit,
    isDedupe: request.isDedupe ?? false,
    loadLocked: (root) => {
      if (lock) loadLockedTree(root, lock, options);
    },
    onPlaced: (node) => {
      placed += 1;
      output.progress(`resolving ${node.name}`, placed);
      // Downloads while the rest is still being resolved; occasionally a download is not needed.
      if (node.source.type === 'registry' && fitsPlatform(node.manifest) && !commandLine.isSet('package-lock-only')) {
        void client.tarball(tarballPath(node.packageName, node.version, node.source.tarball), node.source.integrity).catch(() => undefined);
      }
    },
  });
}

async function readVersion(client: RegistryClient, name: string, version: string): Promise<Manifest | null> {
  const document = await client.version(name, version);
  if (typeof document !== 'object' || document === null) return null;
  const manifest = parseManifest(document);
  if (manifest.name !== name || manifest.version !== version) return null;
  return { ...manifest, hasInstallScript: ['preinstall', 'install', 'postinstall'].some((event) => manifest.scripts.has(event)) };
}

function readArchiveBytes(session: NpmSession, path: string): Uint8Array {
  const bytes = session.files.read(joinPath(session.projectPath, path));
  if (!bytes) throw new NpmError('ENOENT', [`There is no archive at ${path}.`]);
  return bytes;
}

async function readArchiveManifest(path: string, bytes: Uint8Array): Promise<{ manifest: Manifest; integrity: string }> {
  for (const file of readArchive(await gunzip(bytes))) {
    if (file.path !== 'package.json') continue;
    return { manifest: parseManifest(JSON.parse(new TextDecoder().decode(file.content))), integrity: await computeIntegrity(bytes) };
  }
  throw new NpmError('ENOPACKAGEJSON', [`The archive ${path} holds no package.json.`]);
}

function removeExtraneous(tree: PackageNode, flags: ReadonlyMap<PackageNode, DependencyFlags>): void {
  for (const node of [...tree.withDescendants()]) {
    if (node !== tree && (flags.get(node)?.isExtraneous ?? true)) node.remove();
  }
}

/** Optional packages for other platforms (and what only they use) stay in the lock file, but are not installed. */
function checkPlatforms(tree: PackageNode, flags: ReadonlyMap<PackageNode, DependencyFlags>): void {
  for (const node of [...tree.withDescendants()]) {
    const isFailed = node.source.type === 'failed';
    if (node.isTop || node.isInert || (!isFailed && fitsPlatform(node.manifest))) continue;
    if (flags.get(node)?.isOptional) {
      for (const member of optionalBranch(node)) member.isInert = true;
    } else if (node.source.type === 'failed') throw node.source.error;
    else {
      const wanted = JSON.stringify({ os: node.manifest.os, cpu: node.manifest.cpu, libc: node.manifest.libc });
      throw new NpmError('EBADPLATFORM', [
        `Unsupported platform for ${node.packageName}@${node.version}: wanted ${wanted} (current: {"os":"linux","cpu":"wasm32"})`,
        'This package is native code for another platform. The engine runs JavaScript and WebAssembly.',
      ]);
    }
  }
}

function assertLocked(tree: PackageNode, lock: LockFile | null): void {
  const locked = new Map((lock?.packages ?? []).map((entry) => [entry.location, entry.manifest.version]));
  const problems: string[] = [];
  for (const node of tree.withDescendants()) {
    if (node.source.type !== 'registry' || locked.get(node.location) === node.version || node.isInert) continue;
    const original = [...locked.keys()].includes(node.location);
    if (isOfStandIn(node)) continue;
    if (node.edgesIn.some(({ spec }) => spec.type === 'range' && canReplace(node.packageName, node.version, spec.range))) continue;
    problems.push(`${original ? 'Invalid: lock file does not satisfy' : 'Missing:'} ${node.packageName}@${node.version} from lock file`);
  }
  if (problems.length === 0) return;
  throw new NpmError('EUSAGE', [
    '',
    '`npm ci` can only install packages when your package.json and package-lock.json are in sync. Please update your lock file with `npm install` before continuing.',
    '',
    ...problems,
  ]);
}

function warnOfEngines(session: NpmSession, tree: PackageNode): void {
  for (const node of tree.withDescendants()) {
    if (node.isTop || node.isInert || fitsEngines(node.manifest)) continue;
    const required = JSON.stringify(Object.fromEntries(node.manifest.engines));
    session.output.warn(`EBADENGINE Unsupported engine { package: '${node.packageName}@${node.version}', required: ${required} }`);
  }
}

/** Returns the packages to install, outer ones before inner ones. */
function installable(tree: PackageNode, flags: ReadonlyMap<PackageNode, DependencyFlags>, omitted: readonly string[]): PackageNode[] {
  const isOmitted = (node: PackageNode) => {
    const own = flags.get(node);
    if (!own) return false;
    return (
      (omitted.includes('dev') && own.isDev) ||
      (omitted.includes('optional') && own.isOptional) ||
      (omitted.includes('peer') && own.isPeer) ||
      (omitted.includes('dev') && omitted.includes('optional') && own.isDevOptional)
    );
  };
  const folders = new Set<PackageNode>();
  const nodes = [...tree.withDescendants()].filter((node) => node !== tree);
  for (const node of nodes) {
    if (node.source.type === 'link' && node.source.target.source.type === 'folder') folders.add(node.source.target);
  }
  for (const folder of folders) nodes.push(...[...folder.withDescendants()].filter((node) => node !== folder));
  return nodes.filter((node) => !node.isInert && !isOmitted(node)).sort((left, right) => left.depth - right.depth);
}

function omittedKinds(commandLine: CommandLine): readonly string[] {
  const included = commandLine.values('include');
  return commandLine.values('omit').filter((kind) => !included.includes(kind));
}

/** Adds the fields that the lock file has and the registry's short form omits (license, funding), for packages already installed. */
function completeManifests(session: NpmSession, nodes: readonly PackageNode[]): void {
  for (const node of nodes) {
    if (node.source.type !== 'registry' || node.manifest.license !== null) continue;
    const own = readManifestAt(session.files, joinPath(session.projectPath, node.location));
    if (own) node.manifest = { ...node.manifest, license: own.license, funding: own.funding };
  }
}

function saveIfChanged(session: NpmSession, packageJson: PackageJson, edit: TreeEdit): void {
  const text = session.files.readText(packageJson.path);
  const previous: unknown = text === null ? null : JSON.parse(text.replace(/^\uFEFF/, ''));
  if (JSON.stringify(previous) !== JSON.stringify(packageJson.document)) edit.write(packageJson.path, packageJson.text());
}

function writeIfChanged(session: NpmSession, path: string, text: string, edit: TreeEdit): void {
  if (session.files.readText(path) !== text) edit.write(path, text);
}

function lockedRoot(session: NpmSession, packageJson: PackageJson): LockedRoot {
  const { manifest } = packageJson;
  const name = manifest.name || (session.projectPath.split('/').at(-1) ?? '');
  return { name, version: manifest.version, manifest, workspacePatterns: packageJson.workspacePatterns };
}

function noteScripts(session: NpmSession, nodes: readonly PackageNode[]): void {
  const names = [...new Set(nodes.filter((node) => node.manifest.hasInstallScript).map((node) => `${node.packageName}@${node.version}`))];
  if (names.length === 0) return;
  session.output.note(`Install scripts of packages are not run here (${names.length} skipped: ${names.join(', ')})`);
}
