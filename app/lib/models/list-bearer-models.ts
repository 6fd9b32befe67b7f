import type { z } from 'zod';
import { listedWindow, listedWindowSchema } from '../protocol/models/listed-window.ts';
import type { ModelInfo } from '../protocol/models/models.ts';
import type { ConnectionField } from './connection.ts';
import { fetchModelList, modelListIfThere } from './fetch-model-list.ts';
import { modelNamesFrom } from './model-names.ts';
import type { ListingRequest } from './model-provider.ts';

export interface BearerListOptions<Listed extends { id: string }> {
  providerId: string;
  baseUrl: string;
  fields: readonly ConnectionField[];
  headers?: Headers;
  schema: z.ZodType<{ data: Listed[] }>;
  /** Returns whether the model can chat; if absent, all models can. */
  chats?(listed: Listed): boolean;
  /** The smallest comes first; equal ranks keep the listed order. */
  rankOf?(listed: Listed): number;
  /** The list also provides facts about models that are named in the settings. Those are listed even if it does not arrive. */
  asksAboutNamed?: boolean;
  /** Further facts about a model; `listed` is absent for a model that was only named in the settings. */
  factsOf?(id: string, listed: Listed | undefined): Partial<Omit<ModelInfo, 'id' | 'provider'>>;
}

/**
 * The models of a provider that lists them as OpenAI does: `GET {baseUrl}/models` with the key as a bearer token. Models named in
 * `models` replace that list.
 */
export async function listBearerModels<Listed extends { id: string }>(
  { connectionId, values, fetch, signal }: ListingRequest,
  options: BearerListOptions<Listed>,
): Promise<ModelInfo[]> {
  const { providerId, baseUrl, fields, schema, chats = () => true, rankOf = () => 0, factsOf = () => ({}) } = options;
  const toInfo = (id: string, listed: Listed | undefined): ModelInfo => {
    // A schema without window fields matches any list.
    const window = listedWindow(listedWindowSchema.safeParse(listed).data);
    const known = window === undefined ? {} : { contextWindow: window };
    return { id: `${connectionId}:${id}`, provider: providerId, name: id, ...known, ...factsOf(id, listed) };
  };
  const headers = new Headers(options.headers);
  const key = values.get('apiKey');
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const request = { url: `${baseUrl}/models`, headers, schema, fetch, signal, fields };
  const named = modelNamesFrom(values.get('models'));
  if (named.length > 0) {
    const list = options.asksAboutNamed === true ? await modelListIfThere(request) : null;
    const known = new Map(list?.data.map((listed) => [listed.id, listed]));
    return named.map((id) => toInfo(id, known.get(id)));
  }
  const { data } = await fetchModelList(request);
  return data
    .filter(chats)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((listed) => toInfo(listed.id, listed));
}
