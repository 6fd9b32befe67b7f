import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { type Workspace, WorkspaceError, type WorkspacePath } from '../../../runtime/types.ts';
import { LinkReader } from './link-reader.ts';

/** Called before a secret file is looked at. */
interface SecretLook {
  /** At what it holds. */
  read(path: string): void;
  /** At whether it is there. */
  kindOf(path: string): void;
}

/** Notes which secret files are looked at, by whatever name: what is found out from them is for the user to allow. */
export function notingSecrets(workspace: Workspace, secrets: Set<string>): Workspace {
  const note = (path: string) => void secrets.add(path);
  return watched(workspace, { read: note, kindOf: note });
}

/** For a call that nobody was asked about: the names in a project are free, what secret files hold is not, whichever tool it is. */
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
    // The four pass secret files by on their own, or are a host's that holds commands to what they may touch.
    ...(search === undefined ? {} : { search: (request) => search.call(workspace, request) }),
    ...(findAll === undefined ? {} : { findAll: (request) => findAll.call(workspace, request) }),
    ...(hasFileWall === undefined ? {} : { hasFileWall: () => hasFileWall.call(workspace) }),
    ...(agentDirectory === undefined ? {} : { agentDirectory: () => agentDirectory.call(workspace) }),
    processes: workspace.processes,
  };
}

/** The path, or where it leads, as far as that is secret. What a link out of the project leads to nobody knows. */
async function secretsAt(path: WorkspacePath, links: LinkReader): Promise<readonly string[]> {
  if (isSecretPath(path)) return [path];
  const { places, leavesProject } = await links.placesBehind(path);
  const secrets = places.filter(isSecretPath);
  return secrets.length === 0 && leavesProject ? [path] : secrets;
}
