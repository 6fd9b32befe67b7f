import type { StepId } from './ids.ts';
import type { JournalEvent } from './journal-event.ts';

/** The step whose answer this event brings to its end, a sub-agent's too; null: it ends none. */
export function endedStep(event: JournalEvent): StepId | null {
  const own = event.type === 'delegate-event' ? event.event : event;
  return own.type === 'step-finished' || own.type === 'step-failed' ? own.stepId : null;
}
