import type { ChatMode } from '../../protocol/chat-request.ts';
import type { AppSettings } from '../../protocol/settings.ts';
import { codecOf } from '../codecs/codec-list.ts';
import type { PromptContext } from '../contract/agent-session.ts';
import { INITIAL_CONVERSATION } from '../contract/conversation-state.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { buildStepRequest } from './build-step-request.ts';
import { estimateTokens } from './token-gauge.ts';

export interface FirstRequest {
  modelId: string;
  tools: ToolRegistry;
  /** The prompt context of an empty project. */
  context: PromptContext;
  settings: AppSettings;
}

/** Estimates the tokens sent with the first message of a chat (instructions and tools), by mode. */
export function firstRequestTokens({ modelId, tools, context, settings }: FirstRequest): Readonly<Record<ChatMode, number>> {
  const codec = codecOf(modelId, settings);
  const tokensIn = (mode: ChatMode) =>
    estimateTokens(codec.encode(buildStepRequest({ mode, modelId, state: INITIAL_CONVERSATION, tools, context, settings }), tools.tools));
  return { agent: tokensIn('agent'), plan: tokensIn('plan'), chat: tokensIn('chat') };
}
