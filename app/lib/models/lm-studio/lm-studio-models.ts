import { z } from 'zod';
import type { ModelInfo } from '../../protocol/models/models.ts';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';
import { askJson } from '../ask-json.ts';
import type { LocalListing } from '../local-listing.ts';

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(180),
      /** Only LM Studio's own list has this. */
      type: z.string(),
      quantization: z.string().optional(),
      state: z.string().optional(),
      max_context_length: toldTokensSchema,
      loaded_context_length: toldTokensSchema,
      capabilities: z.array(z.string()).optional(),
    }),
  ),
});

type Listed = z.infer<typeof listSchema>['data'][number];

/** The models on LM Studio's disk, from its own list, which has more details than the OpenAI-compatible one; loaded models come first. */
export async function listLmStudioModels({ connectionId, address, fetch, signal }: LocalListing): Promise<ModelInfo[] | null> {
  const list = await askJson({ url: `${address}/api/v0/models`, schema: listSchema, fetch, signal });
  if (list === null) return null;
  return list.data
    .filter(({ type }) => type !== 'embeddings')
    .sort((a, b) => Number(b.state === 'loaded') - Number(a.state === 'loaded'))
    .map((model) => toModelInfo(connectionId, model));
}

function toModelInfo(connectionId: string, model: Listed): ModelInfo {
  const { id, type, quantization, state, max_context_length: most, loaded_context_length: loaded, capabilities } = model;
  return {
    id: `${connectionId}:${id}`,
    provider: 'lm-studio',
    name: id,
    // The context length of a model that is not loaded is known only to LM Studio's settings.
    ...(loaded === undefined ? {} : { contextWindow: loaded }),
    // LM Studio describes tools to every model in some way: a missing capability does not mean that the model cannot use them.
    ...(capabilities?.includes('tool_use') === true ? { callsTools: true } : {}),
    seesImages: type === 'vlm',
    local: {
      ...(quantization === undefined || quantization === '' ? {} : { quantization: quantization.slice(0, 40) }),
      ...(most === undefined ? {} : { mostContext: most }),
      ...(state === undefined ? {} : { isLoaded: state === 'loaded' }),
    },
  };
}
