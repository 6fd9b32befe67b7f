import { TOOLS } from '../lib/tools/index.ts';
import { apiRoute } from '../server/api-route.server.ts';
import { readModelEnvironment } from '../server/models/model-environment.server.ts';
import { modelProviders } from '../server/models/model-providers.server.ts';
import { answerChatRequest } from '../server/step/answer-chat-request.server.ts';

const answer = apiRoute('POST', async ({ request, context }) =>
  answerChatRequest(request, { environment: readModelEnvironment(context), providers: modelProviders, tools: TOOLS }),
);

export const loader = answer;
export const action = answer;
