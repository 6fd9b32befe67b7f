import type { Command } from './command.ts';
import { createCommand, execCommand } from './exec.ts';
import { binCommand, configCommand, prefixCommand, rootCommand, unavailableCommand, versionCommand } from './information.ts';
import { initCommand } from './init.ts';
import { ciCommand, installCommand, tidyCommand, uninstallCommand, updateCommand } from './install.ts';
import { listCommand } from './list-installed.ts';
import { outdatedCommand } from './outdated.ts';
import { pkgCommand } from './pkg.ts';
import { lifecycleCommand, runCommand } from './run.ts';
import { runOrExecCommand } from './run-or-exec.ts';
import { viewCommand } from './view.ts';

const commands: ReadonlyMap<string, Command> = new Map([
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
  ['prune', tidyCommand],
  ['dedupe', tidyCommand],
  ['ls', listCommand],
  ['view', viewCommand],
  ['outdated', outdatedCommand],
  ['pkg', pkgCommand],
  ['config', configCommand],
  ['prefix', prefixCommand],
  ['root', rootCommand],
  ['bin', binCommand],
  ['version', versionCommand],
  ['audit', unavailableCommand('audit', 'the registry proxy serves packages, not advisories.')],
  ['publish', unavailableCommand('publish', 'the registry proxy only reads.')],
  ['login', unavailableCommand('login', 'the registry proxy carries no credentials.')],
]);

/** Not npm's own: what a bare word after pnpm or yarn comes to. */
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
]);

/** The command of that name, or of the name it is short for. */
export function findCommand(name: string): Command | null {
  return commands.get(aliases.get(name) ?? name) ?? hiddenCommands.get(name) ?? null;
}

export function commandNames(): string[] {
  return [...commands.keys()];
}
