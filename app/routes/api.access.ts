import { answerAccess } from '../server/access/answer-access.server.ts';
import { createFailedTries, type FailedTries } from '../server/access/failed-tries.server.ts';
import { apiRoute } from '../server/api-route.server.ts';

/** Created with the first try and kept for the lifetime of this server. */
let tries: FailedTries | null = null;

const answer = apiRoute('POST', async ({ request, context }) => {
  const environment = context.cloudflare.env;
  tries ??= createFailedTries(() => Date.now(), environment.KEY_STORE);
  return answerAccess(request, { environment, tries, now: Date.now() });
});

export const loader = answer;
export const action = answer;
