import type { JournalEvent, OwnEvent } from '../protocol/journal-event.ts';

/** Whose event it is: of the agent (null), or of the sub-agent that this call started. */
export function ownEvent(event: JournalEvent): { delegate: string | null; event: OwnEvent } {
  return event.type === 'delegate-event' ? { delegate: event.toolCallId, event: event.event } : { delegate: null, event };
}
