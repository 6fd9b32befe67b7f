import { errorMessage } from '../../protocol/error-message.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { type Workspace, WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';

export interface FileDifference {
  path: WorkspacePath;
  /** null: the file was not there. */
  content: Uint8Array | null;
}

/** Removes first, so that a folder can become a file again. Answers with what went wrong, and where. */
export async function applyVersions(differences: readonly FileDifference[], workspace: Workspace): Promise<string | null> {
  const ordered = [...differences].sort((a, b) => Number(a.content !== null) - Number(b.content !== null));
  for (const [index, { path, content }] of ordered.entries()) {
    try {
      if (content === null) await removeFile(path, workspace);
      else await workspace.writeFile(path, content);
    } catch (error) {
      const message = errorMessage(error);
      return `${index} of ${ordered.length} files were restored, then ${path} failed: ${message}.`;
    }
  }
  return null;
}

/** Removes the file, and the folders that hold nothing any more. */
async function removeFile(path: WorkspacePath, workspace: Workspace): Promise<void> {
  await workspace.remove(path).catch((error: unknown) => {
    if (!(error instanceof WorkspaceError) || error.code !== 'ENOENT') throw error;
  });
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = toWorkspacePath(path.slice(0, at));
    if (folder === null || (await workspace.kindOf(folder)) !== 'directory') return;
    if ((await workspace.readDirectory(folder)).length > 0) return;
    await workspace.remove(folder);
  }
}
