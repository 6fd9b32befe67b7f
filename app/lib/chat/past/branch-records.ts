import type { ConversationState } from '../../agent/contract/conversation-state.ts';
import { wakeEvent } from '../../agent/conversation/machine.ts';
import type { ChatId, ProjectId } from '../../protocol/ids.ts';
import type { JournalEvent, JournalRecord } from '../../protocol/journal-event.ts';
import type { MessagePlace } from './place-of-message.ts';

export interface Branch {
  from: ChatId;
  to: ChatId;
  projectId: ProjectId;
  messageId: string;
  title: string;
}

/** The journal of a new chat that copies another one up to a message and then continues on its own. */
export function branchRecords(records: readonly JournalRecord[], { sequence, before }: MessagePlace, branch: Branch): JournalRecord[] {
  const { from, to, projectId, messageId, title } = branch;
  const copied = records.filter((record) => record.sequence < sequence && record.event.type !== 'chat-created');
  const last = copied.at(-1) ?? records[0];
  const at = last?.at ?? 0;
  const created: JournalEvent = {
    type: 'chat-created',
    title,
    projectId,
    branchedFrom: { chatId: from, messageId },
    ...(before.isForeign ? { isForeign: true } : {}),
  };
  // Damaged records leave gaps, so the sequence numbers in events are adjusted to the copied records.
  const places = new Map(copied.map((record, index) => [record.sequence, index + 1]));
  const events = [
    { at: records[0]?.at ?? at, event: created },
    ...copied.map((record) => ({ at: record.at, event: moved(record.event, places) })),
    ...endOf(before, messageId).map((event) => ({ at, event })),
    { at, event: { type: 'chat-renamed' as const, title } },
  ];
  return events.map((each, index) => ({ version: 1, chatId: to, sequence: index, ...each }));
}

/** Running work is ended, and later messages no longer wait. */
function endOf({ status, queued }: ConversationState, messageId: string): JournalEvent[] {
  const first = queued.findIndex(({ message }) => message.id === messageId);
  const later = first === -1 ? [] : queued.slice(first);
  return [
    ...(wakeEvent(status) === null ? [{ type: 'run-ended' as const, outcome: 'stopped' as const }] : []),
    ...later.map(({ message }) => ({ type: 'message-withdrawn' as const, messageId: message.id })),
  ];
}

function moved(event: JournalEvent, places: ReadonlyMap<number, number>): JournalEvent {
  const place = (sequence: number) => places.get(sequence) ?? sequence;
  switch (event.type) {
    case 'checkpoint-restored':
    case 'checkpoint-named':
      return { ...event, sequence: place(event.sequence) };
    case 'steps-undone':
      return { ...event, steps: event.steps.map(place) };
    default:
      return event;
  }
}
