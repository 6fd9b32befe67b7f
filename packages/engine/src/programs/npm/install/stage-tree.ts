import type { SystemCalls, TreeChange } from '../../../abi/system-calls.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { binOfFolder, parseManifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import { joinPath, type ProjectFiles } from '../project-files.ts';
import { gunzip, readArchive } from '../registry/read-archive.ts';
import { type RegistryClient, tarballPath } from '../registry/registry-client.ts';
import { TaskLimit } from '../registry/task-limit.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { linkBins } from './link-bins.ts';
import { linkCompanions } from './link-companions.ts';
import { type InstalledPackage, scanInstalled } from './scan-installed.ts';
import { TreeEdit } from './tree-edit.ts';

export interface StageTreeOptions {
  projectPath: string;
  /** This run's own folder, outside the project so that file watchers do not see the unpacked files. */
  staging: string;
  system: SystemCalls;
  files: ProjectFiles;
  client: RegistryClient;
  signal: AbortSignal;
  /** The packages to install: the tree without the omitted ones (other platforms, `--omit`). */
  nodes: readonly PackageNode[];
  /** `npm ci`: existing files are not trusted. */
  isFromScratch: boolean;
  readArchiveFile: (path: string) => Uint8Array;
  onProgress: (done: number, total: number) => void;
}

export interface StagedTree {
  added: PackageNode[];
  changed: PackageNode[];
  removed: InstalledPackage[];
  /** The changes that make `node_modules` match the tree. Until it is committed, the previous tree stays unchanged. */
  edit: TreeEdit;
}

/** The number of archives unpacked at once: each holds its content in memory. */
const concurrentUnpacking = 6;

/** Unpacks everything new outside the tree and returns the moves to make; correct packages stay. */
export async function stageTree(options: StageTreeOptions): Promise<StagedTree> {
  const { files, projectPath, nodes, staging, signal } = options;
  const folders = nodes.flatMap(({ source }) =>
    source.type === 'link' && source.target.source.type === 'folder' ? [source.target.location] : [],
  );
  const installed = scanInstalled(files, projectPath, folders);
  const wanted = new Map(nodes.map((node) => [node.location, node]));
  const isThere = (node: PackageNode) => !options.isFromScratch && isInstalled(node, installed.get(node.location));
  const missing = nodes.filter((node) => node.source.type !== 'link' && !isThere(node));
  const removed = [...installed.values()].filter((item) => !wanted.has(item.location) && !isBundled(item.location, wanted));
  const staged = new Map(missing.map((node, index) => [node, { folder: joinPath(staging, String(index)), hasModules: false }]));
  const limit = new TaskLimit(concurrentUnpacking);
  let done = 0;
  await Promise.all(
    [...staged].map(async ([node, place]) => {
      const archive = await fetchArchive(options, node);
      await limit.run(async () => {
        signal.throwIfAborted();
        place.hasModules = await unpack(options.system, archive, place.folder, node);
        done += 1;
        options.onProgress(done, missing.length);
      });
    }),
  );
  signal.throwIfAborted();
  const edit = new TreeEdit();
  removeSuperfluous(edit, projectPath, removed, wanted);
  moveIntoPlace(options, edit, staged);
  linkFolders(files, projectPath, nodes, edit);
  linkBins(files, projectPath, { nodes, removed: removed.map((item) => item.location), edit });
  linkCompanions(files, projectPath, nodes, edit);
  edit.remove(staging);
  return {
    added: missing.filter((node) => options.isFromScratch || !installed.has(node.location)),
    changed: missing.filter((node) => !options.isFromScratch && installed.has(node.location)),
    removed: removed.filter((item) => item.name !== ''),
    edit,
  };
}

function isInstalled(node: PackageNode, found: InstalledPackage | undefined): boolean {
  return found !== undefined && !found.isLink && found.name === node.packageName && found.version === node.version;
}

/** Returns true if the package came in the archive of another package, which is still wanted. */
function isBundled(location: string, wanted: ReadonlyMap<string, PackageNode>): boolean {
  const at = location.lastIndexOf('/node_modules/');
  if (at === -1) return false;
  const owner = location.slice(0, at);
  const node = wanted.get(owner);
  return node ? node.manifest.bundled.size > 0 : isBundled(owner, wanted);
}

async function fetchArchive(options: StageTreeOptions, node: PackageNode): Promise<Uint8Array> {
  const { source } = node;
  switch (source.type) {
    case 'registry': {
      const path = tarballPath(node.packageName, node.version, source.tarball);
      const archive = await options.client.tarball(path, source.integrity);
      options.client.forgetTarball(path, source.integrity);
      return archive;
    }
    case 'remote':
      return options.client.remoteTarball(source.url, source.integrity);
    case 'archive':
      return options.readArchiveFile(source.path);
    default:
      throw new Error(`A ${source.type} has no archive.`);
  }
}

