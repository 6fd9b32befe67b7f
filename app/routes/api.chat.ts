import { TOOLS } from '../lib/tools/index.ts';
import { apiRoute } from '../server/api-route.server.ts';
import { modelAccess } from '../server/models/model-access.server.ts';
import { answerChatRequest } from '../server/step/answer-chat-request.server.ts';

const answer = apiRoute('POST', async (parts) => answerChatRequest(parts.request, { access: await modelAccess(parts), tools: TOOLS }));

export const loader = answer;
export const action = answer;
