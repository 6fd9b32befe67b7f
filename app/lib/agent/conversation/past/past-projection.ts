import type { AgentStatus } from '../../../protocol/session-state.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';
import { countOf, withFileEntry } from '../../contract/file-log.ts';
import type { PastEvent } from '../../contract/past-event.ts';
import { withRewound, withVersionShown } from './versions.ts';

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
