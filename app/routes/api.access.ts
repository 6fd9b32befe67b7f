import { answerAccess } from '../server/access/answer-access.server.ts';
import { createUsageLedger, type UsageLedger } from '../server/access/usage-ledger.server.ts';
import { apiRoute } from '../server/api-route.server.ts';

/** For as long as this server lives; made with the first try. */
let tries: UsageLedger | null = null;

const answer = apiRoute('POST', async ({ request, context }) => {
  tries ??= createUsageLedger(() => Date.now());
  return answerAccess(request, { environment: context.cloudflare.env, tries, now: Date.now() });
});

export const loader = answer;
export const action = answer;
