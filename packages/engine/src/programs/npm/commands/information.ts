import type { NpmSession } from '../npm-session.ts';
import { joinPath } from '../project-files.ts';
import type { Command } from './command.ts';

/** Implements `npm prefix`, `npm root` and `npm bin`: prints folders of the project, or with `-g` the global ones. */
export const prefixCommand: Command = async (session) => say(session, isGlobal(session) ? '/usr/local' : session.projectPath);
export const rootCommand: Command = async (session) => say(session, joinPath(session.projectPath, 'node_modules'));
export const binCommand: Command = async (session) =>
  say(session, isGlobal(session) ? '/usr/local/bin' : joinPath(session.projectPath, 'node_modules/.bin'));

function isGlobal(session: NpmSession): boolean {
  return session.commandLine.isSet('global');
}

/** Returns a command that reports why it is unavailable: it needs a registry with a user account or advisories. */
export function unavailableCommand(name: string, reason: string): Command {
  return async (session) => {
    session.output.error(`code EUNAVAILABLE\nnpm ${name} is not available here: ${reason}`);
    return 1;
  };
}

function say(session: NpmSession, text: string): number {
  session.output.print(text);
  return 0;
}
