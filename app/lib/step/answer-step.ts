import type { ToolDefinition } from '../agent/tool-definition.ts';
import { chooseModel } from '../models/choose-model.ts';
import { type ModelAccess, secretsOf } from '../models/model-access.ts';
import type { ChatRequest } from '../protocol/chat-request.ts';
import { runChatStep } from './chat-step.ts';
import { refusalResponse } from './refusal.ts';
import { toolOffers } from './tool-offers.ts';

export interface StepDependencies {
  access: ModelAccess;
  tools: readonly ToolDefinition[];
  signal: AbortSignal;
}

/** One model step for a request that was checked: what the server answers, and the worker of local models. */
export async function answerStep(request: ChatRequest, { access, tools, signal }: StepDependencies): Promise<Response> {
  const offers = toolOffers(request, tools);
  if (!offers.ok) return refusalResponse(offers.refusal);
  const choice = await chooseModel(request.modelId, access);
  if (!choice.ok) return refusalResponse(choice.refusal);
  return runChatStep(request, { ...choice.value, tools: offers.value, signal, secrets: secretsOf(access) });
}
