import type { Command } from '../../commands/command.ts';
import { execCommand, runInFolder } from '../../commands/exec.ts';
import type { SelectedProject } from '../../commands/select-projects.ts';
import type { NpmSession } from '../../npm-session.ts';
import { quoteForShell, runInShell, scriptEnvironment } from '../../run-script.ts';
import { projectsToRunIn, runLocalCommand, runOwnScript, scriptHint } from '../run-by-name.ts';
import { runRecursively } from '../run-recursive.ts';
import { inOrderOfNeed, workspaceGraph } from '../workspace-graph.ts';

/** Implements `pnpm run name`; without a name, the scripts are listed. */
export const pnpmRun: Command = async (session) => {
  const [event] = session.commandLine.positional;
  if (event !== undefined) return runEvent(session, event, session.commandLine.rest);
  for (const { packageJson } of projectsToRunIn(session)) listScripts(session, packageJson.manifest.scripts);
  return 0;
};

/** Implements `pnpm test` and `pnpm start`. */
export function pnpmScript(event: string): Command {
  return (session) => runEvent(session, event, session.commandLine.rest);
}

/** Runs a word that is not a command: the script with that name, else the command of an installed package. */
export const pnpmOther: Command = async (session) => {
  const [name = ''] = session.commandLine.positional;
  const projects = projectsToRunIn(session);
  const isScript = projects.some(({ packageJson }) => packageJson.manifest.scripts.has(name));
  return isScript || session.selected !== null
    ? runEvent(session, name, session.commandLine.rest)
    : exec(session, name, session.commandLine.rest);
};

/** Implements `pnpm exec command`, in each selected project. */
export const pnpmExec: Command = async (session) => {
  const [name] = session.commandLine.positional;
  if (name === undefined) {
    session.output.failure('EXEC_MISSING_COMMAND', ["'pnpm exec' requires a command to run"]);
    return 1;
  }
  return exec(session, name, session.commandLine.rest);
};

/** Implements `pnpm dlx package`: runs a package fetched for this purpose. */
export const pnpmDlx: Command = (session) => {
  const { commandLine } = session;
  const [name] = commandLine.positional;
  if (name === undefined) {
    session.output.failure('MISSING_DLX_COMMAND', ['pnpm dlx needs the name of a package']);
    return Promise.resolve(1);
  }
  return execCommand({
    ...session,
    commandLine: commandLine
      .withPositional([name, ...commandLine.rest])
      .withoutRest()
      .withOption('yes', 'true'),
  });
};

async function exec(session: NpmSession, name: string, args: readonly string[]): Promise<number> {
  const { commandLine, output } = session;
  const line = commandLine.isSet('shell-mode') ? [name, ...args].join(' ') : [name, ...args].map(quoteForShell).join(' ');
  if (session.selected !== null) {
    return runAll(session, projectsToRunIn(session), () => ({ label: name, commands: [line] }));
  }
  const local = runLocalCommand(session, name, args);
  if (local !== null && !commandLine.isSet('shell-mode')) return local;
  // Everything on the PATH may be run; a command that is not found is an error and is not fetched.
  if (commandLine.isSet('shell-mode') || isOnPath(session, name)) return runInFolder(session, session.projectPath, line);
  const hint = projectsToRunIn(session).map((project) => scriptHint(project, name))[0] ?? null;
  output.failure('RECURSIVE_EXEC_FIRST_FAIL', [`Command "${name}" not found${hint === null ? '' : `\n\nDid you mean "pnpm ${hint}"?`}`]);
  return 254;
}

function isOnPath({ files, context }: NpmSession, name: string): boolean {
  if (name.includes('/')) return files.exists(name.startsWith('/') ? name : `${context.cwd}/${name}`);
  return (context.env.PATH ?? '/usr/local/bin:/usr/bin:/bin')
    .split(':')
    .some((folder) => folder !== '' && files.exists(`${folder}/${name}`));
}

