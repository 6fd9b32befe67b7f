import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { AgentStatus } from '../../protocol/session-state.ts';
import type { ConversationState } from '../session/conversation-state.ts';
import { countOf, withFileEntry } from '../session/file-log.ts';
import { withRewound, withVersionShown } from './versions.ts';

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

/** What has happened to the project's files, and how the user went back. */
export type PastEvent = Extract<JournalEvent, { type: (typeof PAST_EVENTS)[number] }>;

const KNOWN: ReadonlySet<string> = new Set(PAST_EVENTS);

export function isPastEvent(event: JournalEvent): event is PastEvent {
  return KNOWN.has(event.type);
}

export function withPastEvent(state: ConversationState, event: PastEvent): ConversationState {
  switch (event.type) {
    case 'file-changed':
    case 'file-removed':
      return { ...state, fileLog: withFileEntry(state.fileLog, event) };
    case 'conversation-rewound':
      return withRewound(state, event);
    case 'version-shown':
      return withVersionShown(state, event);
    // Places in the journal: the changes of files follow.
    case 'checkpoint-restored':
    case 'steps-undone':
    case 'checkpoint-named':
      return state;
    case 'user-command-started':
      return OVER.has(state.status) ? { ...state, workEnd: state.workEnd ?? countOf(state.fileLog) } : state;
  }
}

/** Of a task to which nothing is added any more but by the user. */
const OVER: ReadonlySet<AgentStatus> = new Set(['idle', 'completed', 'error']);
