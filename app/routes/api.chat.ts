import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { TOOLS } from '../lib/tools/index.ts';
import { answerChatRequest } from '../server/answer-chat-request.server.ts';
import { methodNotAllowed } from '../server/api-error.server.ts';
import { readModelEnvironment } from '../server/models/model-environment.server.ts';
import { modelProviders } from '../server/models/model-providers.server.ts';

/** Requests of other pages never get here: `route-by-host.server.ts` refuses them for the whole app. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  return answerChatRequest(request, { environment: readModelEnvironment(context), providers: modelProviders, tools: TOOLS });
}

export function loader(): Response {
  return methodNotAllowed('POST');
}
