import type { SessionFacts } from '../contract/session-facts.ts';

/** The facts of a conversation in which nothing has happened yet, but for those that are given. */
export function sessionFactsWith(given: Partial<SessionFacts> = {}): SessionFacts {
  return {
    plan: [],
    lockedPaths: [],
    made: new Map(),
    unchecked: [],
    failedCheck: null,
    planReminder: null,
    keptOutputs: () => new Map(),
    isGivenAddress: () => false,
    ...given,
  };
}
