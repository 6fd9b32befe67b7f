import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { methodNotAllowed } from '../server/api-error.server.ts';
import { listModels } from '../server/models/list-models.server.ts';
import { readModelEnvironment } from '../server/models/model-environment.server.ts';
import { modelProviders } from '../server/models/model-providers.server.ts';

/** A provider that has not told its models by then is left out, and named. Milliseconds. */
const LIST_TIMEOUT_MS = 6_000;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const answer = await listModels({
    providers: modelProviders,
    environment: readModelEnvironment(context),
    // Called as a plain function: workerd refuses a fetch that is called as a method of something else.
    fetch: (input, init) => fetch(input, init),
    signal: request.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}

export function action(): Response {
  return methodNotAllowed('GET');
}
