import type { Command } from '../../commands/command.ts';
import { execCommand, runInFolder } from '../../commands/exec.ts';
import type { NpmSession } from '../../npm-session.ts';
import { joinPath } from '../../project-files.ts';
import { quoteForShell, runInShell, scriptEnvironment } from '../../run-script.ts';
import { projectsToRunIn, runLocalCommand, runOwnScript } from '../run-by-name.ts';
import { runRecursively } from '../run-recursive.ts';

const sourceFile = /\.(?:[cm]?[jt]s|[jt]sx)$/;
/** Matches APIs that only bun itself provides. */
const bunsOwn = /\bBun\.\w+|from\s*['"]bun(?::\w+)?['"]|require\(\s*['"]bun(?::\w+)?['"]\s*\)/;

/** Implements `bun run name`: a script, a file, or the command of an installed package. */
export const bunRun: Command = async (session) => {
  const [name] = session.commandLine.positional;
  if (name === undefined) return listScripts(session);
  return runNamed(session, name, dashless(session.commandLine.rest), true);
};

/** Implements `bun name`: like `bun run name`, but a file comes first. */
export const bunOther: Command = (session) =>
  runNamed(session, session.commandLine.positional[0] ?? '', dashless(session.commandLine.rest), false);

/** Implements `bun x package` and `bunx package`: the project's own command, or a package fetched for this purpose. */
export const bunX: Command = (session) => {
  const { commandLine, output } = session;
  const words = [...commandLine.positional, ...commandLine.rest];
  if (words.length === 0) {
    output.print('Usage: bunx [...flags] <package>[@version] [...flags and arguments for the package]');
    return Promise.resolve(1);
  }
  return execCommand({ ...session, commandLine: commandLine.withPositional(words).withoutRest().withOption('yes', 'true') });
};

function dashless(args: readonly string[]): readonly string[] {
  return args[0] === '--' ? args.slice(1) : args;
}

async function runNamed(session: NpmSession, name: string, args: readonly string[], scriptsFirst: boolean): Promise<number> {
  const { output, commandLine } = session;
  const isFile = sourceFile.test(name) && session.files.exists(joinPath(session.context.cwd, name));
  if (isFile && !scriptsFirst) return runFile(session, name, args);
  if (session.selected !== null) return runEverywhere(session, name, args);
  const [project] = projectsToRunIn(session);
  const ran = project === undefined ? null : await runOwnScript(session, project, name, args);
  if (ran !== null) return ran;
  if (isFile) return runFile(session, name, args);
  const entry = ['.ts', '.tsx', '.js', '.mjs', '/index.ts', '/index.js']
    .map((end) => `${name}${end}`)
    .find((path) => isSource(session, path));
  if (entry !== undefined && /^\.{0,2}\//.test(name)) return runFile(session, entry, args);
  const local = runLocalCommand(session, name, args);
  if (local !== null) return local;
  if (commandLine.isSet('if-present')) return 0;
  output.failure(null, [sourceFile.test(name) ? `Module not found "${name}"` : `Script not found "${name}"`]);
  return 1;
}

function isSource({ files, context }: NpmSession, path: string): boolean {
  return files.kindOf(joinPath(context.cwd, path)) === 'file';
}

/** Runs a file with the engine's Node, which strips types. */
async function runFile(session: NpmSession, path: string, args: readonly string[]): Promise<number> {
  const text = session.files.readText(joinPath(session.context.cwd, path)) ?? '';
  const own = bunsOwn.exec(text)?.[0];
  if (own !== undefined) {
    session.output.warn(
      `${path} uses ${own}, which only bun has; here files are run by Node, which does not. Use node:http, node:fs and other modules of Node instead.`,
    );
  }
  return runInFolder(session, session.projectPath, ['node', path, ...args].map(quoteForShell).join(' '));
}

async function runEverywhere(session: NpmSession, event: string, args: readonly string[]): Promise<number> {
  const projects = projectsToRunIn(session).filter(({ packageJson }) => packageJson.manifest.scripts.has(event));
  if (projects.length === 0) {
    session.output.failure(null, ['No packages matched the filter']);
    return 1;
  }
  const commandOf = (script: string) => [script, ...args.map(quoteForShell)].join(' ');
  const [only] = projects;
  if (only !== undefined && projects.length === 1) {
    const { manifest } = only.packageJson;
    return runInShell(
      session,
      commandOf(manifest.scripts.get(event) ?? ''),
      only.folder,
      scriptEnvironment(session, only.folder, manifest, event),
    );
  }
  return runRecursively(session, {
    groups: [projects],
    isLenient: false,
    commandIn: ({ packageJson }) => ({ label: event, commands: [commandOf(packageJson.manifest.scripts.get(event) ?? '')] }),
  });
}

function listScripts(session: NpmSession): number {
  for (const { packageJson } of projectsToRunIn(session)) {
    const scripts = [...packageJson.manifest.scripts].map(([name, script]) => `  $ bun run ${name}\n    ${script}\n`);
    session.output.print(
      [`Usage: bun run [flags] <file or script>`, '', `package.json scripts (${scripts.length} found):`, ...scripts].join('\n'),
    );
  }
  return 0;
}
