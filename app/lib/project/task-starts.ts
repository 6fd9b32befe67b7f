import type { JournalRecord } from '../protocol/journal-event.ts';

/**
 * The indexes of the records at which tasks begin, in order. A run that begins with the answer to an agent's question continues the same
 * task. A run beside the conversation belongs to no task.
 */
export function taskStarts(records: readonly JournalRecord[]): number[] {
  const starts: number[] = [];
  let isAsking = false;
  for (const [index, { event }] of records.entries()) {
    if (event.type === 'run-started' && !isAsking && event.isBeside !== true) starts.push(index);
    if (event.type === 'run-started') isAsking = false;
    if (event.type === 'run-ended') isAsking = event.outcome === 'waiting_for_user';
  }
  return starts;
}
