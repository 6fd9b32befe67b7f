import { posix } from 'node:path';
import type { MachineFacts } from '../../machine/machine.ts';

/** The name of the app's built-in shell. */
const APP_SHELL = 'jsh';
const POSIX_SHELL = /^(?:ba|z|da|a|k|mk|pdk|ya)?sh$/;

/**
 * Returns the program for a client's command: the name of the app's shell selects the user's own shell, if that
 * understands the same language.
 */
export function programOfShell(command: string, { shell, platform }: Pick<MachineFacts, 'shell' | 'platform'>): string {
  if (command !== APP_SHELL) return command;
  if (platform === 'win32') return 'powershell.exe';
  return POSIX_SHELL.test(posix.basename(shell)) ? shell : '/bin/sh';
}
