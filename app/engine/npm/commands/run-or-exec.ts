import { PackageJson } from '../package-json.ts';
import type { Command } from './command.ts';
import { execCommand } from './exec.ts';
import { runCommand } from './run.ts';

/** A bare word after pnpm or yarn: the script of that name, else the command of an installed package. */
export const runOrExecCommand: Command = async (session) => {
  const [name = '', ...args] = [...session.commandLine.positional, ...session.commandLine.rest];
  const { manifest } = PackageJson.read(session.files, session.projectPath);
  const commandLine = session.commandLine.withPositional([name, ...args]);
  const withoutRest = { ...session, commandLine: commandLine.withoutRest() };
  return manifest.scripts.has(name) ? runCommand(withoutRest) : execCommand(withoutRest);
};
