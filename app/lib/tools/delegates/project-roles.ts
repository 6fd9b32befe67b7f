import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { toWorkspacePath } from '../../runtime/to-workspace-path.ts';
import { type Workspace, WorkspaceError, type WorkspacePath } from '../../runtime/types.ts';
import { linkOnTheWay } from '../files/link-on-the-way.ts';
import { type Role, readRole } from './read-role.ts';

const ROLES_FOLDER = '.devonz/agents';
const MOST_ROLES = 40;
const LARGEST_ROLE = 64_000;

export interface ProjectRoles {
  roles: readonly Role[];
  /** Problems of invalid role files, one sentence each. */
  problems: readonly string[];
}

/** Reads the project's roles, by name. It skips links and files named like key files, because roles go to a model without approval. */
export async function projectRoles(workspace: Workspace): Promise<ProjectRoles> {
  const roles = new Map<string, Role>();
  const problems: string[] = [];
  for (const path of await roleFiles(workspace)) {
    const bytes = await workspace.readFile(path);
    const isLarge = bytes.byteLength > LARGEST_ROLE;
    const role = isLarge ? `${path} has more than ${LARGEST_ROLE} bytes.` : await readRole(path, new TextDecoder().decode(bytes));
    if (typeof role === 'string') problems.push(role);
    else if (roles.has(role.name)) problems.push(`${path}: ${role.name} is the name of ${roles.get(role.name)?.path}, too.`);
    else roles.set(role.name, role);
  }
  return { roles: [...roles.values()], problems };
}

async function roleFiles(workspace: Workspace): Promise<WorkspacePath[]> {
  const folder = toWorkspacePath(ROLES_FOLDER);
  if (folder === null || (await linkOnTheWay(folder, workspace)) !== null) return [];
  const entries = await workspace.readDirectory(folder).catch((error: unknown) => {
    if (error instanceof WorkspaceError) return [];
    throw error;
  });
  const files = entries.filter(
    ({ name, kind, isLink }) => kind === 'file' && isLink !== true && name.endsWith('.md') && !isSecretPath(name),
  );
  const names = files.map(({ name }) => name).sort();
  return names.slice(0, MOST_ROLES).flatMap((name) => toWorkspacePath(`${ROLES_FOLDER}/${name}`) ?? []);
}
