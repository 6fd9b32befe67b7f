import type { ReasoningEffort } from '../../protocol/settings.ts';
import { baseUrlOf } from '../base-url.ts';
import type { ConnectionField, ConnectionValues } from '../connection.ts';
import { listOwnServer } from '../list-own-server.ts';
import type { ChosenModel, ModelProvider, ModelRequest } from '../model-provider.ts';
import { createOllamaModel } from '../ollama/ollama-model.ts';
import { listOllamaModels, OLLAMA_CONTEXT } from '../ollama/ollama-models.ts';
import { apiKeyField } from '../provider-fields.ts';
import { withBearer } from '../with-bearer.ts';

/** Larger than any model's context length. In tokens. */
const MOST_CONTEXT = 10_000_000;

const FIELDS: readonly ConnectionField[] = [
  {
    name: 'baseUrl',
    label: 'Base URL',
    isSecret: false,
    variable: 'OLLAMA_BASE_URL',
    hint: 'As this server reaches it: http://127.0.0.1:11434 where both run on one machine.',
  },
  {
    name: 'contextTokens',
    label: 'Context',
    isSecret: false,
    variable: 'OLLAMA_CONTEXT',
    hint: `Tokens of room that a model is given. Empty: ${OLLAMA_CONTEXT}. More takes more memory.`,
  },
  apiKeyField('OLLAMA_API_KEY', { hint: 'Empty where it needs none.' }),
];

/** Ollama, reached by this server. Models on the user's own machine are reached by their browser (`app/lib/local-models`), with the same code. */
export const ollamaProvider: ModelProvider = {
  id: 'ollama',
  name: 'Ollama',
  fields: FIELDS,
  isComplete: (values) => values.has('baseUrl'),
  listModels: (request) => {
    const contextTokens = contextOf(request.values);
    return listOwnServer(request, {
      name: 'Ollama',
      address: baseUrlOf(request.values, ''),
      list: (listing) => listOllamaModels(listing, contextTokens),
    });
  },
  createModel,
};

async function createModel({ modelName, values, fetch }: ModelRequest): Promise<ChosenModel> {
  const ask = withBearer(fetch, values.get('apiKey'));
  const address = baseUrlOf(values, '');
  return {
    model: createOllamaModel({ address, modelName, contextTokens: contextOf(values), fetch: ask, nextId: () => crypto.randomUUID() }),
    reasoningOptions: (effort) => ({ ollama: { think: thinkOf(modelName, effort) } }),
  };
}

/** An invalid number counts as not set. */
function contextOf(values: ConnectionValues): number {
  const tokens = Number(values.get('contextTokens'));
  return Number.isSafeInteger(tokens) && tokens > 0 && tokens <= MOST_CONTEXT ? tokens : OLLAMA_CONTEXT;
}

/** One family takes a level and always thinks; for the others, thinking is on or off. */
function thinkOf(modelName: string, effort: ReasoningEffort): boolean | string {
  if (!/gpt-oss/i.test(modelName)) return effort !== 'none';
  return effort === 'none' ? 'low' : effort;
}
