import { NpmError } from '../npm-error.ts';
import { joinPath, type ProjectFiles, parentFolder } from '../project-files.ts';
import { gunzip, readArchive } from '../registry/read-archive.ts';
import { type RegistryClient, tarballPath } from '../registry/registry-client.ts';
import { TaskLimit } from '../registry/task-limit.ts';
import type { PackageNode } from '../resolve/package-node.ts';
import { linkBins } from './link-bins.ts';
import { type InstalledPackage, scanInstalled } from './scan-installed.ts';

export interface WriteTreeOptions {
  projectPath: string;
  files: ProjectFiles;
  client: RegistryClient;
  signal: AbortSignal;
  /** Packages to install: what the tree holds without what is left out (other platforms, `--omit`). */
  nodes: readonly PackageNode[];
  /** `npm ci`: nothing that stands there is trusted. */
  isFromScratch: boolean;
  readArchiveFile: (path: string) => Uint8Array;
  onProgress: (done: number, total: number) => void;
}

export interface WriteTreeResult {
  added: PackageNode[];
  changed: PackageNode[];
  removed: InstalledPackage[];
}

const stagingFolder = 'node_modules/.devonz-staging';
/** Archives unpacked at a time: each holds its content in memory. */
const concurrentUnpacking = 6;

/**
 * Makes `node_modules` what the tree says. Everything new is unpacked beside it first; only when all of it is there and
 * checked is it moved into place, without waiting for anything. Stopped before that, the former tree is untouched.
 */
export async function writeTree(options: WriteTreeOptions): Promise<WriteTreeResult> {
  const { files, projectPath, nodes, signal } = options;
  const staging = joinPath(projectPath, stagingFolder);
  files.removeTree(staging);
  const folders = nodes.flatMap(({ source }) =>
    source.type === 'link' && source.target.source.type === 'folder' ? [source.target.location] : [],
  );
  const installed = scanInstalled(files, projectPath, folders);
  const wanted = new Map(nodes.map((node) => [node.location, node]));
  const isThere = (node: PackageNode) => !options.isFromScratch && isInstalled(node, installed.get(node.location));
  const missing = nodes.filter((node) => node.source.type !== 'link' && !isThere(node));
  const staged = new Map<PackageNode, string>();
  const removed = [...installed.values()].filter((item) => !wanted.has(item.location));
  try {
    const limit = new TaskLimit(concurrentUnpacking);
    let done = 0;
    await Promise.all(
      missing.map((node, index) => {
        const folder = joinPath(staging, String(index));
        staged.set(node, folder);
        return fetchArchive(options, node).then((archive) =>
          limit.run(async () => {
            signal.throwIfAborted();
            await unpack(files, archive, folder, node);
            done += 1;
            options.onProgress(done, missing.length);
          }),
        );
      }),
    );
    signal.throwIfAborted();
    removeSuperfluous(files, projectPath, removed);
    moveIntoPlace(files, projectPath, staged);
    linkFolders(files, projectPath, nodes);
    linkBins(files, projectPath, nodes);
  } finally {
    files.removeTree(staging);
  }
  return {
    added: missing.filter((node) => options.isFromScratch || !installed.has(node.location)),
    changed: missing.filter((node) => !options.isFromScratch && installed.has(node.location)),
    removed: removed.filter((item) => item.name !== ''),
  };
}

function isInstalled(node: PackageNode, found: InstalledPackage | undefined): boolean {
  return found !== undefined && !found.isLink && found.name === node.packageName && found.version === node.version;
}

async function fetchArchive(options: WriteTreeOptions, node: PackageNode): Promise<Uint8Array> {
  const { source } = node;
  switch (source.type) {
    case 'registry': {
      const path = tarballPath(node.packageName, node.version, source.tarball);
      const archive = await options.client.tarball(path, source.integrity);
      options.client.forgetTarball(path, source.integrity);
      return archive;
    }
    case 'archive':
      return options.readArchiveFile(source.path);
    default:
      throw new Error(`A ${source.type} has no archive.`);
  }
}

async function unpack(files: ProjectFiles, archive: Uint8Array, folder: string, node: PackageNode): Promise<void> {
  const made = new Set<string>();
  let content: Uint8Array;
  try {
    content = await gunzip(archive);
    for (const file of readArchive(content)) {
      const path = `${folder}/${file.path}`;
      const parent = path.slice(0, path.lastIndexOf('/'));
      if (!made.has(parent)) files.makeFolder(parent);
      made.add(parent);
      files.write(path, file.content, file.isExecutable ? 0o755 : 0o644);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NpmError('TAR_BAD_ARCHIVE', [`The archive of ${node.packageName}@${node.version} cannot be unpacked: ${reason}`]);
  }
  if (made.size === 0) throw new NpmError('TAR_BAD_ARCHIVE', [`The archive of ${node.packageName}@${node.version} holds no file.`]);
}

function removeSuperfluous(files: ProjectFiles, projectPath: string, removed: readonly InstalledPackage[]): void {
  for (const { location } of removed) {
    const path = joinPath(projectPath, location);
    files.removeTree(path);
    const scope = parentFolder(path);
    if (scope.split('/').at(-1)?.startsWith('@') && files.list(scope).length === 0) files.removeTree(scope);
  }
}

/** Outer packages first: what is inside one that is exchanged moves along with it. */
function moveIntoPlace(files: ProjectFiles, projectPath: string, staged: ReadonlyMap<PackageNode, string>): void {
  const ordered = [...staged].sort(([left], [right]) => left.depth - right.depth);
  for (const [node, folder] of ordered) {
    const path = joinPath(projectPath, node.location);
    const inner = joinPath(path, 'node_modules');
    const stagedInner = joinPath(folder, 'node_modules');
    if (files.kindOf(path) === 'directory' && files.kindOf(inner) === 'directory' && files.kindOf(stagedInner) === null) {
      files.rename(inner, stagedInner);
    }
    files.removeTree(path);
    files.makeFolder(parentFolder(path));
    files.rename(folder, path);
  }
}

function linkFolders(files: ProjectFiles, projectPath: string, nodes: readonly PackageNode[]): void {
  for (const node of nodes) {
    if (node.source.type !== 'link') continue;
    const path = joinPath(projectPath, node.location);
    files.makeFolder(parentFolder(path));
    const up = node.location
      .split('/')
      .slice(1)
      .map(() => '..')
      .join('/');
    const target = node.source.target.location;
    files.linkTo(target.startsWith('/') ? target : `${up}/${target}`, path);
  }
}
