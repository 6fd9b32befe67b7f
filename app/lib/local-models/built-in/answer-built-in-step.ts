import { answerStep } from '../../models/answer-step.ts';
import type { ModelProvider } from '../../models/model-provider.ts';
import type { ChatRequest } from '../../protocol/chat-request.ts';
import { BUILT_IN_CONNECTION, BUILT_IN_NAME } from '../../protocol/models/built-in-model.ts';
import { toolOffers } from '../../step/tool-offers.ts';
import { TOOLS } from '../../tools/index.ts';
import { createBuiltInModel } from './built-in-model.ts';
import type { PromptApi } from './prompt-api.ts';

export interface BuiltInStep {
  step: ChatRequest;
  api: PromptApi;
  onWindow(tokens: number): void;
}

/** Answers one model step in this page: only pages have the browser's model, workers do not. */
export function answerBuiltInStep({ step, api, onWindow }: BuiltInStep, signal: AbortSignal): Promise<Response> {
  const provider: ModelProvider = {
    id: BUILT_IN_CONNECTION,
    name: BUILT_IN_NAME,
    fields: [],
    isComplete: () => true,
    listModels: async () => [],
    createModel: async ({ modelName }) => ({ model: createBuiltInModel({ api, modelName, onWindow }) }),
  };
  const connection = {
    id: BUILT_IN_CONNECTION,
    providerId: BUILT_IN_CONNECTION,
    name: BUILT_IN_NAME,
    values: new Map(),
    owner: 'user',
  } as const;
  const access = { providers: [provider], connections: [connection], fetchFor: () => noNetwork };
  return answerStep(step, { access, offers: toolOffers(step, TOOLS), signal });
}

const noNetwork: typeof fetch = () => Promise.reject(new TypeError('The browser’s model has no address.'));
