import type { StepId } from './ids.ts';
import type { JournalEvent } from './journal-event.ts';

/** The step, possibly a sub-agent's, whose answer ends with this event; null if the event ends no step. */
export function endedStep(event: JournalEvent): StepId | null {
  const own = event.type === 'delegate-event' ? event.event : event;
  return own.type === 'step-finished' || own.type === 'step-failed' ? own.stepId : null;
}
