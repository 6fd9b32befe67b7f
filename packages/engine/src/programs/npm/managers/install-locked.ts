import { runProjectScripts, scriptsAfterInstall } from '../commands/install.ts';
import { installProject } from '../install/install-project.ts';
import { reportInstall } from '../install/report-install.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';

/** Returns true if only the lock file's content may be installed: on request, or on a build server, where all managers do so by default. */
export function isFrozenInstall({ commandLine, context, manager }: NpmSession, options: readonly string[]): boolean {
  if (options.some((name) => commandLine.isSet(name))) return true;
  if (options.some((name) => commandLine.isUnset(name))) return false;
  const isServer = (context.env.CI ?? '') !== '' && context.env.CI !== 'false';
  return isServer && (manager.family === 'pnpm' || manager.isBerry);
}

/** Installs exactly the lock file, or throws an error that says where it does not fit. */
export async function installLocked(session: NpmSession): Promise<number> {
  const startedAt = session.host.now();
  const packageJson = PackageJson.read(session.files, session.projectPath);
  const before = await runProjectScripts(session, packageJson, ['preinstall']);
  if (before !== 0) return before;
  const result = await installProject(session, { packageJson, explicit: new Map(), isFrozen: true });
  const after = await runProjectScripts(session, packageJson, scriptsAfterInstall);
  if (after !== 0) return after;
  await reportInstall(session, result, startedAt);
  return 0;
}
