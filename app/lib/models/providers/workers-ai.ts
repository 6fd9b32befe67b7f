import type { ModelInfo } from '../../protocol/models/models.ts';
import { toldTokensSchema } from '../../protocol/models/told-number.ts';
import { because } from '../../protocol/texts/reason.ts';
import { joinEvents } from '../../step/join-events.ts';
import { type ChosenModel, ModelListError, type ModelProvider } from '../model-provider.ts';

/** The part of Cloudflare's `AI` binding that is used. */
export type WorkersAiBinding = Pick<Ai, 'run' | 'models'>;

const TASK = 'Text Generation';
/** Page size of the catalogue. */
const MODELS_PER_PAGE = 100;
const MAX_PAGES = 5;

/** Cloudflare Workers AI through the server's own binding: there is no key and no configurable address. */
export function workersAiProvider(binding: WorkersAiBinding): ModelProvider {
  return {
    id: 'workers-ai',
    name: 'Workers AI',
    fields: [],
    isComplete: () => true,
    listModels: async ({ connectionId }) => (await catalogueOf(binding)).map((listed) => toModelInfo(listed, connectionId)),
    createModel: ({ modelName }) => createModel(modelName, binding),
  };
}

async function catalogueOf(binding: WorkersAiBinding): Promise<AiModelsSearchObject[]> {
  const found: AiModelsSearchObject[] = [];
  try {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const models = await binding.models({ task: TASK, page, per_page: MODELS_PER_PAGE, hide_experimental: true });
      found.push(...models.filter(({ task }) => task.name === TASK));
      if (models.length < MODELS_PER_PAGE) break;
    }
  } catch {
    throw new ModelListError(because('Workers AI did not list its models. Check the AI binding of this server.'));
  }
  return found.sort((a, b) => Number(!isTrue(a, 'function_calling')) - Number(!isTrue(b, 'function_calling')));
}

function toModelInfo(listed: AiModelsSearchObject, connectionId: string): ModelInfo {
  const window = toldTokensSchema.parse(propertyOf(listed, 'context_window'));
  return {
    id: `${connectionId}:${listed.name}`,
    provider: 'workers-ai',
    name: listed.name.replace(/^@(?:cf|hf)\//, ''),
    callsTools: isTrue(listed, 'function_calling'),
    seesImages: isTrue(listed, 'vision'),
    reasons: isTrue(listed, 'reasoning'),
    ...(window === undefined ? {} : { contextWindow: window }),
  };
}

function isTrue(listed: AiModelsSearchObject, property: string): boolean {
  return propertyOf(listed, property) === 'true';
}

function propertyOf({ properties }: AiModelsSearchObject, name: string): string | undefined {
  return properties.find(({ property_id: id }) => id === name)?.value;
}

async function createModel(modelName: string, binding: WorkersAiBinding): Promise<ChosenModel> {
  const { createWorkersAI } = await import('workers-ai-provider');
  const provider = createWorkersAI({ binding: withJoinedEvents(binding) });
  return {
    model: provider.chat(modelName),
    reasoningOptions: (effort) => ({ 'workers-ai': { reasoning_effort: effort === 'none' ? null : effort } }),
  };
}

/** Joins and limits the binding's streams in the same way as those of other providers. */
function withJoinedEvents(binding: WorkersAiBinding): Ai {
  const run = async (...parameters: Parameters<WorkersAiBinding['run']>) => {
    const answer: unknown = await binding.run(...parameters);
    return answer instanceof ReadableStream ? joinEvents(answer) : answer;
  };
  // The SDK uses only `run` of a binding.
  return { run } as unknown as Ai;
}
