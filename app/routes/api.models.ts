import { apiRoute } from '../server/api-route.server.ts';
import { listModels } from '../server/models/list-models.server.ts';
import { readModelEnvironment } from '../server/models/model-environment.server.ts';
import { modelProviders } from '../server/models/model-providers.server.ts';

/** A provider that has not listed its models by then is left out, and named. Milliseconds. */
const LIST_TIMEOUT_MS = 6_000;

const answer = apiRoute('GET', async ({ request, context }) => {
  const models = await listModels({
    providers: modelProviders,
    environment: readModelEnvironment(context),
    // Called as a plain function: workerd refuses a fetch that is called as a method of something else.
    fetch: (input, init) => fetch(input, init),
    signal: request.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return Response.json(models, { headers: { 'cache-control': 'no-store' } });
});

export const loader = answer;
export const action = answer;
