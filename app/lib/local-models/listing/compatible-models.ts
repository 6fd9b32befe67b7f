import { z } from 'zod';
import { askJson } from '../../models/ask-json.ts';
import type { LocalListing } from '../../models/local-listing.ts';
import { listedWindow, listedWindowSchema } from '../../protocol/models/listed-window.ts';
import type { ModelInfo } from '../../protocol/models/models.ts';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(180),
      owned_by: z.string().optional().catch(undefined),
      ...listedWindowSchema.shape,
      /** From llama.cpp. */
      meta: z
        .object({ n_ctx: toldTokensSchema, n_ctx_train: toldTokensSchema, size: toldTokensSchema, n_params: toldTokensSchema })
        .nullish()
        .catch(null),
    }),
  ),
});
const propertiesSchema = z.object({ default_generation_settings: z.object({ n_ctx: toldTokensSchema }) });

type Listed = z.infer<typeof listSchema>['data'][number];

/** Lists the models of an endpoint with OpenAI's API (llama.cpp, vLLM, Jan and others), with the details that it reports. */
export async function listCompatibleModels({ connectionId, address, fetch, signal }: LocalListing): Promise<ModelInfo[] | null> {
  const list = await askJson({ url: `${address}/models`, schema: listSchema, fetch, signal });
  if (list === null) return null;
  const isLlamaCpp = list.data.some(({ owned_by }) => owned_by === 'llamacpp');
  const properties = isLlamaCpp
    ? await askJson({ url: `${new URL(address).origin}/props`, schema: propertiesSchema, fetch, signal }).catch(() => null)
    : null;
  return list.data.map((model) => toModelInfo(connectionId, model, properties?.default_generation_settings.n_ctx));
}

function toModelInfo(connectionId: string, model: Listed, room: number | undefined): ModelInfo {
  const contextWindow = room ?? listedWindow(model);
  const { n_ctx_train: most, size: bytes, n_params: parameters } = model.meta ?? {};
  return {
    id: `${connectionId}:${model.id}`,
    provider: 'openai-compatible',
    // llama.cpp uses the path of its file as the model's name.
    name: model.id.split(/[\\/]/).at(-1) || model.id,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    local: {
      ...(bytes === undefined ? {} : { bytes }),
      ...(parameters === undefined ? {} : { parameters: `${(parameters / 1e9).toFixed(1)}B` }),
      ...(most === undefined ? {} : { mostContext: most }),
    },
  };
}
