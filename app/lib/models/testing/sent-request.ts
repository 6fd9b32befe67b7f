import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ChosenModel, ModelProvider } from '../model-provider.ts';

export interface SentRequest {
  url: string;
  headers: Headers;
  body: Record<string, unknown>;
}

interface SentRequestOptions {
  modelName: string;
  values?: Record<string, string>;
  providerOptions?: (chosen: ChosenModel) => SharedV3ProviderOptions | undefined;
  maxOutputTokens?: number;
}

/** Returns the request that a provider's SDK sends for a short question. The answer is an error, because only the request matters. */
export async function sentRequest(provider: ModelProvider, options: SentRequestOptions): Promise<SentRequest> {
  const sent: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push({ url: String(input), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
    return Response.json({ error: { message: 'seen' } }, { status: 400 });
  };
  const values = new Map(Object.entries(options.values ?? { apiKey: 'test-key' }));
  const chosen = await provider.createModel({ modelName: options.modelName, values, fetch });
  const providerOptions = options.providerOptions?.(chosen) ?? chosen.providerOptions;
  const asking = chosen.model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(options.maxOutputTokens === undefined ? {} : { maxOutputTokens: options.maxOutputTokens }),
  });
  await asking.then(
    () => undefined,
    () => undefined,
  );
  const [first] = sent;
  if (first === undefined) throw new Error('Nothing was sent.');
  return first;
}
