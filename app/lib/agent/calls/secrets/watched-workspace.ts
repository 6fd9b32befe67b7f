import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { type Workspace, WorkspaceError, type WorkspacePath } from '../../../runtime/types.ts';
import { LinkReader } from './link-reader.ts';

/** Callbacks invoked before a secret file is accessed. */
interface SecretLook {
  /** Called before the content is read. */
  read(path: string): void;
  /** Called before a file's existence is checked. */
  kindOf(path: string): void;
}

/** Records accesses to secret files under any name: the user must allow the use of what they reveal. */
export function notingSecrets(workspace: Workspace, secrets: Set<string>): Workspace {
  const note = (path: string) => void secrets.add(path);
  return watched(workspace, { read: note, kindOf: note });
}

/** For an unapproved call: it may use the names in a project but not read the content of secret files, whichever tool it is. */
export function withoutSecrets(workspace: Workspace): Workspace {
  return watched(workspace, {
    read(path) {
      throw new WorkspaceError('EIO', `${path} may hold keys or passwords, and is not read without the user.`);
    },
    kindOf: () => undefined,
  });
}

function watched(workspace: Workspace, look: SecretLook): Workspace {
  const links = new LinkReader(workspace);
  const { search, findAll, hasFileWall, agentDirectory } = workspace;
  return {
    projectRoot: () => workspace.projectRoot(),
    machine: () => workspace.machine(),
    async readFile(path) {
      for (const secret of await secretsAt(path, links)) look.read(secret);
      return workspace.readFile(path);
    },
    async readUnfollowed(path) {
      if (isSecretPath(path)) look.read(path);
      return workspace.readUnfollowed(path);
    },
    async kindOf(path) {
      for (const secret of await secretsAt(path, links)) look.kindOf(secret);
      return workspace.kindOf(path);
    },
    writeFile: (path, content) => workspace.writeFile(path, content),
    readDirectory: (path) => workspace.readDirectory(path),
    makeDirectory: (path) => workspace.makeDirectory(path),
    makeLink: (path, linkTo) => workspace.makeLink(path, linkTo),
    remove: (path) => workspace.remove(path),
    rename: (from, to) => workspace.rename(from, to),
    runCommand: (request) => workspace.runCommand(request),
    // These four skip secret files themselves, or belong to a host that restricts what commands may touch.
    ...(search === undefined ? {} : { search: (request) => search.call(workspace, request) }),
    ...(findAll === undefined ? {} : { findAll: (request) => findAll.call(workspace, request) }),
    ...(hasFileWall === undefined ? {} : { hasFileWall: () => hasFileWall.call(workspace) }),
    ...(agentDirectory === undefined ? {} : { agentDirectory: () => agentDirectory.call(workspace) }),
    processes: workspace.processes,
  };
}

/** Returns the path or the places it leads to that are secret. The target of a link out of the project is unknown and counts as secret. */
async function secretsAt(path: WorkspacePath, links: LinkReader): Promise<readonly string[]> {
  if (isSecretPath(path)) return [path];
  const { places, leavesProject } = await links.placesBehind(path);
  const secrets = places.filter(isSecretPath);
  return secrets.length === 0 && leavesProject ? [path] : secrets;
}
