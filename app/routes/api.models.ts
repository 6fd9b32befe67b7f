import { apiRoute } from '../server/api-route.server.ts';
import { listModels } from '../server/models/list-models.server.ts';
import { modelAccess } from '../server/models/model-access.server.ts';

/** Milliseconds. A provider that has not listed its models by then is left out and named. */
const LIST_TIMEOUT_MS = 6_000;

const answer = apiRoute('GET', async (parts) => {
  const models = await listModels({
    access: await modelAccess(parts),
    signal: parts.request.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return Response.json(models, { headers: { 'cache-control': 'no-store' } });
});

export const loader = answer;
export const action = answer;
