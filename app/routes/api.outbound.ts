import { clientOf } from '../server/access/client-address.server.ts';
import { apiRoute } from '../server/api-route.server.ts';
import { answerOutboundRequest } from '../server/outbound/answer-outbound-request.server.ts';
import { outboundNetwork } from '../server/outbound/outbound-environment.server.ts';
import { createOutboundLimits, type OutboundLimits } from '../server/outbound/outbound-limits.server.ts';

/** Created with the first request and kept for the lifetime of this server. */
let limits: OutboundLimits | null = null;

const answer = apiRoute('POST', async ({ request, context }) => {
  limits ??= createOutboundLimits(() => Date.now());
  return answerOutboundRequest(request, {
    network: outboundNetwork(context.cloudflare.env),
    limits,
    client: clientOf(request, context.cloudflare.env),
  });
});

export const loader = answer;
export const action = answer;
