import { apiErrorSchema, chatRequestSchema } from '../protocol/chat-request.ts';
import { modelsResponseSchema } from '../protocol/models/models.ts';
import type { SessionRecord } from '../session-file/session-file-schema.ts';
import { ownEvent } from './own-event.ts';
import type { RecordedModel } from './recorded-model.ts';

/** Simulates the app's server with the recorded session's models and responses. Nothing leaves the page. */
export function createRecordedServer(records: readonly SessionRecord[], model: RecordedModel): typeof fetch {
  return async (input, init) => {
    const path = typeof input === 'string' ? input : input instanceof URL ? input.pathname : new URL(input.url).pathname;
    if (path === '/api/models') return Response.json(modelsOf(records));
    if (path !== '/api/chat') return refusal(503, 'A replay asks nobody else.');
    const answer = model.answer(chatRequestSchema.parse(JSON.parse(String(init?.body))));
    if (answer.type === 'failed') return refusal(400, answer.message);
    if (answer.type === 'unended') return new Response(unendedStream(init?.signal ?? null));
    const text = answer.parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('');
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  };
}

/** Sends nothing until the request is cancelled. */
function unendedStream(signal: AbortSignal | null): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}

function refusal(status: number, message: string): Response {
  return Response.json(apiErrorSchema.parse({ error: { code: 'not_recorded', message } }), { status });
}

function modelsOf(records: readonly SessionRecord[]) {
  const ids = new Set(records.flatMap(({ event }) => modelIdIn(event)));
  const models = [...ids].map((id) => ({ id, name: id, provider: 'recorded' }));
  return modelsResponseSchema.parse({ models, defaultModelId: models[0]?.id ?? 'recorded', problems: [] });
}

function modelIdIn(event: SessionRecord['event']): string[] {
  const { event: own } = ownEvent(event);
  return own.type === 'step-started' ? [own.modelId] : [];
}
