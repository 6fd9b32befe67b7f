import { cacheCommand } from './cache.ts';
import { dedupeCommand, pruneCommand, uninstallCommand, updateCommand } from './change-tree.ts';
import type { Command } from './command.ts';
import { configCommand } from './config.ts';
import { createCommand, execCommand } from './exec.ts';
import { explainCommand } from './explain.ts';
import { fundCommand } from './fund.ts';
import { binCommand, prefixCommand, rootCommand, unavailableCommand } from './information.ts';
import { initCommand } from './init.ts';
import { ciCommand, installCommand } from './install.ts';
import { listCommand } from './list-installed.ts';
import { outdatedCommand } from './outdated.ts';
import { pkgCommand } from './pkg.ts';
import { rebuildCommand } from './rebuild.ts';
import { lifecycleCommand, runCommand } from './run.ts';
import { runOrExecCommand } from './run-or-exec.ts';
import { versionCommand } from './version.ts';
import { viewCommand } from './view.ts';

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['install', installCommand],
  ['ci', ciCommand],
  ['uninstall', uninstallCommand],
  ['run', runCommand],
  ['test', lifecycleCommand('test')],
  ['start', lifecycleCommand('start')],
  ['stop', lifecycleCommand('stop')],
  ['restart', lifecycleCommand('restart')],
  ['exec', execCommand],
  ['create', createCommand],
  ['init', initCommand],
  ['update', updateCommand],
  ['prune', pruneCommand],
  ['dedupe', dedupeCommand],
  ['ls', listCommand],
  ['view', viewCommand],
  ['outdated', outdatedCommand],
  ['pkg', pkgCommand],
  ['config', configCommand],
  ['prefix', prefixCommand],
  ['root', rootCommand],
  ['bin', binCommand],
  ['version', versionCommand],
  ['explain', explainCommand],
  ['rebuild', rebuildCommand],
  ['fund', fundCommand],
  ['cache', cacheCommand],
  ['audit', unavailableCommand('audit', 'the registry proxy serves packages, not advisories.')],
  ['publish', unavailableCommand('publish', 'the registry proxy only reads.')],
  ...(['login', 'logout', 'adduser', 'whoami', 'token', 'profile', 'owner', 'team', 'org', 'access', 'hook'] as const).map(
    (name) => [name, unavailableCommand(name, 'the registry proxy carries no credentials.')] as const,
  ),
  ...(['unpublish', 'deprecate', 'dist-tag', 'star', 'unstar', 'stars'] as const).map(
    (name) => [name, unavailableCommand(name, 'the registry proxy only reads.')] as const,
  ),
  ...(['search', 'ping', 'doctor'] as const).map(
    (name) => [name, unavailableCommand(name, 'the registry proxy serves packages and their archives only.')] as const,
  ),
  ...(
    ['pack', 'link', 'shrinkwrap', 'query', 'diff', 'sbom', 'edit', 'explore', 'completion', 'docs', 'bugs', 'repo', 'star'] as const
  ).map((name) => [name, unavailableCommand(name, 'the engine does not have it.')] as const),
]);

/** Not an npm command: handles a bare word after pnpm or yarn. */
const hiddenCommands: ReadonlyMap<string, Command> = new Map([['run-or-exec', runOrExecCommand]]);

const aliases: ReadonlyMap<string, string> = new Map([
  ['i', 'install'],
  ['in', 'install'],
  ['add', 'install'],
  ['isntall', 'install'],
  ['clean-install', 'ci'],
  ['rm', 'uninstall'],
  ['remove', 'uninstall'],
  ['un', 'uninstall'],
  ['r', 'uninstall'],
  ['unlink', 'uninstall'],
  ['run-script', 'run'],
  ['rum', 'run'],
  ['t', 'test'],
  ['tst', 'test'],
  ['x', 'exec'],
  ['innit', 'init'],
  ['up', 'update'],
  ['upgrade', 'update'],
  ['ddp', 'dedupe'],
  ['list', 'ls'],
  ['la', 'ls'],
  ['ll', 'ls'],
  ['info', 'view'],
  ['show', 'view'],
  ['v', 'view'],
  ['c', 'config'],
  ['why', 'explain'],
  ['rb', 'rebuild'],
  ['ic', 'ci'],
  ['install-clean', 'ci'],
  ['udpate', 'update'],
]);

/** Returns the command with that name or alias. */
export function findCommand(name: string): Command | null {
  return commands.get(aliases.get(name) ?? name) ?? hiddenCommands.get(name) ?? null;
}

export function commandNames(): string[] {
  return [...commands.keys()];
}

/** Resolves an alias: `i` → `install`. */
export function fullCommandName(name: string): string {
  return aliases.get(name) ?? name;
}
