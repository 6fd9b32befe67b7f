import type { OptionDialect } from '../../command-line.ts';
import { cacheCommand } from '../../commands/cache.ts';
import { dedupeCommand, pruneCommand } from '../../commands/change-tree.ts';
import type { Command } from '../../commands/command.ts';
import { findCommand } from '../../commands/command-list.ts';
import { configCommand } from '../../commands/config.ts';
import { explainCommand } from '../../commands/explain.ts';
import { binCommand, rootCommand } from '../../commands/information.ts';
import { listCommand } from '../../commands/list-installed.ts';
import { outdatedCommand } from '../../commands/outdated.ts';
import { pkgCommand } from '../../commands/pkg.ts';
import { rebuildCommand } from '../../commands/rebuild.ts';
import { versionCommand } from '../../commands/version.ts';
import { viewCommand } from '../../commands/view.ts';
import type { NpmSession } from '../../npm-session.ts';
import { createFromTemplate } from '../create-from-template.ts';
import { type ForeignCommand, type ForeignFamily, withOptions, withScript } from '../foreign-command.ts';
import { sharedLongAliases, sharedShortOptions, sharedValueOptions } from '../npm-options.ts';
import { unavailable } from '../unavailable.ts';
import { pnpmAdd, pnpmImport, pnpmInit, pnpmInstall, pnpmRemove, pnpmUpdate } from './pnpm-install.ts';
import { pnpmDlx, pnpmExec, pnpmOther, pnpmRun, pnpmScript } from './pnpm-run.ts';
import { selectedByPnpm } from './pnpm-selection.ts';

const dialect: OptionDialect = {
  valueOptions: new Set([
    ...sharedValueOptions,
    'filter-prod',
    'resume-from',
    'store-dir',
    'virtual-store-dir',
    'save-catalog-name',
    'allow-build',
  ]),
  shortOptions: new Map<string, readonly [string, string | true]>([
    ...sharedShortOptions,
    ['P', ['save-prod', true]],
    ['r', ['recursive', true]],
    ['F', ['filter', '']],
    ['C', ['dir', '']],
    ['w', ['workspace-root', true]],
    ['s', ['silent', true]],
    ['c', ['shell-mode', true]],
    ['i', ['interactive', true]],
    ['L', ['latest', true]],
  ]),
  longAliases: new Map<string, readonly [string, string | true]>([
    ...sharedLongAliases,
    ['save-catalog', ['save-catalog-name', 'default']],
  ]),
};

const storeCommand: Command = async (session) => {
  const { output, commandLine, cacheFolder } = session;
  switch (commandLine.positional[0]) {
    case 'path':
      output.print(cacheFolder);
      return 0;
    case 'prune':
      await session.client.cache.clear();
      output.print('Removed all cached downloads');
      return 0;
    default:
      return unavailable('store', 'downloads are kept by the browser; pnpm store path and prune are there.')(session);
  }
};

const noGit = 'it needs git, which is not here.';
const readsOnly = 'the registry proxy only reads.';

