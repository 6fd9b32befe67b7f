import type { AgentSession } from '../../agent/contract/agent-session.ts';
import type { Clock } from '../../agent/contract/ports.ts';
import { lastStepCalls } from '../../agent/conversation/projection.ts';
import { hasNextTask } from '../../agent/conversation/session-facts.ts';
import type { JournalEvent } from '../../protocol/journal-event.ts';

/** How long another tab waits for a running answer or command before it is cancelled. In milliseconds. */
const LONGEST_WAIT_MS = 3_000;

/** Calls `act` when the session is between two actions: if another tab continues from there, nothing is lost or done twice. */
export function atSafePoint(session: AgentSession, clock: Pick<Clock, 'after'>, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      unsubscribe();
      callOff();
      act();
      resolve();
    };
    const unsubscribe = session.subscribe((event) => {
      if (event.type !== 'changed') return;
      if (isAtRest(session) || (event.event !== undefined && isBetween(event.event, session))) finish();
    });
    const callOff = clock.after(LONGEST_WAIT_MS, finish);
    if (isAtRest(session)) finish();
  });
}

function isAtRest(session: AgentSession): boolean {
  const { status } = session.state();
  if (session.isWaiting()) return true;
  return status !== 'thinking' && status !== 'executing' && status !== 'waiting_for_approval' && !hasNextTask(session.state());
}

function isBetween(event: JournalEvent, session: AgentSession): boolean {
  switch (event.type) {
    case 'step-finished':
      // A step without calls ends the run, which is about to be recorded.
      return lastStepCalls(session.state()).length > 0;
    case 'tool-call-succeeded':
      return event.effects.every(({ type }) => type !== 'work-completed' && type !== 'question-asked');
    case 'tool-call-failed':
    case 'tool-call-cancelled':
      return true;
    default:
      return false;
  }
}
