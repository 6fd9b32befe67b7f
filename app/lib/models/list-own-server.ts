import type { ModelInfo } from '../protocol/models/models.ts';
import { because, type Reason } from '../protocol/texts/reason.ts';
import { ProviderAddressError } from '../step/provider-address-error.ts';
import { labelName } from './label-name.ts';
import type { ListLocalModels } from './local-listing.ts';
import { type ListingRequest, ModelListError } from './model-provider.ts';
import { providerFetch } from './provider-fetch.ts';
import { withBearer } from './with-bearer.ts';

export interface OwnServer {
  /** The program's name, as users know it. */
  name: string;
  address: string;
  list: ListLocalModels;
}

/** The models of a self-hosted model server, or the reason in words why they could not be listed. */
export async function listOwnServer({ connectionId, values, fetch, signal }: ListingRequest, server: OwnServer): Promise<ModelInfo[]> {
  const { name, address, list } = server;
  if (!URL.canParse(address))
    throw new ModelListError(because('{field} is not an address. It starts with https:// or http://.', { field: labelName('Base URL') }));
  const { host } = new URL(address);
  const ask = withBearer(providerFetch(fetch), values.get('apiKey'));
  const models = await list({ connectionId, address, fetch: ask, signal }).catch((error: unknown) => {
    throw new ModelListError(whyNot(error, { name, host }));
  });
  if (models === null)
    throw new ModelListError(
      because('{host} answers, but not as {name} does. Check {address}, and {key} where it has one.', {
        host,
        name,
        address: labelName('Base URL'),
        key: labelName('API key'),
      }),
    );
  return models;
}

function whyNot(error: unknown, { name, host }: { name: string; host: string }): Reason {
  if (error instanceof ProviderAddressError) return error.reason;
  if (error instanceof Error && error.name === 'TimeoutError') return because('{host} did not answer in time.', { host });
  return because('{host} could not be reached by this server. Is {name} running there?', { host, name });
}
