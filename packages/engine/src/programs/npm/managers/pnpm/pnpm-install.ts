import { uninstallCommand, updateCommand } from '../../commands/change-tree.ts';
import type { Command } from '../../commands/command.ts';
import { initCommand } from '../../commands/init.ts';
import { installCommand } from '../../commands/install.ts';
import { NpmError } from '../../npm-error.ts';
import type { NpmSession } from '../../npm-session.ts';
import { joinPath } from '../../project-files.ts';
import { installLocked, isFrozenInstall } from '../install-locked.ts';

/** Implements `pnpm install`; with names, `pnpm add`. */
export const pnpmInstall: Command = (session) => {
  const { commandLine } = session;
  if (commandLine.positional.length > 0) return pnpmAdd(session);
  const whole = {
    ...session,
    selected: null,
    commandLine: commandLine.isSet('save-prod') ? commandLine.withOption('omit', 'dev') : commandLine,
  };
  return isFrozenInstall(whole, ['frozen-lockfile']) ? installLocked(whole) : installCommand(whole);
};

/** Implements `pnpm add names`, in the current project or the selected ones. */
export const pnpmAdd: Command = async (session) => {
  const { commandLine, files, projectPath, context } = session;
  if (commandLine.positional.length === 0) throw new NpmError('MISSING_PACKAGE_NAME', ['`pnpm add` requires the package name']);
  const isWorkspaceRoot = joinPath(context.cwd) === projectPath && files.exists(joinPath(projectPath, 'pnpm-workspace.yaml'));
  const isMeant = commandLine.isSet('workspace-root') || commandLine.isSet('ignore-workspace-root-check') || commandLine.isSet('global');
  if (isWorkspaceRoot && session.selected === null && !isMeant && hasWorkspaces(session)) {
    throw new NpmError('ADDING_TO_ROOT', [
      'Running this command will add the dependency to the workspace root, which might not be what you want - if you really meant it,',
      'make it explicit by running this command again with the -w flag (or --workspace-root).',
      "If you don't want to see this warning anymore, you may set the ignore-workspace-root-check setting to true.",
    ]);
  }
  return installCommand(session);
};

function hasWorkspaces({ files, projectPath }: NpmSession): boolean {
  return /^packages:\s*$/m.test(files.readText(joinPath(projectPath, 'pnpm-workspace.yaml')) ?? '');
}

export const pnpmRemove: Command = (session) => {
  if (session.commandLine.positional.length > 0) return uninstallCommand(session);
  throw new NpmError('MUST_REMOVE_SOMETHING', ['At least one dependency name should be specified for removal']);
};

/** Implements `pnpm update [names]`; with `--latest`, beyond the ranges of package.json. */
export const pnpmUpdate: Command = (session) => {
  const { commandLine } = session;
  const { positional } = commandLine;
  if (!commandLine.isSet('latest') || positional.length === 0) return updateCommand(session);
  const latest = positional.map((name) => (name.indexOf('@', 1) === -1 ? `${name}@latest` : name));
  return installCommand({ ...session, commandLine: commandLine.withPositional(latest) });
};

export const pnpmInit: Command = (session) => initCommand({ ...session, commandLine: session.commandLine.withOption('yes', 'true') });

/** Implements `pnpm import`: creates pnpm's lock file from npm's or yarn's. */
export const pnpmImport: Command = (session) =>
  installCommand({ ...session, commandLine: session.commandLine.withOption('package-lock-only', 'true') });
