import type { OptionDialect } from '../../command-line.ts';
import { cacheCommand } from '../../commands/cache.ts';
import { uninstallCommand, updateCommand } from '../../commands/change-tree.ts';
import type { Command } from '../../commands/command.ts';
import { findCommand } from '../../commands/command-list.ts';
import { configCommand } from '../../commands/config.ts';
import { explainCommand } from '../../commands/explain.ts';
import { binCommand } from '../../commands/information.ts';
import { initCommand } from '../../commands/init.ts';
import { installCommand } from '../../commands/install.ts';
import { listCommand } from '../../commands/list-installed.ts';
import { outdatedCommand } from '../../commands/outdated.ts';
import { rebuildCommand } from '../../commands/rebuild.ts';
import { versionCommand } from '../../commands/version.ts';
import { viewCommand } from '../../commands/view.ts';
import { NpmError } from '../../npm-error.ts';
import type { NpmSession } from '../../npm-session.ts';
import { PackageJson } from '../../package-json.ts';
import { joinPath } from '../../project-files.ts';
import { createFromTemplate } from '../create-from-template.ts';
import { type ForeignCommand, type MakeFamily, withOptions, withScript } from '../foreign-command.ts';
import { installLocked, isFrozenInstall } from '../install-locked.ts';
import type { Manager } from '../manager.ts';
import { sharedLongAliases, sharedShortOptions, sharedValueOptions } from '../npm-options.ts';
import { unavailable } from '../unavailable.ts';
import { yarnDlx, yarnExec, yarnRun } from './yarn-run.ts';
import { type RunYarn, yarnWorkspace, yarnWorkspaces } from './yarn-workspaces.ts';

const dialect: OptionDialect = {
  valueOptions: new Set([...sharedValueOptions, 'modules-folder', 'mutex', 'cache-folder', 'pattern', 'mode', 'network-timeout']),
  shortOptions: new Map<string, readonly [string, string | true]>([
    ...sharedShortOptions,
    ['P', ['save-peer', true]],
    ['T', ['tilde', true]],
    ['W', ['ignore-workspace-root-check', true]],
    ['s', ['silent', true]],
    ['A', ['all', true]],
    ['p', ['package', '']],
  ]),
  longAliases: new Map<string, readonly [string, string | true]>([
    ...sharedLongAliases,
    ['non-interactive', ['yes', true]],
    ['modules-folder', ['modules-folder', '']],
  ]),
};

const yarnInstall: Command = (session) => {
  const { commandLine, manager } = session;
  if (commandLine.positional.length > 0) {
    const names = commandLine.positional.join(' ');
    throw new NpmError('EUSAGE', [`\`install\` has been replaced with \`add\` to add new dependencies. Run "yarn add ${names}" instead.`]);
  }
  if (commandLine.isSet('mode')) return installCommand(session);
  return isFrozenInstall(session, manager.isBerry ? ['immutable', 'frozen-lockfile'] : ['frozen-lockfile'])
    ? installLocked(session)
    : installCommand(session);
};

const yarnAdd: Command = async (session) => {
  const { commandLine, manager, files, projectPath, context } = session;
  if (commandLine.positional.length === 0) throw new NpmError('EUSAGE', ['Missing list of packages to add to your project.']);
  const isRoot = joinPath(context.cwd) === projectPath && PackageJson.read(files, projectPath).workspacePatterns.length > 0;
  if (isRoot && !manager.isBerry && !commandLine.isSet('ignore-workspace-root-check')) {
    throw new NpmError('EUSAGE', [
      'Running this command will add the dependency to the workspace root rather than the workspace itself, which might not be what you want - if you really meant it, make it explicit by running this command again with the -W flag (or --ignore-workspace-root-check).',
    ]);
  }
  return installCommand(commandLine.isSet('tilde') ? { ...session, commandLine: commandLine.withOption('save-prefix', '~') } : session);
};

const yarnSet: Command = async (session) => {
  const [what, version = ''] = session.commandLine.positional;
  if (what !== 'version') return unavailable('set', 'only yarn set version is.')(session);
  if (!/^\d+\.\d+\.\d+/.test(version)) {
    return unavailable('set version', 'it needs a whole version here, as in yarn set version 4.18.1.')(session);
  }
  const packageJson = PackageJson.read(session.files, session.projectPath);
  packageJson.document.packageManager = `yarn@${version}`;
  packageJson.save();
  session.output.print(`➤ YN0000: Saved ${version} as "packageManager" of package.json`);
  return 0;
};

/** Implements `yarn global add x` of yarn 1. */
const yarnGlobal: Command = async (session) => {
  const [action = 'add', ...names] = [...session.commandLine.positional, ...session.commandLine.rest];
  const command = action === 'remove' ? uninstallCommand : action === 'list' ? listCommand : action === 'bin' ? binCommand : installCommand;
  const commandLine = session.commandLine.withPositional(names).withoutRest().withOption('global', 'true');
  return command({ ...session, projectPath: '/usr/local/lib', commandLine });
};

