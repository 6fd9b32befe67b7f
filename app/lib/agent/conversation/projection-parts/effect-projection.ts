import type { ToolEffect } from '../../../protocol/tool-effect.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';
import { withItem } from './owned-collections.ts';
import { withTokens } from './with-tokens.ts';

/** Adds an effect of a call to the reported facts about the run. */
export function withEffect(state: ConversationState, effect: ToolEffect): ConversationState {
  switch (effect.type) {
    case 'file-created':
      return { ...state, filesCreated: withOne(state.filesCreated, effect.path) };
    case 'file-renamed':
      return { ...state, filesCreated: withOne(state.filesCreated, effect.to) };
    case 'file-modified':
    case 'file-deleted':
      if (state.filesCreated.includes(effect.path)) return state;
      return { ...state, filesModified: withOne(state.filesModified, effect.path) };
    case 'command-ran':
      return { ...state, commandsExecuted: withItem(state.commandsExecuted, effect.command) };
    case 'model-asked':
      return withTokens(state, effect.usage, effect.modelId);
    case 'plan-updated':
      return { ...state, plan: effect.plan, isPlanOld: false };
    default:
      return state;
  }
}

function withOne(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : withItem(list, item);
}
