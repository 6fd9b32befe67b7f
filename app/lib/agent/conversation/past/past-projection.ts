import type { AgentStatus } from '../../../protocol/session-state.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';
import { countOf, withFileEntry } from '../../contract/file-log.ts';
import type { PastEvent } from '../../contract/past-event.ts';
import { withChangedFile } from '../projection-parts/seen-files.ts';
import { withRewound, withVersionShown } from './versions.ts';

export function withPastEvent(state: ConversationState, event: PastEvent): ConversationState {
  switch (event.type) {
    case 'file-changed':
    case 'file-removed':
      return { ...withChangedFile(state, event), fileLog: withFileEntry(state.fileLog, event) };
    case 'conversation-rewound':
      return withRewound(state, event);
    case 'version-shown':
      return withVersionShown(state, event);
    // These only mark places in the journal; the file changes follow as separate events.
    case 'checkpoint-restored':
    case 'steps-undone':
    case 'checkpoint-named':
      return state;
    case 'user-command-started':
      return OVER.has(state.status) ? { ...state, workEnd: state.workEnd ?? countOf(state.fileLog) } : state;
  }
}

/** Statuses of a task whose files only the user can still change. */
const OVER: ReadonlySet<AgentStatus> = new Set(['idle', 'completed', 'error']);
