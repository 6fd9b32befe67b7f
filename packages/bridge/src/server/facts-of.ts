import type { MachineFacts } from '../machine/machine.ts';
import type { Facts } from '../protocol/server-messages.ts';

/** Returns the facts of a machine for the app. */
export function factsOf({ searchPath = '', agentShell, programs, ...facts }: MachineFacts): Facts {
  return {
    ...facts,
    shells: { agent: [...agentShell], user: [facts.shell] },
    notes: 'streams',
    programs: { ...programs },
    path: searchPath,
  };
}
