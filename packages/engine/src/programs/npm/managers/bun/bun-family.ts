import type { OptionDialect } from '../../command-line.ts';
import { cacheCommand } from '../../commands/cache.ts';
import { uninstallCommand, updateCommand } from '../../commands/change-tree.ts';
import type { Command } from '../../commands/command.ts';
import { findCommand } from '../../commands/command-list.ts';
import { runInFolder } from '../../commands/exec.ts';
import { explainCommand } from '../../commands/explain.ts';
import { binCommand } from '../../commands/information.ts';
import { initCommand } from '../../commands/init.ts';
import { installCommand } from '../../commands/install.ts';
import { listCommand } from '../../commands/list-installed.ts';
import { outdatedCommand } from '../../commands/outdated.ts';
import { pkgCommand } from '../../commands/pkg.ts';
import { viewCommand } from '../../commands/view.ts';
import type { NpmSession } from '../../npm-session.ts';
import { quoteForShell } from '../../run-script.ts';
import { createFromTemplate } from '../create-from-template.ts';
import { type ForeignCommand, type ForeignFamily, withOptions, withScript } from '../foreign-command.ts';
import { installLocked } from '../install-locked.ts';
import { sharedLongAliases, sharedShortOptions, sharedValueOptions } from '../npm-options.ts';
import { unavailable } from '../unavailable.ts';
import { filterWorkspaces } from '../workspace-filter.ts';
import { inOrderOfNeed, workspaceGraph } from '../workspace-graph.ts';
import { bunOther, bunRun, bunX } from './bun-run.ts';

const dialect: OptionDialect = {
  valueOptions: new Set([
    ...sharedValueOptions,
    'eval',
    'print',
    'preload',
    'env-file',
    'define',
    'port',
    'backend',
    'linker',
    'conditions',
  ]),
  shortOptions: new Map<string, readonly [string, string | true]>([
    ...sharedShortOptions,
    ['d', ['save-dev', true]],
    ['p', ['print', '']],
    ['e', ['eval', '']],
    ['b', ['bun', true]],
    ['F', ['filter', '']],
    ['r', ['preload', '']],
  ]),
  longAliases: new Map<string, readonly [string, string | true]>([...sharedLongAliases, ['revision', ['version', true]]]),
};

const bunInstall: Command = (session) => {
  const { commandLine } = session;
  if (commandLine.positional.length === 0 && commandLine.isSet('frozen-lockfile')) return installLocked({ ...session, selected: null });
  return installCommand(commandLine.positional.length === 0 ? { ...session, selected: null } : session);
};

/** Implements `bun pm ls`, `bun pm bin`, `bun pm cache` and `bun pm pkg`. */
const bunPm: Command = (session) => {
  const [action = '', ...words] = [...session.commandLine.positional, ...session.commandLine.rest];
  const own = { ...session, commandLine: session.commandLine.withPositional(words).withoutRest() };
  const actions = new Map<string, Command>([
    ['ls', listCommand],
    ['bin', binCommand],
    ['pkg', pkgCommand],
    ['why', explainCommand],
    ['pack', (each) => findCommand('pack')?.(each) ?? Promise.resolve(1)],
    ['version', (each) => findCommand('version')?.(each) ?? Promise.resolve(1)],
    [
      'cache',
      async (each) =>
        words[0] === 'rm'
          ? cacheCommand({ ...each, commandLine: each.commandLine.withOption('force', 'true') })
          : printed(each, each.cacheFolder),
    ],
  ]);
  return (actions.get(action) ?? unavailable(`pm ${action}`, `of bun pm there are ${[...actions.keys()].join(', ')}.`))(own);
};

function printed({ output }: NpmSession, text: string): number {
  output.print(text);
  return 0;
}

