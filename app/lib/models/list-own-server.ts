import type { ModelInfo } from '../protocol/models/models.ts';
import type { ListLocalModels } from './local-listing.ts';
import { type ListingRequest, ModelListError } from './model-provider.ts';
import { ProviderAddressError, providerFetch } from './provider-fetch.ts';
import { withBearer } from './with-bearer.ts';

export interface OwnServer {
  /** Of the program, as users know it. */
  name: string;
  address: string;
  list: ListLocalModels;
}

/** The models of a server of models that someone runs for themselves, and in words why they could not be listed. */
export async function listOwnServer({ connectionId, values, fetch, signal }: ListingRequest, server: OwnServer): Promise<ModelInfo[]> {
  const { name, address, list } = server;
  if (!URL.canParse(address)) throw new ModelListError('“Base URL” is not an address. It starts with https:// or http://.');
  const { host } = new URL(address);
  const ask = withBearer(providerFetch(fetch), values.get('apiKey'));
  const models = await list({ connectionId, address, fetch: ask, signal }).catch((error: unknown) => {
    throw new ModelListError(whyNot(error, { name, host }));
  });
  if (models === null)
    throw new ModelListError(`${host} answers, but not as ${name} does. Check “Base URL”, and “API key” where it has one.`);
  return models;
}

function whyNot(error: unknown, { name, host }: { name: string; host: string }): string {
  if (error instanceof ProviderAddressError) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return `${host} did not answer in time.`;
  return `${host} could not be reached by this server. Is ${name} running there?`;
}
