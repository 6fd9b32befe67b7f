import type { z } from 'zod';
import { ModelListError } from './model-provider.server.ts';
import { cutAfter, ProviderRedirectError, providerFetch } from './provider-fetch.server.ts';

export interface ModelListRequest<Body> {
  url: string;
  headers: Headers;
  schema: z.ZodType<Body>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** The settings that messages name. */
  settings: { key: string; baseUrl: string; models: string };
}

/** Lists of models are small; one that is not does not come from a model endpoint. Bytes. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

/** GETs a list of models and says in words what went wrong when it does not come. */
export async function fetchModelList<Body>(request: ModelListRequest<Body>): Promise<Body> {
  if (!URL.canParse(request.url))
    throw new ModelListError(`${request.settings.baseUrl} is not an address. It starts with https:// or http://.`);
  const { host } = new URL(request.url);
  const response = await answerOf(request, host);
  if (!response.ok) {
    // Not awaited: nothing depends on when the rest of a refusal is thrown away.
    response.body?.cancel().catch(() => {});
    throw new ModelListError(refusalText(response.status, host, request.settings));
  }
  const parsed = request.schema.safeParse(await jsonOf(response));
  if (!parsed.success) throw new ModelListError(`${host} answered, but not with a list of models. Check ${request.settings.baseUrl}.`);
  return parsed.data;
}

async function answerOf(request: ModelListRequest<unknown>, host: string): Promise<Response> {
  try {
    return await providerFetch(request.fetch)(request.url, { headers: request.headers, signal: request.signal });
  } catch (error) {
    if (error instanceof ProviderRedirectError) throw new ModelListError(error.message);
    if (error instanceof Error && error.name === 'TimeoutError') throw new ModelListError(`${host} did not answer in time.`);
    throw new ModelListError(`${host} could not be reached. Check ${request.settings.baseUrl} and the network.`);
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    // A list that is cut is no JSON.
    return JSON.parse(await new Response(response.body?.pipeThrough(cutAfter(MAX_LIST_BYTES)) ?? null).text());
  } catch {
    return undefined;
  }
}

function refusalText(status: number, host: string, settings: ModelListRequest<unknown>['settings']): string {
  if (status === 401 || status === 403) return `${host} refused the key (${status}). Check ${settings.key}.`;
  if (status === 404) {
    return `${host} has no list of models at this address (404). Check ${settings.baseUrl}, or name the models in ${settings.models}.`;
  }
  if (status === 429) return `${host} is limiting requests (429). Try again later.`;
  return `${host} answered ${status} when asked for its models.`;
}
