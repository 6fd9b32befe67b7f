import { apiRoute } from '../server/api-route.server.ts';
import { forgetUser } from '../server/forget/forget-user.server.ts';

const answer = apiRoute('POST', async ({ request, context }) => forgetUser(request, context.cloudflare.env));

export const loader = answer;
export const action = answer;
