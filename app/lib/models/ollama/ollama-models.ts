import { z } from 'zod';
import type { ModelInfo } from '../../protocol/models/models.ts';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';
import { askJson } from '../ask-json.ts';
import type { LocalListing } from '../local-listing.ts';

/** The context length given to a model that could have more, because its memory use grows with it. In tokens. */
export const OLLAMA_CONTEXT = 32_768;
/** Further models are listed by name only, because the details of each need a request. */
const MOST_SHOWN = 60;

const tagsSchema = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1).max(180),
      size: z.number().optional(),
      details: z.object({ parameter_size: z.string().optional(), quantization_level: z.string().optional() }).optional(),
    }),
  ),
});
const runningSchema = z.object({ models: z.array(z.object({ name: z.string(), context_length: toldTokensSchema })) });
const shownSchema = z.object({
  capabilities: z.array(z.string()).optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
});

type Tagged = z.infer<typeof tagsSchema>['models'][number];
type Shown = z.infer<typeof shownSchema>;

/** The models on Ollama's disk, without pure embedding models. `contextTokens`: the context length given to models. */
export async function listOllamaModels(listing: LocalListing, contextTokens = OLLAMA_CONTEXT): Promise<ModelInfo[] | null> {
  const { address, fetch, signal } = listing;
  const tags = await askJson({ url: `${address}/api/tags`, schema: tagsSchema, fetch, signal });
  if (tags === null) return null;
  const running = await askJson({ url: `${address}/api/ps`, schema: runningSchema, fetch, signal });
  const loaded = new Map(running?.models.map(({ name, context_length }) => [name, context_length]));
  const models = await Promise.all(
    tags.models.map(async (model, index) => {
      const shown = index < MOST_SHOWN ? await show(model.name, listing) : null;
      return { shown, info: toModelInfo(listing.connectionId, model, shown, { loaded, contextTokens }) };
    }),
  );
  return models.flatMap(({ shown, info }) => (canChat(shown) ? [info] : []));
}

function show(model: string, { address, fetch, signal }: LocalListing): Promise<Shown | null> {
  return askJson({ url: `${address}/api/show`, body: { model }, schema: shownSchema, fetch, signal });
}

function canChat(shown: Shown | null): boolean {
  return shown?.capabilities === undefined || shown.capabilities.includes('completion');
}

interface Room {
  /** The loaded models. */
  loaded: ReadonlyMap<string, number | undefined>;
  contextTokens: number;
}

function toModelInfo(connectionId: string, model: Tagged, shown: Shown | null, { loaded, contextTokens }: Room): ModelInfo {
  const can = shown?.capabilities;
  const most = contextOf(shown);
  const { parameter_size: parameters, quantization_level: quantization } = model.details ?? {};
  return {
    id: `${connectionId}:${model.name}`,
    provider: 'ollama',
    name: model.name,
    contextWindow: Math.min(most ?? contextTokens, contextTokens),
    ...(can === undefined
      ? {}
      : { callsTools: can.includes('tools'), seesImages: can.includes('vision'), reasons: can.includes('thinking') }),
    local: {
      ...(model.size !== undefined && model.size >= 1 ? { bytes: Math.round(model.size) } : {}),
      ...(quantization === undefined || quantization === '' ? {} : { quantization: quantization.slice(0, 40) }),
      ...(parameters === undefined || parameters === '' ? {} : { parameters: parameters.slice(0, 40) }),
      ...(most === null ? {} : { mostContext: most }),
      isLoaded: loaded.has(model.name),
    },
  };
}

/** The key begins with the model's architecture: `qwen3.context_length`. */
function contextOf(shown: Shown | null): number | null {
  const found = Object.entries(shown?.model_info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1];
  return toldTokensSchema.parse(found) ?? null;
}
