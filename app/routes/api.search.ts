import { apiRoute } from '../server/api-route.server.ts';
import { modelAccess } from '../server/models/model-access.server.ts';
import { answerSearchRequest } from '../server/search/answer-search-request.server.ts';

const answer = apiRoute('POST', async (parts) => answerSearchRequest(parts.request, { access: await modelAccess(parts) }));

export const loader = answer;
export const action = answer;
