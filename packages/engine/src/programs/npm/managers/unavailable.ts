import type { Command } from '../commands/command.ts';
import type { NpmSession } from '../npm-session.ts';

/** Returns a command that explains why it is unavailable and what to use instead. */
export function unavailable(name: string, reason: string): Command {
  return async ({ output, manager }: NpmSession) => {
    output.failure('UNAVAILABLE', [`${manager.family} ${name} is not available here: ${reason}`]);
    return 1;
  };
}
