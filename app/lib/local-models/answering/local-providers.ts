import type { ConnectionValues } from '../../models/connection.ts';
import { type ChosenModel, ModelListError, type ModelProvider, type ModelRequest } from '../../models/model-provider.ts';
import { ollamaProvider } from '../../models/providers/ollama.ts';
import { openaiCompatibleProvider } from '../../models/providers/openai-compatible.ts';
import type { LocalKind } from '../../protocol/models/local-endpoint.ts';
import { because } from '../../protocol/texts/reason.ts';
import { listModelsByKind } from '../listing/list-models-by-kind.ts';

/** Providers as on the server, for endpoints that need no key. */
export const localProviders: readonly ModelProvider[] = [
  localProvider('ollama', 'Ollama', createOllama),
  localProvider('lm-studio', 'LM Studio', (request) => createCompatible(request, `${addressOf(request.values)}/v1`)),
  localProvider('openai-compatible', 'OpenAI-compatible', (request) => createCompatible(request, addressOf(request.values))),
];

function localProvider(kind: LocalKind, name: string, createModel: ModelProvider['createModel']): ModelProvider {
  return {
    id: kind,
    name,
    fields: [
      { name: 'address', label: 'Address', isSecret: false },
      { name: 'contextTokens', label: 'Context', isSecret: false },
    ],
    isComplete: (values) => values.has('address'),
    async listModels({ values, ...listing }) {
      const models = await listModelsByKind[kind]({ ...listing, address: addressOf(values) });
      if (models === null) throw new ModelListError(because('{host} answers, but not as {name} does.', { host: addressOf(values), name }));
      return models;
    },
    createModel,
  };
}

function createOllama(request: ModelRequest): Promise<ChosenModel> {
  return ollamaProvider.createModel({ ...request, values: new Map([...request.values, ['baseUrl', addressOf(request.values)]]) });
}

function createCompatible(request: ModelRequest, baseUrl: string): Promise<ChosenModel> {
  return openaiCompatibleProvider.createModel({ ...request, values: new Map([['baseUrl', baseUrl]]) });
}

function addressOf(values: ConnectionValues): string {
  return values.get('address') ?? '';
}
