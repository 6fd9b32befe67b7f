import type { ChatMode } from '../../protocol/chat-request.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import type { PromptContext } from '../agent-session.ts';
import type { ConversationState } from '../conversation-state.ts';
import { isNearLimit, remainingIterations } from '../limits.ts';
import { offeredTools } from '../offered-tools.ts';
import type { StepRequest } from '../ports.ts';
import { buildSystemPrompt, RUNTIME_LIMITS } from '../prompts.ts';
import type { ToolDefinition } from '../tool-definition.ts';
import { curateHistory } from './curate-history.ts';

export interface StepRequestParts {
  mode: ChatMode;
  modelId: string;
  /** The step counted. */
  state: ConversationState;
  /** Every tool there is. */
  tools: readonly ToolDefinition[];
  context: PromptContext;
  settings: AppSettings;
}

/** What the next step sends to the model. Pure: the same state gives the same bytes. */
export function buildStepRequest({ mode, modelId, state, tools, context, settings }: StepRequestParts): StepRequest {
  const offered = offeredTools(tools, mode);
  const near = isNearLimit(state.iteration, state.maxIterations);
  const system = buildSystemPrompt({
    mode,
    tools: offered,
    rules: context.rules,
    limits: context.limits.length > 0 ? context.limits : RUNTIME_LIMITS,
    ...(near ? { remainingIterations: remainingIterations(state.iteration, state.maxIterations) + 1 } : {}),
  });
  return {
    modelId,
    mode,
    system,
    messages: curateHistory(state, settings.history.turns),
    toolNames: offered.map((tool) => tool.name),
    temperature: temperatureOf(mode, settings),
  };
}

/** A16; plan mode is the agent at work. */
function temperatureOf(mode: ChatMode, { temperature }: AppSettings): number {
  return mode === 'chat' ? temperature.chat : temperature.agent;
}
