import type { JournalEvent } from '../../protocol/journal-event.ts';

const PAST_EVENTS = [
  'file-changed',
  'file-removed',
  'checkpoint-restored',
  'steps-undone',
  'checkpoint-named',
  'user-command-started',
  'conversation-rewound',
  'version-shown',
] as const;

/** A change to the project's files, or a step back by the user. */
export type PastEvent = Extract<JournalEvent, { type: (typeof PAST_EVENTS)[number] }>;

const KNOWN: ReadonlySet<string> = new Set(PAST_EVENTS);

export function isPastEvent(event: JournalEvent): event is PastEvent {
  return KNOWN.has(event.type);
}
