import type { SessionFacts } from '../contract/session-facts.ts';

/** Returns the facts of a conversation in which nothing has happened yet, except for the given ones. */
export function sessionFactsWith(given: Partial<SessionFacts> = {}): SessionFacts {
  return {
    plan: [],
    lockedPaths: [],
    made: new Map(),
    unchecked: [],
    failedCheck: null,
    planReminder: null,
    toolText: () => null,
    keptOutputs: () => new Map(),
    changedUnseen: () => null,
    isGivenAddress: () => false,
    ...given,
  };
}