async function runEvent(session: NpmSession, event: string, args: readonly string[]): Promise<number> {
  const { output, commandLine } = session;
  const projects = projectsToRunIn(session);
  if (projects.length === 0) {
    output.print(`No projects matched the filters in "${session.projectPath}"`);
    return 0;
  }
  const pattern = /^\/(.+)\/$/.exec(event)?.[1];
  const eventsOf = ({ packageJson }: SelectedProject) =>
    [...packageJson.manifest.scripts.keys()].filter((name) => (pattern === undefined ? name === event : new RegExp(pattern).test(name)));
  const [first] = projects;
  if (first !== undefined && projects.length === 1 && pattern === undefined) {
    const exitCode = await runOwnScript(session, first, event, args);
    return exitCode ?? missing(session, first, event);
  }
  if (projects.every((project) => eventsOf(project).length === 0)) {
    if (commandLine.isSet('if-present') || event === 'test') return 0;
    output.failure('RECURSIVE_RUN_NO_SCRIPT', [`None of the selected packages has a "${event}" script`]);
    return 1;
  }
  return runAll(session, projects, (project) => {
    const scripts = project.packageJson.manifest.scripts;
    const names = eventsOf(project).flatMap((name) => [`pre${name}`, name, `post${name}`].filter((hook) => scripts.has(hook)));
    const words = args.map(quoteForShell);
    const commands = names.map((name) => [scripts.get(name) ?? '', ...(eventsOf(project).includes(name) ? words : [])].join(' '));
    return commands.length === 0 ? null : { label: event, commands };
  });
}

function missing(session: NpmSession, project: SelectedProject, event: string): number {
  const { output, commandLine } = session;
  if (commandLine.isSet('if-present') || event === 'test') return 0;
  const hint = scriptHint(project, event);
  output.failure('NO_SCRIPT', [
    `Missing script: ${event}`,
    '',
    `Command "${event}" not found.${hint === null ? '' : ` Did you mean "pnpm run ${hint}"?`}`,
  ]);
  return 1;
}

/** Runs a single project as if in its folder; with several in parallel, each line is prefixed with its project's name. */
async function runAll(
  session: NpmSession,
  projects: readonly SelectedProject[],
  commandIn: (project: SelectedProject) => { label: string; commands: readonly string[] } | null,
): Promise<number> {
  const { commandLine } = session;
  const [only] = projects;
  if (only !== undefined && projects.length === 1) {
    const task = commandIn(only);
    for (const command of task?.commands ?? []) {
      const env = scriptEnvironment(session, only.folder, only.packageJson.manifest, task?.label ?? '');
      const exitCode = await runInShell(session, command, only.folder, env);
      if (exitCode !== 0) return exitCode;
    }
    return 0;
  }
  const byPath = new Map(projects.map((project) => [project.path, project]));
  const isAtOnce = commandLine.isSet('parallel') || commandLine.isUnset('sort');
  const groups = isAtOnce ? [[...byPath.keys()]] : inOrderOfNeed(workspaceGraph(session), byPath.keys());
  session.output.note(`Scope: ${projects.length} of ${workspaceGraph(session).size} workspace projects`);
  return runRecursively(session, {
    groups: groups.map((group) => group.map((path) => byPath.get(path)).filter((project) => project !== undefined)),
    commandIn,
    isLenient: commandLine.isUnset('bail'),
  });
}

function listScripts({ output }: NpmSession, scripts: ReadonlyMap<string, string>): void {
  const lifecycleNames = ['test', 'start', 'stop', 'restart', 'preinstall', 'install', 'postinstall', 'prepare'];
  const describe = (entries: [string, string][]) => entries.map(([name, script]) => `  ${name}\n    ${script}`).join('\n');
  const lifecycle = [...scripts].filter(([name]) => lifecycleNames.includes(name));
  const own = [...scripts].filter(([name]) => !lifecycleNames.includes(name));
  const sections = [
    ...(lifecycle.length > 0 ? [`Lifecycle scripts:\n${describe(lifecycle)}`] : []),
    ...(own.length > 0 ? [`Commands available via "pnpm run":\n${describe(own)}`] : []),
  ];
  output.print(sections.length > 0 ? sections.join('\n\n') : 'There are no scripts specified.');
}
