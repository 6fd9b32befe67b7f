import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { type DirectoryEntry, type Workspace, WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';

const MOST_LINKS = 40;

/** Returns the path of what exists at `path`, behind every symbolic link; null if nothing does, or if a link leaves the project. */
export async function realPath(path: WorkspacePath, workspace: Workspace): Promise<WorkspacePath | null> {
  const waiting = path.split('/').reverse();
  const reached: string[] = [];
  let links = 0;
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (reached.pop() === undefined) return null;
      continue;
    }
    const entry = await entryOf(toWorkspacePath(reached.join('/')), part, workspace);
    if (entry === null) return null;
    reached.push(part);
    const target = entry.isLink === true ? await linkTarget(toWorkspacePath(reached.join('/')), workspace) : null;
    if (target === null) continue;
    if (++links > MOST_LINKS) return null;
    const inside = toWorkspacePath(target);
    if (target.startsWith('/') && inside === null) return null;
    if (target.startsWith('/')) reached.length = 0;
    else reached.pop();
    waiting.push(...(target.startsWith('/') && inside !== null ? inside : target).split('/').reverse());
  }
  return toWorkspacePath(reached.join('/'));
}

async function linkTarget(path: WorkspacePath | null, workspace: Workspace): Promise<string | null> {
  if (path === null) return null;
  const content = await workspace.readUnfollowed(path);
  return content instanceof Uint8Array ? null : content.linkTo;
}

async function entryOf(folder: WorkspacePath | null, name: string, workspace: Workspace): Promise<DirectoryEntry | null> {
  if (folder === null) return null;
  try {
    return (await workspace.readDirectory(folder)).find((entry) => entry.name === name) ?? null;
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
