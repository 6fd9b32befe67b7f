import type { JournalEvent } from '../protocol/journal-event.ts';
import { ownEvent } from './own-event.ts';

/** Steps that a model was asked for; those of a program begin with their end. */
export function modelSteps(records: readonly { event: JournalEvent }[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ event }) => {
      const { event: own } = ownEvent(event);
      return own.type === 'step-started' ? [own.stepId] : [];
    }),
  );
}
