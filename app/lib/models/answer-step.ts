import type { ChatRequest } from '../protocol/chat-request.ts';
import { runChatStep } from '../step/chat-step.ts';
import { type Checked, refusalResponse } from '../step/refusal.ts';
import type { ToolOffer } from '../step/tool-offers.ts';
import { chooseModel } from './choose-model.ts';
import { type ModelAccess, secretsOf } from './model-access.ts';

export interface StepDependencies {
  access: ModelAccess;
  /** This step's tools, made by `toolOffers` outside of this function, because a worker that asks a model has no tools. */
  offers: Checked<readonly ToolOffer[]>;
  signal: AbortSignal;
}

/** One model step for a validated request, used by the server and by the worker of local models. */
export async function answerStep(request: ChatRequest, { access, offers, signal }: StepDependencies): Promise<Response> {
  if (!offers.ok) return refusalResponse(offers.refusal);
  const choice = await chooseModel(request.modelId, access);
  if (!choice.ok) return refusalResponse(choice.refusal);
  return runChatStep(request, { ...choice.value, tools: offers.value, signal, secrets: secretsOf(access) });
}
