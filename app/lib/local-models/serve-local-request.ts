import { serveWorkerRequest } from '../worker-fetch/serve-worker-request.ts';
import type { WorkerRequest } from '../worker-fetch/worker-fetch-messages.ts';
import { listEndpoint } from './listing/list-endpoint.ts';
import { lookForEndpoints } from './listing/look-for-endpoints.ts';
import { LOCAL_PATHS, localModelsSchema, localStepSchema, lookRequestSchema } from './local-request.ts';
import { createLocalFetch } from './wire/local-fetch.ts';

/** A list that has not come by then is none. Milliseconds. */
const LIST_PATIENCE = 8_000;

const ask = createLocalFetch({ fetch: (input, init) => fetch(input, init), isSecurePage: location.protocol === 'https:' });

/** A request of the page, in the worker of local models. The step, and the SDK with it, is loaded with the first one. */
export function serveLocalRequest(request: WorkerRequest, port: MessagePort): void {
  serveWorkerRequest(request, port, { answer, failed: 'its worker failed; reload the page' });
}

async function answer({ url, body }: WorkerRequest, signal: AbortSignal): Promise<Response> {
  const given: unknown = JSON.parse(new TextDecoder().decode(body ?? undefined));
  switch (new URL(url).pathname) {
    case LOCAL_PATHS.step: {
      const { answerLocalStep } = await import('./answering/answer-local-step.ts');
      return answerLocalStep(localStepSchema.parse(given), ask, signal);
    }
    case LOCAL_PATHS.models: {
      const either = AbortSignal.any([signal, AbortSignal.timeout(LIST_PATIENCE)]);
      return Response.json(await listEndpoint(localModelsSchema.parse(given).endpoint, ask, either));
    }
    case LOCAL_PATHS.look:
      return Response.json(await lookForEndpoints(lookRequestSchema.parse(given).places, ask, signal));
    default:
      return new Response(null, { status: 404 });
  }
}
