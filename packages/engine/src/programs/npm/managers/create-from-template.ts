import type { Command } from '../commands/command.ts';
import { createCommand } from '../commands/exec.ts';

/** `pnpm create vite app --template x`: all but the initializer's name is its own; a `--` before that is npm's habit, and means nothing. */
export const createFromTemplate: Command = (session) => {
  const { commandLine } = session;
  const [first, ...rest] = [...commandLine.positional, ...commandLine.rest];
  const at = rest.indexOf('--');
  const own = at === -1 ? rest : [...rest.slice(0, at), ...rest.slice(at + 1)];
  return createCommand({ ...session, commandLine: commandLine.withPositional(first === undefined ? [] : [first, ...own]).withoutRest() });
};