const upgradeCommand: Command = (session) => {
  const { positional } = session.commandLine;
  const isLatest = session.commandLine.isSet('latest') || session.manager.isBerry;
  if (!isLatest || positional.length === 0) return updateCommand(session);
  const latest = positional.map((name) => (name.indexOf('@', 1) === -1 ? `${name}@latest` : name));
  return installCommand({ ...session, commandLine: session.commandLine.withPositional(latest) });
};

const initialize: Command = (session) => initCommand({ ...session, commandLine: session.commandLine.withOption('yes', 'true') });
const npmsOwn =
  (name: string): Command =>
  (session) =>
    findCommand(name)?.(session) ?? Promise.resolve(1);

function commandsFor({ isBerry }: Manager, runYarn: RunYarn): Map<string, ForeignCommand> {
  const plugins = unavailable('plugin', 'plugins of yarn are not loaded; workspaces, dlx, exec and foreach are built in.');
  const both: [string, ForeignCommand][] = [
    ['install', withOptions(yarnInstall)],
    ['add', withOptions(yarnAdd)],
    ['remove', withOptions(uninstallCommand)],
    ['run', withScript(yarnRun)],
    ['exec', withScript(yarnExec)],
    ['dlx', withScript(yarnDlx)],
    ['create', withScript(createFromTemplate)],
    ['init', withOptions(initialize)],
    ['why', withOptions(explainCommand)],
    ['info', withOptions(viewCommand)],
    ['config', withOptions(configCommand)],
    ['cache', withOptions(cacheCommand)],
    ['version', withOptions(versionCommand)],
    ['pack', withOptions(npmsOwn('pack'))],
    ['link', withOptions(unavailable('link', 'write "link:../folder" into package.json instead.'))],
    ['unlink', withOptions(unavailable('unlink', 'take the "link:" out of package.json instead.'))],
    ['workspace', withScript(yarnWorkspace(runYarn))],
    ['workspaces', { reads: 'nothing', run: yarnWorkspaces(runYarn) }],
    ['policies', withOptions(unavailable('policies', 'the version is that of "packageManager" in package.json.'))],
    ['publish', withOptions(unavailable('publish', 'the registry proxy only reads.'))],
    ['login', withOptions(unavailable('login', 'the registry proxy carries no credentials.'))],
  ];
  const classic: [string, ForeignCommand][] = [
    ['upgrade', withOptions(upgradeCommand)],
    ['list', withOptions(listCommand)],
    ['outdated', withOptions(outdatedCommand)],
    ['bin', withOptions(binCommand)],
    ['global', withScript(yarnGlobal)],
    ['audit', withOptions(npmsOwn('audit'))],
    ['check', withOptions(unavailable('check', 'yarn install --frozen-lockfile compares the lock file with package.json.'))],
    ['autoclean', withOptions(unavailable('autoclean', 'it would take files out of packages.'))],
    ['import', withOptions((session) => installCommand(session))],
  ];
  const berry: [string, ForeignCommand][] = [
    ['up', withOptions(upgradeCommand)],
    ['dedupe', withOptions(npmsOwn('dedupe'))],
    ['rebuild', withOptions(rebuildCommand)],
    ['bin', withOptions(binCommand)],
    ['set', withOptions(yarnSet)],
    ['plugin', withOptions(plugins)],
    ['npm', withOptions(unavailable('npm', 'yarn info shows a package; the registry proxy only reads.'))],
    ['node', { reads: 'nothing', run: (session) => yarnExec({ ...session, commandLine: session.commandLine.withPositional(['node']) }) }],
    ['patch', withOptions(unavailable('patch', 'it needs git; patches in "patch:" are applied.'))],
    ['patch-commit', withOptions(unavailable('patch-commit', 'it needs git.'))],
    ['constraints', withOptions(unavailable('constraints', 'its rules are not run here.'))],
    ['stage', withOptions(unavailable('stage', 'it needs git.'))],
    ['unplug', withOptions(unavailable('unplug', 'packages are in node_modules as files.'))],
  ];
  return new Map([...both, ...(isBerry ? berry : classic)]);
}

function usage({ manager }: NpmSession): string {
  return manager.isBerry
    ? [
        `━━━ Yarn Package Manager - ${manager.version} ━━━`,
        '',
        '  $ yarn <command>',
        '',
        '  yarn install, add, remove, up, run, exec, dlx, workspace, workspaces foreach, why, info, config, set version',
      ].join('\n')
    : [
        '',
        '  Usage: yarn [command] [flags]',
        '',
        '  Commands:',
        '    - add, remove, install, upgrade, run, exec, workspace, workspaces, why, info, list, outdated, global, create, init',
        '',
      ].join('\n');
}

export const yarnFamily: MakeFamily = (manager, runForeign) => ({
  dialect,
  commands: commandsFor(manager, async (session, words) => {
    await session.output.flush();
    const context = { ...session.context, args: ['yarn', ...words] };
    return runForeign(context, session.host, { program: 'yarn', family: 'yarn', version: manager.version });
  }),
  bare: yarnInstall,
  other: yarnRun,
  usage,
  select: () => null,
});
