import { isPrivatePath, mayHoldPrivate } from '../../protocol/files/private-paths.ts';
import type { FileAccess } from '../file-access.ts';
import type { ResolvedHost } from '../hosts.ts';
import { WorkspaceError, type WorkspacePath } from '../types.ts';

/**
 * Leaves the user's private files on a machine out of every listing and watch, so that nothing records, searches or shows it. A
 * file that is named is still read: the policy asks first. The browser's own hosts have no such files.
 */
export function withoutPrivate(files: FileAccess, host: ResolvedHost): FileAccess {
  if (host.host !== 'machine') return files;
  const { home, folder } = host.facts;
  const placeOf = (path: string) => (path === '' ? folder : `${folder}/${path}`);
  const isPrivate = (path: string) => isPrivatePath(placeOf(path), home);
  /** Removing or moving a folder takes with it what nobody was shown. */
  const refuseWhole = async (path: WorkspacePath) => {
    if (!mayHoldPrivate(placeOf(path), home) || (await files.kindOf(path)) !== 'directory') return;
    throw new WorkspaceError('EIO', `${path} may hold keys or histories of the user, and is not removed or moved as a whole.`);
  };
  return {
    ...files,
    async readDirectory(path) {
      if (isPrivate(path)) throw new WorkspaceError('EIO', `${path} holds keys or histories of the user, and is not listed.`);
      const entries = await files.readDirectory(path);
      return entries.filter(({ name }) => !isPrivate(path === '' ? name : `${path}/${name}`));
    },
    async remove(path) {
      await refuseWhole(path);
      return files.remove(path);
    },
    async rename(from, to) {
      await refuseWhole(from);
      return files.rename(from, to);
    },
    watchFiles: (listener) => files.watchFiles((event) => isPrivate(event.path) || listener(event)),
  };
}
