import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ConversationState } from '../contract/conversation-state.ts';

/** Which model answers: the one that is in for the rest of the run, else the chosen one. Nobody else decides this. */
export function modelForStep(state: ConversationState, chosen: string): string {
  return state.switchedModelId ?? chosen;
}

/** The user has another model answer for the rest of the run, or (null) the chosen one again. */
export function switchByUser(modelId: string | null): Extract<JournalEvent, { type: 'model-switched' }> {
  return { type: 'model-switched', modelId, reason: 'The user chose so.' };
}
