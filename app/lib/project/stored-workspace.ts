import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import { resolveFolderLinks, resolveLinks } from '../runtime/resolve-links.ts';
import { type DirectoryEntry, type FileKind, type ProjectPlace, type Workspace, WorkspaceError } from '../runtime/types.ts';

/** Read-only files as recorded in the journal, for a project that is open elsewhere. `reason`: the error for every other action. */
export function createStoredWorkspace(
  files: () => ReadonlyMap<string, ContentHash>,
  store: Pick<ProjectFileStore, 'read'>,
  place: ProjectPlace,
) {
  const linkAt = (path: string) => linkTargetOf(files().get(path));
  const kindOf = (path: string | null): FileKind | null => {
    if (path === null) return null;
    if (files().has(path)) return 'file';
    return path === '' || [...files().keys()].some((file) => file.startsWith(`${path}/`)) ? 'directory' : null;
  };
  const read = async (path: string): Promise<Uint8Array> => {
    const hash = files().get(resolveLinks(path, linkAt) ?? '');
    const content = hash === undefined ? null : await store.read(hash);
    if (content === null) throw new WorkspaceError('ENOENT', `There is no file ${path}.`);
    return content;
  };
  return (reason: string): Workspace => {
    const refuse = () => Promise.reject(new WorkspaceError('EUNAVAILABLE', reason));
    return {
      projectRoot: () => place.projectRoot(),
      machine: () => place.machine(),
      readFile: read,
      async readUnfollowed(path) {
        const linkTo = linkAt(resolveFolderLinks(path, linkAt) ?? '');
        return linkTo === null ? read(path) : { linkTo };
      },
      kindOf: async (path) => kindOf(resolveFolderLinks(path, linkAt)),
      async readDirectory(path) {
        const folder = resolveLinks(path, linkAt);
        if (folder === null || kindOf(folder) !== 'directory') throw new WorkspaceError('ENOENT', `There is no folder ${path}.`);
        return entriesOf(files(), folder);
      },
      writeFile: refuse,
      makeLink: refuse,
      makeDirectory: refuse,
      remove: refuse,
      rename: refuse,
      runCommand: refuse,
      processes: { list: async () => [], log: refuse, write: refuse, interrupt: refuse, kill: refuse },
    };
  };
}

function entriesOf(files: ReadonlyMap<string, ContentHash>, folder: string): DirectoryEntry[] {
  const start = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, DirectoryEntry>();
  for (const [path, version] of files) {
    if (!path.startsWith(start)) continue;
    const [name = '', ...below] = path.slice(start.length).split('/');
    if (below.length > 0) entries.set(name, { name, kind: 'directory' });
    else entries.set(name, { name, kind: 'file', ...(linkTargetOf(version) === null ? {} : { isLink: true }) });
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
