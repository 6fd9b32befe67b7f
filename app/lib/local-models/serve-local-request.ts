import type { ReachedEndpoint } from '../protocol/models/local-endpoint.ts';
import { lookRequestSchema } from '../protocol/models/local-look.ts';
import { because } from '../protocol/texts/reason.ts';
import { serveWorkerRequest } from '../worker-fetch/serve-worker-request.ts';
import type { WorkerRequest } from '../worker-fetch/worker-fetch-messages.ts';
import { listEndpoint } from './listing/list-endpoint.ts';
import { type LookSurroundings, lookForEndpoints } from './listing/look-for-endpoints.ts';
import { createWhyUnreachable, mayBeAskedAbout, type ReachSurroundings } from './listing/why-unreachable.ts';
import { localProblemText } from './local-problem-text.ts';
import { LOCAL_PATHS, localModelsSchema, localStepSchema } from './local-request.ts';
import { createLocalFetch } from './wire/local-fetch.ts';

/** Milliseconds to wait for a list. */
const LIST_PATIENCE = 8_000;

const network: typeof fetch = (input, init) => fetch(input, init);
const isSecurePage = location.protocol === 'https:';
const reach = { fetch: network, isSecurePage, now: () => performance.now() };
const ask = createLocalFetch(reach);
const permissions: ReachSurroundings['permissions'] = {
  // The DOM's types do not include the newer permissions yet.
  query: ({ name }) => navigator.permissions.query({ name: name as PermissionName }),
};
const whyUnreachable = createWhyUnreachable({ fetch: network, permissions, page: location });

/** Serves a request of the page in the worker for local models. The code for steps, including the SDK, is loaded with the first step. */
export function serveLocalRequest(request: WorkerRequest, port: MessagePort): void {
  serveWorkerRequest(request, port, { answer, failed: because('its worker failed; reload the page') });
}

const look: LookSurroundings = { fetch: ask, whyUnreachable, mayBeAskedAbout: () => mayBeAskedAbout({ permissions, page: location }) };

/** Loads a step's code together with the list, so that the first step works without the app's server too. */
function prepareStep(endpoint: ReachedEndpoint): void {
  const prepare = async () => (await import('./answering/answer-local-step.ts')).prepareLocalStep(endpoint, ask);
  void prepare().catch(() => undefined); // The step itself loads it again and reports errors.
}

async function explained([endpoint]: readonly ReachedEndpoint[]): Promise<string> {
  return endpoint === undefined ? 'No endpoint is set.' : localProblemText(await whyUnreachable(endpoint.address), endpoint);
}

async function answer({ url, body }: WorkerRequest, signal: AbortSignal): Promise<Response> {
  const given: unknown = JSON.parse(new TextDecoder().decode(body ?? undefined));
  switch (new URL(url).pathname) {
    case LOCAL_PATHS.step: {
      const { answerLocalStep } = await import('./answering/answer-local-step.ts');
      const asked = localStepSchema.parse(given);
      const explain = () => explained(asked.endpoints);
      const isThere = async () => asked.endpoints[0] !== undefined && (await whyUnreachable(asked.endpoints[0].address)) === 'blocked';
      const fetch = createLocalFetch({ ...reach, bridgeKey: asked.endpoints[0]?.bridge?.key, explain, isThere });
      return answerLocalStep(asked, fetch, signal);
    }
    case LOCAL_PATHS.models: {
      const either = AbortSignal.any([signal, AbortSignal.timeout(LIST_PATIENCE)]);
      const { endpoint } = localModelsSchema.parse(given);
      const fetch = createLocalFetch({ ...reach, bridgeKey: endpoint.bridge?.key });
      const listed = await listEndpoint(endpoint, { fetch, whyUnreachable }, either);
      if (listed.state === 'listed') prepareStep(endpoint);
      return Response.json(listed);
    }
    case LOCAL_PATHS.look:
      return Response.json(await lookForEndpoints(lookRequestSchema.parse(given).places, look, signal));
    default:
      return new Response(null, { status: 404 });
  }
}
