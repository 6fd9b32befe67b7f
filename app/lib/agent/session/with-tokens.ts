import type { TokenUsage } from '../../protocol/message.ts';
import type { ConversationState } from './conversation-state.ts';

/** What was used counts to the conversation, the run, and the model. */
export function withTokens(
  state: ConversationState,
  { inputTokens = 0, outputTokens = 0 }: TokenUsage,
  modelId = state.stepModelId,
): ConversationState {
  const ofModel = state.runUsage.get(modelId) ?? { input: 0, output: 0 };
  return {
    ...state,
    tokens: { input: state.tokens.input + inputTokens, output: state.tokens.output + outputTokens },
    runTokens: { input: state.runTokens.input + inputTokens, output: state.runTokens.output + outputTokens },
    runUsage: new Map(state.runUsage).set(modelId, { input: ofModel.input + inputTokens, output: ofModel.output + outputTokens }),
  };
}
