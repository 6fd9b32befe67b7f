import type { LanguageModelV3CallOptions, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { LanguageModelMiddleware } from 'ai';

/**
 * Claude models with a thinking budget refuse the results of calls that were made without thinking: by another model, or with
 * removed thoughts. Such a step is requested without thinking; the next user message enables it again.
 */
export function thinkingWithThoughts(
  without: (options: SharedV3ProviderOptions) => SharedV3ProviderOptions | null,
): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      if (!endsWithUnthoughtCalls(params.prompt)) return params;
      const fewer = without(params.providerOptions ?? {});
      return fewer === null ? params : { ...params, providerOptions: fewer };
    },
  };
}

function endsWithUnthoughtCalls(prompt: LanguageModelV3CallOptions['prompt']): boolean {
  if (prompt.at(-1)?.role !== 'tool') return false;
  const answer = prompt.findLast(({ role }) => role === 'assistant');
  if (answer?.role !== 'assistant') return false;
  return answer.content.some(({ type }) => type === 'tool-call') && answer.content[0]?.type !== 'reasoning';
}
