import type { Command } from './command.ts';
import { execCommand } from './exec.ts';
import { runCommand } from './run.ts';
import { selectProjects } from './select-projects.ts';

/** Runs a bare word after pnpm or yarn: the script with that name, else the command of an installed package. */
export const runOrExecCommand: Command = async (session) => {
  const [name = '', ...args] = [...session.commandLine.positional, ...session.commandLine.rest];
  const commandLine = session.commandLine.withPositional([name, ...args]);
  const withoutRest = { ...session, commandLine: commandLine.withoutRest() };
  const isScript = selectProjects(session).some(({ packageJson }) => packageJson.manifest.scripts.has(name));
  return isScript ? runCommand(withoutRest) : execCommand(withoutRest);
};
