import type { ToolDefinition } from '../../lib/agent/tool-definition.ts';
import { type ChatRequest, chatRequestSchema, MAX_CHAT_REQUEST_BYTES } from '../../lib/protocol/chat-request.ts';
import { type Checked, methodNotAllowed, refusalResponse, refuse } from '../api-error.server.ts';
import { chooseModel } from '../models/choose-model.server.ts';
import { type ModelEnvironment, secretsOf } from '../models/model-environment.server.ts';
import type { ModelProvider } from '../models/model-provider.server.ts';
import { readJsonBody } from '../read-json-body.server.ts';
import { runChatStep } from './chat-step.server.ts';
import { toolOffers } from './tool-offers.server.ts';

export interface ChatDependencies {
  environment: ModelEnvironment;
  providers: readonly ModelProvider[];
  tools: readonly ToolDefinition[];
}

/** `POST /api/chat`: one model step. Everything a bad request can be is answered before a model is asked. */
export async function answerChatRequest(request: Request, dependencies: ChatDependencies): Promise<Response> {
  if (request.method !== 'POST') return methodNotAllowed('POST');
  const body = await readJsonBody(request, MAX_CHAT_REQUEST_BYTES);
  if (!body.ok) return refusalResponse(body.refusal);
  const parsed = parseChatRequest(body.value);
  if (!parsed.ok) return refusalResponse(parsed.refusal);
  const { modelId } = parsed.value;
  const offers = toolOffers(parsed.value, dependencies.tools);
  if (!offers.ok) return refusalResponse(offers.refusal);
  const choice = chooseModel(modelId, dependencies.providers, dependencies.environment);
  if (!choice.ok) return refusalResponse(choice.refusal);
  return runChatStep(parsed.value, {
    ...choice.value,
    tools: offers.value,
    signal: request.signal,
    secrets: secretsOf(dependencies.environment),
  });
}

function parseChatRequest(body: unknown): Checked<ChatRequest> {
  const parsed = chatRequestSchema.safeParse(body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const message = `The field ${field === '' ? '(the body itself)' : field} is not as it must be: ${issue?.message ?? 'unknown'}.`;
  return refuse({ status: 400, code: 'invalid_request', message, ...(field === '' ? {} : { field }) });
}
