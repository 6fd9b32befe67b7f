import { findLocalCommand, runInFolder } from '../commands/exec.ts';
import { nearestName } from '../commands/nearest-name.ts';
import { type SelectedProject, selectProjects } from '../commands/select-projects.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import { quoteForShell, runScriptWithHooks } from '../run-script.ts';

/** Runs the script with that name in one project. Returns null if there is none. */
export async function runOwnScript(
  session: NpmSession,
  { folder, packageJson }: SelectedProject,
  event: string,
  args: readonly string[],
): Promise<number | null> {
  const { manifest } = packageJson;
  const scripts = new Map(manifest.scripts);
  if (event === 'start' && !scripts.has('start') && session.files.exists(joinPath(folder, 'server.js')))
    scripts.set('start', 'node server.js');
  if (!scripts.has(event)) return null;
  const startedAt = session.host.now();
  const exitCode = await runScriptWithHooks(session, { folder, manifest: { ...manifest, scripts }, event, args });
  sayEnd(session, event, exitCode, startedAt);
  return exitCode;
}

/** Prints the lines each manager adds after a script. */
function sayEnd({ manager, output, host }: NpmSession, event: string, exitCode: number, startedAt: number): void {
  if (manager.isBerry) return;
  if (manager.family === 'yarn' && exitCode === 0) output.note(`Done in ${((host.now() - startedAt) / 1000).toFixed(2)}s.`);
  if (exitCode === 0) return;
  if (manager.family === 'pnpm') output.failure('ELIFECYCLE', [`Command failed with exit code ${exitCode}.`]);
  if (manager.family === 'bun') output.failure(null, [`script "${event}" exited with code ${exitCode}`]);
  if (manager.family === 'yarn') {
    output.failure(null, [`Command failed with exit code ${exitCode}.`]);
    output.note('info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.');
  }
}

/** Runs the command of an installed package in the current folder. Returns null if none is installed. */
export function runLocalCommand(session: NpmSession, name: string, args: readonly string[]): Promise<number> | null {
  const folder = findLocalCommand(session, name);
  return folder === null ? null : runInFolder(session, folder, [name, ...args].map(quoteForShell).join(' '));
}

/** Returns the projects to run in, each of which must have a package.json. */
export function projectsToRunIn(session: NpmSession): SelectedProject[] {
  const projects = selectProjects(session);
  for (const { packageJson, folder } of projects) {
    if (!packageJson.exists) throw new NpmError('NO_IMPORTER_MANIFEST_FOUND', [`No package.json was found in "${folder}".`]);
  }
  return projects;
}

/** Returns the script name closest to the given one, for a hint. */
export function scriptHint({ packageJson }: SelectedProject, event: string): string | null {
  return nearestName(event, [...packageJson.manifest.scripts.keys()]);
}
