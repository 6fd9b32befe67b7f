import { apiRoute } from '../server/api-route.server.ts';
import { readModelEnvironment } from '../server/models/model-environment.server.ts';
import { modelProviders } from '../server/models/model-providers.server.ts';
import { answerSearchRequest } from '../server/search/answer-search-request.server.ts';

const answer = apiRoute('POST', async ({ request, context }) =>
  answerSearchRequest(request, { environment: readModelEnvironment(context), providers: modelProviders }),
);

export const loader = answer;
export const action = answer;
