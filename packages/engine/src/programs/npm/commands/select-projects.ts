import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { joinPath } from '../project-files.ts';
import { findWorkspaces } from '../workspaces.ts';

/** The project itself, or one of its workspaces. */
export interface SelectedProject {
  /** Relative to the root; '' is the root. */
  path: string;
  folder: string;
  packageJson: PackageJson;
}

/** Returns the project, or the workspaces selected by `-w`, `--workspaces` or the current folder. */
export function selectProjects(session: NpmSession): SelectedProject[] {
  const { files, projectPath, commandLine, context } = session;
  if (session.selected !== null) return session.selected.map((path) => projectAt(session, path));
  const root: SelectedProject = { path: '', folder: projectPath, packageJson: PackageJson.read(files, projectPath) };
  const names = commandLine.values('workspace');
  if (names.length === 0 && !commandLine.isSet('workspaces')) return [root];
  const selected = findWorkspaces(files, projectPath, root.packageJson.workspacePatterns).filter(({ path, manifest }) => {
    const folder = joinPath(projectPath, path);
    const isNamed = (name: string) =>
      name === manifest.name ||
      [joinPath(projectPath, name), joinPath(context.cwd, name)].some((at) => folder === at || folder.startsWith(`${at}/`));
    return names.length === 0 || names.some(isNamed);
  });
  if (selected.length === 0)
    throw new NpmError('ENOWORKSPACES', [`No workspaces found:\n  ${names.map((name) => `--workspace=${name}`).join(' ')}`]);
  const projects = selected.map(({ path }) => projectAt(session, path));
  return commandLine.isSet('include-workspace-root') ? [root, ...projects] : projects;
}

function projectAt({ files, projectPath }: NpmSession, path: string): SelectedProject {
  const folder = joinPath(projectPath, path);
  return { path, folder, packageJson: PackageJson.read(files, folder) };
}
