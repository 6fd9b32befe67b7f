import { StepTransportError } from '../../../../app/lib/agent/contract/errors.ts';
import type { SentStep } from '../../../../app/lib/agent/contract/ports.ts';
import { apiErrorSchema } from '../../../../app/lib/protocol/chat-request.ts';
import { TOOLS } from '../../../../app/lib/tools/index.ts';
import { answerChatRequest } from '../../../../app/server/step/answer-chat-request.server.ts';
import { testAccess } from '../../../../app/server/testing/test-access.ts';

/** A model step through the app's own server, without HTTP in between; `environment` names the provider. */
export async function openStep(
  step: SentStep,
  { environment, signal }: { environment: Record<string, string>; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const request = new Request('http://ide.localhost/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatId: 'chat-1', ...step }),
    signal,
  });
  const response = await answerChatRequest(request, { access: testAccess(environment), tools: TOOLS });
  if (response.ok && response.body !== null) return response.body;
  const { error } = apiErrorSchema.parse(await response.json());
  const { message, kind, reason, about, room, unreadCall } = error;
  throw new StepTransportError(message, { status: response.status, kind, reason, about, room, unreadCall });
}
