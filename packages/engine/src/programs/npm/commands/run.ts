import type { Manifest } from '../manifest.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import { runScriptWithHooks } from '../run-script.ts';
import type { Command } from './command.ts';
import { nearestName } from './nearest-name.ts';
import { type SelectedProject, selectProjects } from './select-projects.ts';

/** Implements `npm run [script] [-- arguments]`. */
export const runCommand: Command = async (session) => {
  const [event, ...args] = session.commandLine.positional;
  return runNamed(session, event, [...args, ...session.commandLine.rest]);
};

/** Returns the command for `npm test`, `npm start` and so on, which runs the script with that name. */
export function lifecycleCommand(event: string): Command {
  return (session) => runNamed(session, event, [...session.commandLine.positional, ...session.commandLine.rest]);
}

function projectsToRun(session: NpmSession): SelectedProject[] {
  const projects = selectProjects(session);
  for (const { packageJson } of projects) {
    if (packageJson.exists) continue;
    throw new NpmError('ENOENT', [
      'syscall open',
      `path ${packageJson.path}`,
      'errno -2',
      `enoent Could not read package.json: Error: ENOENT: no such file or directory, open '${packageJson.path}'`,
      'enoent This is related to npm not being able to find a file.',
    ]);
  }
  return projects;
}

async function runNamed(session: NpmSession, event: string | undefined, args: readonly string[]): Promise<number> {
  const projects = projectsToRun(session);
  for (const { folder, packageJson } of projects) {
    const { manifest } = packageJson;
    if (event === undefined) {
      listScripts(session, manifest);
      continue;
    }
    const withDefaults = withDefaultScripts(session, folder, manifest);
    if (!withDefaults.scripts.has(event)) {
      if (session.commandLine.isSet('if-present') || (session.commandLine.isSet('workspaces') && projects.length > 1)) continue;
      session.output.error(missingScript(event, manifest));
      return 1;
    }
    const exitCode = await runScriptWithHooks(session, { folder, manifest: withDefaults, event, args });
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

/** `npm start` without a script runs server.js; `npm restart` without one stops and starts. */
function withDefaultScripts(session: NpmSession, folder: string, manifest: Manifest): Manifest {
  const scripts = new Map(manifest.scripts);
  if (!scripts.has('start') && session.files.exists(joinPath(folder, 'server.js'))) scripts.set('start', 'node server.js');
  if (!scripts.has('restart') && scripts.has('start')) scripts.set('restart', 'npm stop --if-present && npm start');
  if (!scripts.has('env')) scripts.set('env', 'env');
  return { ...manifest, scripts };
}

function missingScript(event: string, manifest: Manifest): string {
  const lines = [`Missing script: "${event}"`];
  const near = nearestName(event, [...manifest.scripts.keys()]);
  if (near !== null) lines.push('', `Did you mean this?`, `  npm run ${near} # run the "${near}" package script`);
  return [...lines, '', 'To see a list of scripts, run:', '  npm run'].join('\n');
}

const lifecycleNames = ['test', 'start', 'stop', 'restart', 'preinstall', 'install', 'postinstall', 'prepare'];

function listScripts(session: NpmSession, manifest: Manifest): void {
  const describe = ([name, script]: [string, string]) => `  ${name}\n    ${script}`;
  const entries = [...manifest.scripts];
  const own = entries.filter(([name]) => !lifecycleNames.includes(name));
  const lifecycle = entries.filter(([name]) => lifecycleNames.includes(name));
  const of = [manifest.name, manifest.version].filter(Boolean).join('@');
  const sections: string[] = [];
  if (lifecycle.length > 0) sections.push(`Lifecycle scripts included in ${of}:\n${lifecycle.map(describe).join('\n')}`);
  if (own.length > 0) {
    const title = lifecycle.length > 0 ? 'available via `npm run`:' : `Scripts available in ${of} via \`npm run\`:`;
    sections.push(`${title}\n${own.map(describe).join('\n')}`);
  }
  if (sections.length > 0) session.output.print(sections.join('\n'));
}
