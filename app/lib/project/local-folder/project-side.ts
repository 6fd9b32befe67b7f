import type { Hasher } from '../../agent/contract/ports.ts';
import { t } from '../../i18n/t.ts';
import type { ProjectFileStore } from '../../persistence/project-file-store.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { type Workspace, WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';
import type { SyncSide, WriteOutcome } from './sync-side.ts';
import { versionBehind, withoutLinks } from './without-links.ts';

export interface ProjectSideDependencies {
  /** Newest known content of each file. */
  files(): ReadonlyMap<string, ContentHash>;
  store: Pick<ProjectFileStore, 'read'>;
  /** Writes through it are journaled first. */
  workspace: Pick<Workspace, 'readFile' | 'writeFile' | 'remove' | 'readDirectory'>;
  hasher: Hasher;
  /** Whether the editor has unsaved text for the file. */
  isUnsaved(path: string): boolean;
}

/** The open project as one side of the synchronisation. */
export function createProjectSide({ files, store, workspace, hasher, isUnsaved }: ProjectSideDependencies): SyncSide {
  /** Hashes the file in the runtime, because the latest write of a program may not be recorded yet. */
  const hashOf = async (path: WorkspacePath): Promise<ContentHash | null> => {
    const content = await workspace.readFile(path).catch((error: unknown) => {
      if (error instanceof WorkspaceError && error.code === 'ENOENT') return null;
      throw error;
    });
    return content === null ? null : hasher.hash(content);
  };
  const change = async (
    path: string,
    expected: ContentHash | null,
    work: (place: WorkspacePath) => Promise<void>,
  ): Promise<WriteOutcome> => {
    const place = toWorkspacePath(path);
    if (place === null || place === '' || place !== path) return { outcome: 'refused', why: t('A project can have no file of that name.') };
    if (isUnsaved(path))
      return { outcome: 'refused', why: t('It has text in the editor that is not saved. Save it, and both versions are compared.') };
    try {
      if ((await hashOf(place)) !== expected || isUnsaved(path)) return { outcome: 'changed' };
      await work(place);
      return { outcome: 'done' };
    } catch (error) {
      // A folder is where the file should be, or a file where a folder should be. Without a runtime nothing can be written at all.
      if (error instanceof WorkspaceError && error.code !== 'EUNAVAILABLE')
        return { outcome: 'refused', why: t('The project does not take it: {error}', { error: errorMessage(error) }) };
      throw error;
    }
  };
  return {
    list: async () => withoutLinks(files()),
    async read(path) {
      const hash = versionBehind(files(), path);
      const content = hash === undefined ? null : await store.read(hash);
      return hash === undefined || content === null ? null : { content, hash };
    },
    write: (path, { content }, expected) => change(path, expected, (place) => workspace.writeFile(place, content)),
    remove: (path, expected) =>
      change(path, expected, async (place) => {
        await workspace.remove(place);
        await removeEmptyFolders(place, workspace);
      }),
  };
}

/** As on the disk, where an empty folder is removed with its last file. */
async function removeEmptyFolders(removed: WorkspacePath, workspace: Pick<Workspace, 'readDirectory' | 'remove'>): Promise<void> {
  const parent = toWorkspacePath(removed.slice(0, Math.max(0, removed.lastIndexOf('/'))));
  if (parent === null || parent === '') return;
  const entries = await workspace.readDirectory(parent).catch(() => null);
  if (entries === null || entries.length > 0) return;
  await workspace.remove(parent);
  await removeEmptyFolders(parent, workspace);
}
