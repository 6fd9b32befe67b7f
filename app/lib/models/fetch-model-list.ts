import type { z } from 'zod';
import { because, type Reason } from '../protocol/texts/reason.ts';
import { ProviderAddressError } from '../step/provider-address-error.ts';
import type { ConnectionField } from './connection.ts';
import { fieldName } from './field-name.ts';
import { ModelListError } from './model-provider.ts';
import { cutAfter, providerFetch } from './provider-fetch.ts';

export interface ModelListRequest<Body> {
  url: string;
  headers: Headers;
  schema: z.ZodType<Body>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** The provider's fields: messages use their labels, which the user knows. */
  fields: readonly ConnectionField[];
}

/** Lists of models are small: a larger answer is not from a model endpoint. In bytes. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

/** GETs a list of models; if that fails, the error says why in words. */
export async function fetchModelList<Body>(request: ModelListRequest<Body>): Promise<Body> {
  if (!URL.canParse(request.url))
    throw new ModelListError(
      because('{field} is not an address. It starts with https:// or http://.', { field: fieldName(request.fields, 'baseUrl') }),
    );
  const { host } = new URL(request.url);
  const response = await answerOf(request, host);
  if (!response.ok) {
    // Not awaited: nothing depends on when the rest of a refusal is discarded.
    response.body?.cancel().catch(() => {});
    throw new ModelListError(refusalOf(response.status, host, request.fields));
  }
  const parsed = request.schema.safeParse(await jsonOf(response));
  if (!parsed.success)
    throw new ModelListError(
      because('{host} answered, but not with a list of models. Check {field}.', { host, field: fieldName(request.fields, 'baseUrl') }),
    );
  return parsed.data;
}

/** Facts about models that the user has named are worth a short wait. In milliseconds. */
const SHORT_WAIT = 3_000;

/** Returns the list, or null if it does not arrive soon. For facts that are useful but not required. */
export async function modelListIfThere<Body>(request: ModelListRequest<Body>): Promise<Body | null> {
  // A timer, not `AbortSignal.timeout`, as in `listModels` of the server.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('It took too long.', 'TimeoutError')), SHORT_WAIT);
  try {
    return await fetchModelList({ ...request, signal: AbortSignal.any([request.signal, late.signal]) });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function answerOf(request: ModelListRequest<unknown>, host: string): Promise<Response> {
  try {
    return await providerFetch(request.fetch)(request.url, { headers: request.headers, signal: request.signal });
  } catch (error) {
    if (error instanceof ProviderAddressError) throw new ModelListError(error.reason);
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new ModelListError(because('{host} did not answer in time.', { host }));
    throw new ModelListError(
      because('{host} could not be reached. Check {field} and the network.', { host, field: fieldName(request.fields, 'baseUrl') }),
    );
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    // A truncated list is not valid JSON.
    return JSON.parse(await new Response(response.body?.pipeThrough(cutAfter(MAX_LIST_BYTES)) ?? null).text());
  } catch {
    return undefined;
  }
}

function refusalOf(status: number, host: string, fields: readonly ConnectionField[]): Reason {
  if (status === 401 || status === 403)
    return because('{host} refused the key ({status}). Check {field}.', {
      host,
      status: String(status),
      field: fieldName(fields, 'apiKey'),
    });
  if (status === 404) {
    return because('{host} has no list of models at this address (404). Check {address}, or name the models in {models}.', {
      host,
      address: fieldName(fields, 'baseUrl'),
      models: fieldName(fields, 'models'),
    });
  }
  if (status === 429) return because('{host} is limiting requests (429). Try again later.', { host });
  return because('{host} answered {status} when asked for its models.', { host, status: String(status) });
}
