import type { Command } from './command.ts';
import { createCommand, execCommand } from './exec.ts';
import { ciCommand, installCommand, uninstallCommand } from './install.ts';
import { lifecycleCommand, runCommand } from './run.ts';

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
]);

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
]);

/** The command of that name, or of the name it is short for. */
export function findCommand(name: string): Command | null {
  return commands.get(aliases.get(name) ?? name) ?? null;
}

export function commandNames(): string[] {
  return [...commands.keys()];
}