/** Unpacks a package in one call. Returns whether it contains a `node_modules`. */
async function unpack(system: SystemCalls, archive: Uint8Array, folder: string, node: PackageNode): Promise<boolean> {
  const changes: TreeChange[] = [];
  let content: Uint8Array;
  try {
    content = await gunzip(archive);
    const archived = [...readArchive(content)];
    const packageJson = archived.find(({ path }) => path === 'package.json');
    const paths = () => archived.map(({ path }) => path);
    if (packageJson !== undefined) completeManifest(node, packageJson.content, paths);
    const commands = new Set(node.manifest.bin.values());
    for (const file of archived) {
      const mode = file.isExecutable || commands.has(file.path) ? 0o755 : 0o644;
      const { byteOffset, byteLength } = file.content;
      changes.push({ type: 'write', path: `${folder}/${file.path}`, offset: byteOffset - content.byteOffset, length: byteLength, mode });
    }
  } catch (error) {
    const reason = errorMessage(error);
    throw new NpmError('TAR_BAD_ARCHIVE', [`The archive of ${node.packageName}@${node.version} cannot be unpacked: ${reason}`]);
  }
  if (changes.length === 0) throw new NpmError('TAR_BAD_ARCHIVE', [`The archive of ${node.packageName}@${node.version} holds no file.`]);
  await system.async('changeTree', changes, content);
  return changes.some((change) => change.type === 'write' && change.path.startsWith(`${folder}/node_modules/`));
}

/** Takes the fields that the registry's short form omits (license, funding, a folder of commands) from the package itself. */
function completeManifest(node: PackageNode, packageJson: Uint8Array, paths: () => string[]): void {
  try {
    const own = parseManifest(JSON.parse(new TextDecoder().decode(packageJson)));
    const { manifest } = node;
    const bin = own.binFolder === null || manifest.bin.size > 0 ? manifest.bin : binOfFolder(own.binFolder, paths());
    node.manifest = { ...manifest, bin, license: own.license ?? manifest.license, funding: own.funding ?? manifest.funding };
  } catch {
    // A package whose package.json is not JSON is installed unchanged; the programs that use it will report the error.
  }
}

function removeSuperfluous(
  edit: TreeEdit,
  projectPath: string,
  removed: readonly InstalledPackage[],
  wanted: ReadonlyMap<string, PackageNode>,
): void {
  const scopes = new Set<string>();
  for (const { location } of removed) {
    edit.remove(joinPath(projectPath, location));
    const scope = location.slice(0, location.lastIndexOf('/'));
    if (scope.split('/').at(-1)?.startsWith('@')) scopes.add(scope);
  }
  for (const scope of scopes) {
    if (![...wanted.keys()].some((location) => location.startsWith(`${scope}/`))) edit.remove(joinPath(projectPath, scope));
  }
}

/** Moves outer packages first: the content of a replaced package moves with it. */
function moveIntoPlace(
  { files, projectPath }: StageTreeOptions,
  edit: TreeEdit,
  staged: ReadonlyMap<PackageNode, { folder: string; hasModules: boolean }>,
): void {
  const ordered = [...staged].sort(([left], [right]) => left.depth - right.depth);
  for (const [node, { folder, hasModules }] of ordered) {
    const path = joinPath(projectPath, node.location);
    const inner = joinPath(path, 'node_modules');
    if (!hasModules && files.kindOf(path) === 'directory' && files.kindOf(inner) === 'directory') {
      edit.rename(inner, joinPath(folder, 'node_modules'));
    }
    edit.remove(path);
    edit.rename(folder, path);
  }
}

function linkFolders(files: ProjectFiles, projectPath: string, nodes: readonly PackageNode[], edit: TreeEdit): void {
  for (const node of nodes) {
    if (node.source.type !== 'link') continue;
    const path = joinPath(projectPath, node.location);
    const up = node.location
      .split('/')
      .slice(1)
      .map(() => '..')
      .join('/');
    const location = node.source.target.location;
    const target = location.startsWith('/') ? location : `${up}/${location}`;
    if (files.kindOf(path) !== 'symlink' || files.readLink(path) !== target) edit.symlink(target, path);
  }
}

/** Removes the leftovers of npm runs that were killed. */
export function sweepStaging(files: ProjectFiles, system: SystemCalls, folder: string): void {
  const stale = files.list(folder);
  if (stale.length === 0) return;
  const living = new Set(system.sync('listProcesses').map(({ pid }) => String(pid)));
  for (const { name } of stale) if (!living.has(name)) files.removeTree(joinPath(folder, name));
}

/** Returns the folders in which this run may unpack. */
export function stagingFolder(cacheFolder: string, pid: number): { all: string; own: string } {
  const all = joinPath(cacheFolder, '_staging');
  return { all, own: joinPath(all, String(pid)) };
}
