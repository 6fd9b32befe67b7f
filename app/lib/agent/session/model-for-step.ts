import type { ConversationState } from './conversation-state.ts';

/** Which model answers: the one that is in for the rest of the run, else the chosen one. Nobody else decides this. */
export function modelForStep(state: ConversationState, chosen: string): string {
  return state.switchedModelId ?? chosen;
}
