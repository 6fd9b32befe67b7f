import { type Workspace, WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';

/**
 * Returns the first symbolic link along `path`, including the path itself, or null. Behind a link is a different file than the one that was
 * judged and shown: `notes.txt` may be `.env`.
 */
export async function linkOnTheWay(path: WorkspacePath, workspace: Workspace): Promise<string | null> {
  const segments = path.split('/');
  for (let depth = 0; depth < segments.length; depth++) {
    // A prefix of a checked path is a path.
    const folder = segments.slice(0, depth).join('/') as WorkspacePath;
    const entry = (await entriesOf(folder, workspace)).find(({ name }) => name === segments[depth]);
    if (entry === undefined) return null;
    if (entry.isLink === true) return segments.slice(0, depth + 1).join('/');
  }
  return null;
}

async function entriesOf(folder: WorkspacePath, workspace: Workspace) {
  try {
    return await workspace.readDirectory(folder);
  } catch (error) {
    if (error instanceof WorkspaceError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  }
}