const noBundler = 'esbuild (npx esbuild) or vite (npx vite build) do its work.';
const initialize: Command = (session) => initCommand({ ...session, commandLine: session.commandLine.withOption('yes', 'true') });
const commands: ReadonlyMap<string, ForeignCommand> = new Map<string, ForeignCommand>([
  ...(['install', 'i'] as const).map((name) => [name, withOptions(bunInstall)] as const),
  ['ci', withOptions((session) => installLocked(session))],
  ...(['add', 'a'] as const).map((name) => [name, withOptions(installCommand)] as const),
  ...(['remove', 'rm'] as const).map((name) => [name, withOptions(uninstallCommand)] as const),
  ['update', withOptions(updateCommand)],
  ['outdated', withOptions(outdatedCommand)],
  ['why', withOptions(explainCommand)],
  ['info', withOptions(viewCommand)],
  ['audit', withOptions((session) => findCommand('audit')?.(session) ?? Promise.resolve(1))],
  ['run', withScript(bunRun)],
  ['x', withScript(bunX)],
  ['init', withOptions(initialize)],
  ...(['create', 'c'] as const).map((name) => [name, withScript(createFromTemplate)] as const),
  ['pm', withScript(bunPm)],
  [
    'exec',
    withScript((session) =>
      runInFolder(session, session.projectPath, [...session.commandLine.positional, ...session.commandLine.rest].join(' ')),
    ),
  ],
  [
    'test',
    {
      reads: 'nothing',
      run: unavailable(
        'test',
        'bun’s own test runner is part of its binary. vitest (npx vitest run) or node --test do its work; a "test" script is run by bun run test.',
      ),
    },
  ],
  [
    'build',
    {
      reads: 'nothing',
      run: unavailable('build', `bun’s bundler is part of its binary. ${noBundler} A "build" script is run by bun run build.`),
    },
  ],
  ['link', withOptions(unavailable('link', 'write "link:../folder" into package.json instead.'))],
  ['unlink', withOptions(unavailable('unlink', 'take the "link:" out of package.json instead.'))],
  ['patch', withOptions(unavailable('patch', 'patches in patchedDependencies are applied.'))],
  ['publish', withOptions(unavailable('publish', 'the registry proxy only reads.'))],
  ['upgrade', withOptions(unavailable('upgrade', 'the version is that of "packageManager" in package.json.'))],
  ['repl', { reads: 'nothing', run: unavailable('repl', 'node has one.') }],
]);

/** Runs without a command: `bun -e code` evaluates it, and bare bun prints its usage. */
const bare: Command = async (session) => {
  const { commandLine, output } = session;
  for (const name of ['eval', 'print']) {
    const code = commandLine.value(name);
    if (code !== null) return runInFolder(session, session.projectPath, ['node', `--${name}`, code].map(quoteForShell).join(' '));
  }
  output.print(usage(session));
  return 0;
};

function usage({ manager }: NpmSession): string {
  return [
    `Bun is a fast JavaScript runtime, package manager, bundler, and test runner. (${manager.version})`,
    '',
    'Usage: bun <command> [...flags] [...args]',
    '',
    'Commands:',
    '  run       ./my-script.ts       Execute a file with Node, or a package.json script',
    '  x         vite                 Execute a package binary (CLI), installing if needed (bunx)',
    '  install                        Install dependencies for a package.json (bun i)',
    '  add       <pkg>                Add a dependency to package.json (bun a)',
    '  remove    <pkg>                Remove a dependency from package.json (bun rm)',
    '  update    <pkg>                Update outdated dependencies',
    '  pm ls, outdated, why, info, init, create',
    '',
    'Of bun this is its package manager; its runtime, bundler and test runner are native code.',
  ].join('\n');
}

function selected(session: NpmSession): readonly string[] | null {
  const filters = session.commandLine.values('filter');
  if (filters.length === 0) return null;
  const graph = workspaceGraph(session);
  return inOrderOfNeed(graph, filterWorkspaces(session, graph, filters)).flat();
}

export const bunFamily = (): ForeignFamily => ({ dialect, commands, bare, other: bunOther, usage, select: selected });
