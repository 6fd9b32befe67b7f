import { posix } from 'node:path';
import type { MachineFacts } from '../../machine/machine.ts';

/** The name of the app's shell. */
const APP_SHELL = 'jsh';
const POSIX_SHELL = /^(?:ba|z|da|a|k|mk|pdk|ya)?sh$/;

/** Returns the program for a command of the client: the app's shell is the user's own one, if that understands the same language. */
export function programOfShell(command: string, { shell, platform }: Pick<MachineFacts, 'shell' | 'platform'>): string {
  if (command !== APP_SHELL) return command;
  if (platform === 'win32') return 'powershell.exe';
  return POSIX_SHELL.test(posix.basename(shell)) ? shell : '/bin/sh';
}
