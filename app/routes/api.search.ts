import { apiRoute } from '../server/api-route.server.ts';
import { modelAccess } from '../server/models/model-access.server.ts';
import { answerSearchRequest } from '../server/search/answer-search-request.server.ts';

const answer = apiRoute('POST', async ({ request, context }) => answerSearchRequest(request, { access: modelAccess(context) }));

export const loader = answer;
export const action = answer;
