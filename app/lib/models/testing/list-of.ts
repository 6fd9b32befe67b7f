import type { ModelInfo } from '../../protocol/models/models.ts';
import type { ModelProvider } from '../model-provider.ts';
import { type FakeAnswer, FakeEndpoint } from './fake-endpoint.ts';

/** Lists a provider's models for the connection `mine`, with these answers from the network. */
export async function listOf(
  provider: ModelProvider,
  values: Record<string, string>,
  answers: Record<string, FakeAnswer> = {},
): Promise<{ models: ModelInfo[]; asked: FakeEndpoint['asked'] }> {
  const endpoint = new FakeEndpoint(answers);
  const { signal } = new AbortController();
  const models = await provider.listModels({
    connectionId: 'mine',
    values: new Map(Object.entries(values)),
    fetch: endpoint.fetch,
    signal,
  });
  return { models, asked: endpoint.asked };
}