const commands: ReadonlyMap<string, ForeignCommand> = new Map<string, ForeignCommand>([
  ...(['install', 'i'] as const).map((name) => [name, withOptions(pnpmInstall)] as const),
  ['install-test', withOptions(async (session) => (await pnpmInstall(session)) || pnpmScript('test')(session))],
  ['add', withOptions(pnpmAdd)],
  ...(['remove', 'rm', 'uninstall', 'un'] as const).map((name) => [name, withOptions(pnpmRemove)] as const),
  ...(['update', 'up', 'upgrade'] as const).map((name) => [name, withOptions(pnpmUpdate)] as const),
  ['import', withOptions(pnpmImport)],
  ['fetch', withOptions(pnpmInstall)],
  ...(['run', 'run-script'] as const).map((name) => [name, withScript(pnpmRun)] as const),
  ...(['test', 't', 'tst'] as const).map((name) => [name, { reads: 'nothing', run: pnpmScript('test') } as const] as const),
  ['start', { reads: 'nothing', run: pnpmScript('start') }],
  ['stop', { reads: 'nothing', run: pnpmScript('stop') }],
  ['restart', { reads: 'nothing', run: pnpmScript('restart') }],
  ['exec', withScript(pnpmExec)],
  ['dlx', withScript(pnpmDlx)],
  ['create', withScript(createFromTemplate)],
  ['init', withOptions(pnpmInit)],
  ...(['list', 'ls', 'la', 'll'] as const).map((name) => [name, withOptions(listCommand)] as const),
  ['why', withOptions(explainCommand)],
  ['outdated', withOptions(outdatedCommand)],
  ...(['view', 'info', 'show', 'v'] as const).map((name) => [name, withOptions(viewCommand)] as const),
  ...(['config', 'c'] as const).map((name) => [name, withOptions(configCommand)] as const),
  ['get', withOptions((session) => configCommand(withWord(session, 'get')))],
  ['set', withOptions((session) => configCommand(withWord(session, 'set')))],
  ['root', withOptions(rootCommand)],
  ['bin', withOptions(binCommand)],
  ['prune', withOptions(pruneCommand)],
  ['dedupe', withOptions(dedupeCommand)],
  ...(['rebuild', 'rb'] as const).map((name) => [name, withOptions(rebuildCommand)] as const),
  ['pkg', withOptions(pkgCommand)],
  ['version', withOptions(versionCommand)],
  ['cache', withOptions(cacheCommand)],
  ['store', withOptions(storeCommand)],
  ['audit', withOptions((session) => findCommand('audit')?.(session) ?? Promise.resolve(1))],
  ['pack', withOptions((session) => findCommand('pack')?.(session) ?? Promise.resolve(1))],
  ['approve-builds', withOptions(unavailable('approve-builds', 'install scripts of packages are not run here.'))],
  ['ignored-builds', withOptions(unavailable('ignored-builds', 'install scripts of packages are not run here.'))],
  ['licenses', withOptions(unavailable('licenses', 'read the "license" of the packages in pnpm list --json, or use npx license-checker.'))],
  ['link', withOptions(unavailable('link', 'write "link:../folder" into package.json instead.'))],
  ['unlink', withOptions(unavailable('unlink', 'take the "link:" out of package.json instead.'))],
  ['patch', withOptions(unavailable('patch', `${noGit} Patches in patchedDependencies are applied.`))],
  ['patch-commit', withOptions(unavailable('patch-commit', noGit))],
  ['deploy', withOptions(unavailable('deploy', 'build the project and download it.'))],
  ['publish', withOptions(unavailable('publish', readsOnly))],
  ['env', withOptions(unavailable('env', 'there is one Node, that of the engine.'))],
  ['self-update', withOptions(unavailable('self-update', 'the version is that of "packageManager" in package.json.'))],
  ['setup', withOptions(unavailable('setup', 'pnpm is on the PATH already.'))],
  ['server', withOptions(unavailable('server', 'each run reads its packages itself.'))],
  ['doctor', withOptions(unavailable('doctor', 'there is nothing of the machine to look at.'))],
]);

function withWord(session: NpmSession, word: string): NpmSession {
  const { commandLine } = session;
  return { ...session, commandLine: commandLine.withPositional([word, ...commandLine.positional]) };
}

function usage({ manager }: NpmSession): string {
  return [
    `Version ${manager.version}`,
    'Usage: pnpm [command] [flags]',
    '       pnpm [ -h | --help | -v | --version ]',
    '',
    'Manage your dependencies:',
    '      add <pkg>            Installs a package and any packages that it depends on',
    '   i, install              Install all dependencies for a project',
    '  rm, remove               Removes packages from node_modules and from the package.json',
    '  up, update               Updates packages to their latest version based on the specified range',
    '      import               Generates a pnpm-lock.yaml from an npm package-lock.json',
    '',
    'Review your dependencies:',
    '  ls, list                 Print all the versions of packages that are installed',
    '      outdated             Check for outdated packages',
    '      why <pkg>            Shows all packages that depend on the specified package',
    '',
    'Run your scripts:',
    '      exec                 Executes a shell command in scope of a project',
    '      run                  Runs a defined package script',
    '      dlx                  Fetches a package and runs its command',
    '   t, test                 Runs a package\'s "test" script, if one was provided',
    '      start                Runs an arbitrary command specified in the package\'s "start" property',
    '',
    'Options:',
    '  -r, --recursive          Run the command for each project in the workspace.',
    '  -F, --filter <pattern>   Restrict it to the projects that fit',
  ].join('\n');
}

export const pnpmFamily = (): ForeignFamily => ({
  dialect,
  commands,
  bare: async (session) => {
    session.output.print(usage(session));
    return 0;
  },
  other: pnpmOther,
  usage,
  select: selectedByPnpm,
});
