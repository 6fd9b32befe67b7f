import { installProject } from '../install/install-project.ts';
import type { InstallRequest } from '../install/install-request.ts';
import { reportInstall } from '../install/report-install.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import type { Command } from './command.ts';
import { changedWorkspaces } from './install.ts';
import { selectProjects } from './select-projects.ts';

async function reinstall(session: NpmSession, request: Partial<InstallRequest>): Promise<number> {
  const startedAt = session.host.now();
  const packageJson = request.packageJson ?? PackageJson.read(session.files, session.projectPath);
  const result = await installProject(session, { explicit: new Map(), ...request, packageJson });
  await reportInstall(session, result, startedAt);
  return 0;
}

/** Implements `npm uninstall packages [-w workspace]`. */
export const uninstallCommand: Command = async (session) => {
  const names = session.commandLine.positional;
  if (names.length === 0) throw new NpmError('EUSAGE', ['Must provide a package name to remove']);
  const targets = selectProjects(session);
  for (const { packageJson } of targets) for (const name of names) packageJson.removeDependency(name);
  const root = targets.find(({ path }) => path === '');
  return reinstall(session, { ...(root ? { packageJson: root.packageJson } : {}), ...changedWorkspaces(targets) });
};

/** Implements `npm update`: installs the newest versions that package.json allows, or only those of the given names. */
export const updateCommand: Command = async (session) => {
  const names = new Set(session.commandLine.positional);
  return reinstall(session, { explicit: names.size === 0 ? new Map() : new Map([['', names]]), isUpdate: names.size === 0 });
};

/** Implements `npm dedupe`: removes copies that one further up can replace. */
export const dedupeCommand: Command = (session) => reinstall(session, { isDedupe: true });

/** Implements `npm prune [--omit=dev]`: removes packages that nothing depends on; `npm install` does so too. */
export const pruneCommand: Command = (session) => reinstall(session, {});
