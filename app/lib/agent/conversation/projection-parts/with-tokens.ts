import type { StepId } from '../../../protocol/ids.ts';
import type { TokenUsage } from '../../../protocol/message.ts';
import type { ConversationState } from '../../contract/conversation-state.ts';
import { withItem } from './owned-collections.ts';

/** Adds the usage to the totals of the conversation and of the run. */
export function withTokens(state: ConversationState, usage: TokenUsage, modelId = state.stepModelId, stepId?: StepId): ConversationState {
  const { inputTokens = 0, outputTokens = 0 } = usage;
  return {
    ...state,
    tokens: { input: state.tokens.input + inputTokens, output: state.tokens.output + outputTokens },
    runTokens: { input: state.runTokens.input + inputTokens, output: state.runTokens.output + outputTokens },
    runUsage: withItem(state.runUsage, { modelId, usage, ...(stepId === undefined ? {} : { stepId }) }),
  };
}
