import { t } from '../../i18n/t.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import { linkTargetOf } from '../../protocol/files/file-version.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { type PlacedContent, type Workspace, WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';

export interface FileDifference {
  path: WorkspacePath;
  /** The content to restore; null if the file did not exist. */
  content: PlacedContent | null;
}

/** A version to restore; null if its content is no longer stored. */
export async function placedContent(
  version: ContentHash,
  read: (version: ContentHash) => Promise<Uint8Array | null>,
): Promise<PlacedContent | null> {
  const linkTo = linkTargetOf(version);
  return linkTo === null ? read(version) : { linkTo };
}

/**
 * Removes files first, so that a folder can become a file again. Returns what failed and where. `now`: the current files,
 * including links, which a write must not follow.
 */
export async function applyVersions(
  differences: readonly FileDifference[],
  workspace: Workspace,
  now: ReadonlyMap<string, ContentHash>,
): Promise<string | null> {
  const ordered = [...differences].sort((a, b) => Number(a.content !== null) - Number(b.content !== null));
  const gone = new Set(differences.filter(({ content }) => content === null).map(({ path }) => path as string));
  const isLink = (path: string) => linkTargetOf(now.get(path)) !== null && !gone.has(path);
  for (const [index, { path, content }] of ordered.entries()) {
    try {
      if (content === null) await removeFile(path, workspace);
      else await putBack(path, content, { workspace, isLink });
    } catch (error) {
      const message = errorMessage(error);
      return t('{index} of {all} files were restored, then {path} failed: {message}.', { index, all: ordered.length, path, message });
    }
  }
  return null;
}

async function putBack(
  path: WorkspacePath,
  content: PlacedContent,
  { workspace, isLink }: { workspace: Workspace; isLink(path: string): boolean },
): Promise<void> {
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    if (isLink(folder)) throw new Error(t('{folder} is a symbolic link now, and what it leads to would be changed', { folder }));
  }
  if (await isEmptyFolder(path, workspace)) await workspace.remove(path);
  if (!(content instanceof Uint8Array)) return workspace.makeLink(path, content.linkTo);
  if (isLink(path)) await workspace.remove(path);
  await workspace.writeFile(path, content);
}

/**
 * Returns true for a folder without files at any depth. Versions contain only files, so an emptied folder may be in the place of an old
 * file.
 */
async function isEmptyFolder(path: WorkspacePath, workspace: Workspace): Promise<boolean> {
  if ((await workspace.kindOf(path)) !== 'directory') return false;
  for (const entry of await workspace.readDirectory(path)) {
    const inside = toWorkspacePath(`${path}/${entry.name}`);
    if (entry.kind !== 'directory' || entry.isLink === true || inside === null || !(await isEmptyFolder(inside, workspace))) return false;
  }
  return true;
}

/** Removes the file and the folders that become empty. */
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
