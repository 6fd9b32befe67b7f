import { packMessage } from 'devonz-engine-protocol/message-pack';
import type { ResolvedHost } from './hosts.ts';
import type { MountedFile } from './types.ts';

/** The client, as far as it is used here. */
interface SnapshotTarget {
  mount(snapshot: Uint8Array): Promise<void>;
}

/** As a snapshot has them; `x` is the engine's own: other hosts are not sent it. */
type PackedFile = { f: { c: Uint8Array; x?: boolean } };
interface PackedFolder {
  d: Record<string, PackedFolder | PackedFile>;
}

/**
 * Puts the files into the host in one piece. A snapshot: of a tree the client makes a text first, a character at a time, which holds
 * the page for a second where there are eight megabytes.
 */
export function mountFiles(container: SnapshotTarget, files: Iterable<MountedFile>, host: ResolvedHost['host']): Promise<void> {
  const root = emptyFolder();
  for (const { path, content, isExecutable } of files) {
    const segments = path.split('/');
    const name = segments.pop() ?? '';
    const mode = isExecutable === true && host === 'engine' ? { x: true } : {};
    folderAt(root, segments).d[name] = { f: { c: content, ...mode } };
  }
  // Folders and files are maps of what can be packed, which their interfaces do not say.
  return container.mount(packMessage(root as unknown as Parameters<typeof packMessage>[0]));
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
