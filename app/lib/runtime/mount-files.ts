import { packMessage } from 'devonz-engine-protocol/message-pack';
import type { ResolvedHost } from './hosts.ts';
import type { MountedFile, MountedLink } from './types.ts';

/** The part of the client that is used here. */
interface SnapshotTarget {
  mount(snapshot: Uint8Array): Promise<void>;
}

/** The snapshot's format; `x` is not known to StackBlitz. */
type PackedFile = { f: { c: Uint8Array; x?: boolean } | { l: string } };
interface PackedFolder {
  d: Record<string, PackedFolder | PackedFile>;
}

/**
 * Mounts the files as one snapshot. Given a tree, the client would first build a text character by character, which blocks the
 * page for a second per eight megabytes.
 */
export function mountFiles(
  container: SnapshotTarget,
  files: Iterable<MountedFile | MountedLink>,
  host: ResolvedHost['host'],
): Promise<void> {
  const root = emptyFolder();
  for (const file of files) {
    const segments = file.path.split('/');
    const name = segments.pop() ?? '';
    folderAt(root, segments).d[name] = packed(file, host);
  }
  // Folders and files are maps that can be packed, although their types do not say so.
  return container.mount(packMessage(root as unknown as Parameters<typeof packMessage>[0]));
}

function packed(file: MountedFile | MountedLink, host: ResolvedHost['host']): PackedFile {
  if ('linkTo' in file) return { f: { l: file.linkTo } };
  const mode = file.isExecutable === true && host !== 'stackblitz' ? { x: true } : {};
  return { f: { c: file.content, ...mode } };
}

function folderAt(root: PackedFolder, segments: readonly string[]): PackedFolder {
  let folder = root;
  for (const segment of segments) {
    const known = folder.d[segment];
    const next = known !== undefined && 'd' in known ? known : emptyFolder();
    folder.d[segment] = next;
    folder = next;
  }
  return folder;
}

function emptyFolder(): PackedFolder {
  return { d: Object.create(null) };
}
