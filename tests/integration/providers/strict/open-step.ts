import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import type { SentStep } from '../../../../app/lib/agent/contract/ports.ts';
import type { ModelAccess } from '../../../../app/lib/models/model-access.ts';
import { apiErrorSchema } from '../../../../app/lib/protocol/chat-request.ts';
import { TOOLS } from '../../../../app/lib/tools/index.ts';
import { answerChatRequest } from '../../../../app/server/step/answer-chat-request.server.ts';

/** A model step through the app's own server, without HTTP in between; `access` knows the provider. */
export async function openStep(
  step: SentStep,
  { access, signal }: { access: ModelAccess; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const request = new Request('http://ide.localhost/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatId: 'chat-1', ...step }),
    signal,
  });
  const response = await answerChatRequest(request, { access, tools: TOOLS });
  if (response.ok && response.body !== null) return response.body;
  const { error } = apiErrorSchema.parse(await response.json());
  const { message, kind, reason, about, room, unreadCall } = error;
  throw new StepTransportError(message, { status: response.status, kind, reason, about, room, unreadCall });
}
