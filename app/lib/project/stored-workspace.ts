import type { ProjectFileStore } from '../persistence/project-file-store.ts';
import type { ContentHash } from '../protocol/ids.ts';
import { type DirectoryEntry, type FileKind, type Workspace, WorkspaceError, type WorkspacePath } from '../runtime/types.ts';

/** The files as the journal has them, to be read: for a project that runs somewhere else. `reason`: why nothing else can be done with them. */
export function createStoredWorkspace(files: () => ReadonlyMap<string, ContentHash>, store: Pick<ProjectFileStore, 'read'>) {
  const kindOf = (path: string): FileKind | null => {
    if (files().has(path)) return 'file';
    return path === '' || [...files().keys()].some((file) => file.startsWith(`${path}/`)) ? 'directory' : null;
  };
  return (reason: string): Workspace => {
    const refuse = () => Promise.reject(new WorkspaceError('EUNAVAILABLE', reason));
    return {
      async readFile(path) {
        const hash = files().get(path);
        const content = hash === undefined ? null : await store.read(hash);
        if (content === null) throw new WorkspaceError('ENOENT', `There is no file ${path}.`);
        return content;
      },
      kindOf: async (path) => kindOf(path),
      async readDirectory(path) {
        if (kindOf(path) !== 'directory') throw new WorkspaceError('ENOENT', `There is no folder ${path}.`);
        return entriesOf([...files().keys()], path);
      },
      writeFile: refuse,
      makeDirectory: refuse,
      remove: refuse,
      rename: refuse,
      runCommand: refuse,
      processes: { list: async () => [], log: refuse, write: refuse, interrupt: refuse, kill: refuse },
    };
  };
}

function entriesOf(paths: readonly string[], folder: WorkspacePath): DirectoryEntry[] {
  const start = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, DirectoryEntry>();
  for (const path of paths) {
    if (!path.startsWith(start)) continue;
    const [name = '', ...below] = path.slice(start.length).split('/');
    entries.set(name, { name, kind: below.length > 0 ? 'directory' : 'file' });
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
