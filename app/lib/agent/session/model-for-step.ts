import type { JournalEvent } from '../../protocol/journal-event.ts';
import type { ConversationState } from '../contract/conversation-state.ts';

/** Returns the model that answers: the one switched to for this run, or else the chosen one. This is the only place that decides it. */
export function modelForStep(state: ConversationState, chosen: string): string {
  return state.switchedModelId ?? chosen;
}

/** Returns the event by which the user switches to another model for the rest of the run, or back to the chosen one (null). */
export function switchByUser(modelId: string | null): Extract<JournalEvent, { type: 'model-switched' }> {
  return { type: 'model-switched', modelId, reason: 'The user chose so.' };
}
