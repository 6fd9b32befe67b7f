import type { Command } from '../commands/command.ts';
import type { NpmSession } from '../npm-session.ts';

/** A command of theirs that is not here: says why, and what to use instead. */
export function unavailable(name: string, reason: string): Command {
  return async ({ output, manager }: NpmSession) => {
    output.failure('UNAVAILABLE', [`${manager.family} ${name} is not available here: ${reason}`]);
    return 1;
  };
}
