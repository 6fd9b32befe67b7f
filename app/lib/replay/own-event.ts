import type { JournalEvent, OwnEvent } from '../protocol/journal-event.ts';

/** Returns the event with its owner: the agent (null), or the sub-agent that this call started. */
export function ownEvent(event: JournalEvent): { delegate: string | null; event: OwnEvent } {
  return event.type === 'delegate-event' ? { delegate: event.toolCallId, event: event.event } : { delegate: null, event };
}
