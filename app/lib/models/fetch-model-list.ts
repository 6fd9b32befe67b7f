import type { z } from 'zod';
import type { ConnectionField } from './connection.ts';
import { ModelListError } from './model-provider.ts';
import { cutAfter, ProviderAddressError, providerFetch } from './provider-fetch.ts';

export interface ModelListRequest<Body> {
  url: string;
  headers: Headers;
  schema: z.ZodType<Body>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** Of the provider: messages name them as the user knows them. */
  fields: readonly ConnectionField[];
}

/** Lists of models are small; one that is not does not come from a model endpoint. Bytes. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

/** GETs a list of models and says in words what went wrong when it does not come. */
export async function fetchModelList<Body>(request: ModelListRequest<Body>): Promise<Body> {
  if (!URL.canParse(request.url))
    throw new ModelListError(`${nameOf(request.fields, 'baseUrl')} is not an address. It starts with https:// or http://.`);
  const { host } = new URL(request.url);
  const response = await answerOf(request, host);
  if (!response.ok) {
    // Not awaited: nothing depends on when the rest of a refusal is thrown away.
    response.body?.cancel().catch(() => {});
    throw new ModelListError(refusalText(response.status, host, request.fields));
  }
  const parsed = request.schema.safeParse(await jsonOf(response));
  if (!parsed.success)
    throw new ModelListError(`${host} answered, but not with a list of models. Check ${nameOf(request.fields, 'baseUrl')}.`);
  return parsed.data;
}

async function answerOf(request: ModelListRequest<unknown>, host: string): Promise<Response> {
  try {
    return await providerFetch(request.fetch)(request.url, { headers: request.headers, signal: request.signal });
  } catch (error) {
    if (error instanceof ProviderAddressError) throw new ModelListError(error.message);
    if (error instanceof Error && error.name === 'TimeoutError') throw new ModelListError(`${host} did not answer in time.`);
    throw new ModelListError(`${host} could not be reached. Check ${nameOf(request.fields, 'baseUrl')} and the network.`);
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

function refusalText(status: number, host: string, fields: readonly ConnectionField[]): string {
  if (status === 401 || status === 403) return `${host} refused the key (${status}). Check ${nameOf(fields, 'apiKey')}.`;
  if (status === 404) {
    return `${host} has no list of models at this address (404). Check ${nameOf(fields, 'baseUrl')}, or name the models in ${nameOf(fields, 'models')}.`;
  }
  if (status === 429) return `${host} is limiting requests (429). Try again later.`;
  return `${host} answered ${status} when asked for its models.`;
}

/** The label of a field, and the variable that sets it for a whole server. */
function nameOf(fields: readonly ConnectionField[], name: string): string {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) return 'the settings';
  return field.variable === undefined ? `“${field.label}”` : `“${field.label}” (${field.variable})`;
}
