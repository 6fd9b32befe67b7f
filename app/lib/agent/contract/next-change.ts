import type { AgentSession } from './agent-session.ts';

/** Resolves at the next event of a session. */
export function nextChange(session: Pick<AgentSession, 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}
