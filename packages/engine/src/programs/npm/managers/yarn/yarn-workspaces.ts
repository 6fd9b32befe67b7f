import type { Command } from '../../commands/command.ts';
import { NpmError } from '../../npm-error.ts';
import type { NpmSession } from '../../npm-session.ts';
import { PackageJson } from '../../package-json.ts';
import { joinPath } from '../../project-files.ts';
import { quoteForShell } from '../../run-script.ts';
import { matchesName } from '../name-pattern.ts';
import { runRecursively } from '../run-recursive.ts';
import { inOrderOfNeed, reachable, type WorkspaceProject, workspaceGraph } from '../workspace-graph.ts';

/** Runs yarn itself in another folder of the project. */
export type RunYarn = (session: NpmSession, words: readonly string[]) => Promise<number>;

/** Implements `yarn workspace name command …`. */
export function yarnWorkspace(runYarn: RunYarn): Command {
  return async (session) => {
    const [name = ''] = session.commandLine.positional;
    const found = [...workspaceGraph(session).values()].find((project) => project.name === name && project.path !== '');
    if (!found) throw new NpmError('EUSAGE', [session.manager.isBerry ? `Workspace '${name}' not found.` : `Unknown workspace "${name}".`]);
    return runYarn(inFolder(session, found.path), session.commandLine.rest);
  };
}

function inFolder(session: NpmSession, path: string): NpmSession {
  return { ...session, context: { ...session.context, cwd: joinPath(session.projectPath, path) } };
}

/** Implements `yarn workspaces foreach … run x`, `list`, `info`, `run x` and `focus`. */
export function yarnWorkspaces(runYarn: RunYarn): Command {
  return async (session) => {
    const [action = '', ...words] = session.commandLine.rest;
    const graph = workspaceGraph(session);
    switch (action) {
      case 'foreach':
        if (session.manager.isBerry) return forEach(session, graph, words);
        break;
      case 'list':
        if (session.manager.isBerry) return list(session, graph, words.includes('--json'));
        break;
      case 'focus':
        return runYarn(session, ['install']);
      case 'info':
        if (!session.manager.isBerry) return info(session, graph);
        break;
      case 'run':
        if (!session.manager.isBerry) return runClassic(session, graph, runYarn, words);
        break;
      default:
    }
    const known = session.manager.isBerry ? 'foreach, list or focus' : 'info or run';
    throw new NpmError('EUSAGE', [`Invalid subcommand "${action}" of yarn workspaces. Try ${known}.`]);
  };
}

function list({ output }: NpmSession, graph: ReadonlyMap<string, WorkspaceProject>, isJson: boolean): number {
  for (const { path, name } of graph.values()) {
    output.print(isJson ? JSON.stringify({ location: path || '.', name }) : `➤ YN0000: ${path || '.'}`);
  }
  if (!isJson) output.print('➤ YN0000: Done');
  return 0;
}

function info({ output }: NpmSession, graph: ReadonlyMap<string, WorkspaceProject>): number {
  const nameAt = (path: string) => graph.get(path)?.name ?? path;
  const entries = [...graph.values()]
    .filter(({ path }) => path !== '')
    .map(({ path, name, dependsOn }) => [
      name,
      { location: path, workspaceDependencies: [...dependsOn].map(nameAt), mismatchedWorkspaceDependencies: [] },
    ]);
  output.print(JSON.stringify(Object.fromEntries(entries), null, 2));
  return 0;
}

async function runClassic(
  session: NpmSession,
  graph: ReadonlyMap<string, WorkspaceProject>,
  runYarn: RunYarn,
  words: readonly string[],
): Promise<number> {
  for (const { path, name } of graph.values()) {
    if (path === '') continue;
    session.output.note(`\n> ${name}`);
    const exitCode = await runYarn(inFolder(session, path), ['run', ...words]);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

interface ForEachOptions {
  included: string[];
  excluded: string[];
  from: string[];
  switches: Set<string>;
  words: readonly string[];
}

function readForEach(args: readonly string[]): ForEachOptions {
  const options: ForEachOptions = { included: [], excluded: [], from: [], switches: new Set(), words: [] };
  const lists = new Map([
    ['--include', options.included],
    ['--exclude', options.excluded],
    ['--from', options.from],
  ]);
  const long = new Map([
    ['--all', 'A'],
    ['--recursive', 'R'],
    ['--worktree', 'W'],
    ['--parallel', 'p'],
    ['--interlaced', 'i'],
    ['--topological', 't'],
    ['--topological-dev', 't'],
    ['--verbose', 'v'],
    ['--no-private', 'private'],
    ['--dry-run', 'n'],
  ]);
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (!word.startsWith('-')) return { ...options, words: args.slice(at) };
    const [name = '', value] = word.split(/=(.*)/s);
    const listed = lists.get(name) ?? (name === '-j' || name === '--jobs' ? [] : undefined);
    if (listed !== undefined) {
      if (value === undefined) at += 1;
      listed.push(value ?? args[at] ?? '');
    } else if (long.has(name)) options.switches.add(long.get(name) ?? '');
    else if (!word.startsWith('--')) for (const letter of word.slice(1)) options.switches.add(letter);
    else throw new NpmError('EUSAGE', [`Unknown Syntax Error: Unsupported option name ("${word}").`]);
  }
  return options;
}

function forEach(session: NpmSession, graph: ReadonlyMap<string, WorkspaceProject>, args: readonly string[]): Promise<number> {
  const { included, excluded, from, switches, words } = readForEach(args);
  if (!['A', 'R', 'W'].some((letter) => switches.has(letter)) && from.length === 0) {
    throw new NpmError('EUSAGE', ['Invalid option schema: you must define at least one of -A, -R, -W, or --from.']);
  }
  const here = session.context.cwd.slice(session.projectPath.length + 1);
  const isNamed = (patterns: readonly string[], { name, path }: WorkspaceProject) =>
    patterns.some((pattern) => matchesName(pattern, name) || matchesName(pattern, path));
  const starts = from.length > 0 ? [...graph.values()].filter((project) => isNamed(from, project)).map(({ path }) => path) : [here];
  const needed = new Set(starts.flatMap((start) => [start, ...reachable(start, (path) => graph.get(path)?.dependsOn ?? [])]));
  const [command = '', ...rest] = words;
  const event = command === 'run' ? (rest[0] ?? '') : command;
  const isScript = (project: WorkspaceProject) => command !== 'exec' && project.manifest.scripts.has(event);
  const chosen = [...graph.values()].filter(
    (project) =>
      (!switches.has('R') && from.length === 0 ? true : needed.has(project.path)) &&
      (included.length === 0 || isNamed(included, project)) &&
      !isNamed(excluded, project) &&
      (command === 'exec' || isScript(project)),
  );
  const paths = chosen.map(({ path }) => path);
  const groups = switches.has('t') ? inOrderOfNeed(graph, paths) : switches.has('p') ? [paths] : paths.map((path) => [path]);
  const ordered = switches.has('p') ? groups : groups.flat().map((path) => [path]);
  return runRecursively(session, {
    groups: ordered.map((group) => group.map((path) => projectAt(session, path))),
    isLenient: false,
    commandIn({ packageJson }) {
      const script = packageJson.manifest.scripts.get(event) ?? '';
      const own = (command === 'run' ? rest.slice(1) : rest).map(quoteForShell);
      return { label: event, commands: [(command === 'exec' ? own : [script, ...own]).join(' ')] };
    },
  });
}

function projectAt({ files, projectPath }: NpmSession, path: string) {
  const folder = joinPath(projectPath, path);
  return { path, folder, packageJson: PackageJson.read(files, folder) };
}
