import type { Command } from '../commands/command.ts';
import { createCommand } from '../commands/exec.ts';

/**
 * Implements `pnpm create vite app --template x`: everything but the initializer's name belongs to it; a `--` before that, as in npm, is
 * ignored.
 */
export const createFromTemplate: Command = (session) => {
  const { commandLine } = session;
  const [first, ...rest] = [...commandLine.positional, ...commandLine.rest];
  const at = rest.indexOf('--');
  const own = at === -1 ? rest : [...rest.slice(0, at), ...rest.slice(at + 1)];
  return createCommand({ ...session, commandLine: commandLine.withPositional(first === undefined ? [] : [first, ...own]).withoutRest() });
};
