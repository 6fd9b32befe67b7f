import type { ToolDefinition } from '../../lib/agent/contract/tool-definition.ts';
import { answerStep } from '../../lib/models/answer-step.ts';
import type { ModelAccess } from '../../lib/models/model-access.ts';
import { type ChatRequest, chatRequestSchema, MAX_CHAT_REQUEST_BYTES } from '../../lib/protocol/chat-request.ts';
import { type Checked, methodNotAllowed, refusalResponse, refuse } from '../../lib/step/refusal.ts';
import { toolOffers } from '../../lib/step/tool-offers.ts';
import { readJsonBody } from '../read-json-body.server.ts';

export interface ChatDependencies {
  access: ModelAccess;
  tools: readonly ToolDefinition[];
}

/** `POST /api/chat`: one model step. Invalid requests are rejected before a model is asked. */
export async function answerChatRequest(request: Request, dependencies: ChatDependencies): Promise<Response> {
  if (request.method !== 'POST') return methodNotAllowed('POST');
  const body = await readJsonBody(request, MAX_CHAT_REQUEST_BYTES);
  if (!body.ok) return refusalResponse(body.refusal);
  const parsed = parseChatRequest(body.value);
  if (!parsed.ok) return refusalResponse(parsed.refusal);
  const { access, tools } = dependencies;
  return answerStep(parsed.value, { access, offers: toolOffers(parsed.value, tools), signal: request.signal });
}

function parseChatRequest(body: unknown): Checked<ChatRequest> {
  const parsed = chatRequestSchema.safeParse(body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const message = `The field ${field === '' ? '(the body itself)' : field} is not as it must be: ${issue?.message ?? 'unknown'}.`;
  return refuse({ status: 400, code: 'invalid_request', message, ...(field === '' ? {} : { field }) });
}
