import type { JournalEvent } from '../protocol/journal-event.ts';
import { ownEvent } from './own-event.ts';

/** Returns the steps of models; a program's steps have no start event. */
export function modelSteps(records: readonly { event: JournalEvent }[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ event }) => {
      const { event: own } = ownEvent(event);
      return own.type === 'step-started' ? [own.stepId] : [];
    }),
  );
}
