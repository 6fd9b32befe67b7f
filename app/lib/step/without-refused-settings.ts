import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { APICallError, type LanguageModelMiddleware } from 'ai';

/** Settings that some models do not take, by the words in which they say so. */
const REFUSED: readonly { name: 'temperature' | 'stopSequences'; words: RegExp }[] = [
  { name: 'temperature', words: /\btemperature\b/i },
  { name: 'stopSequences', words: /\bstop(?:_sequences| sequences)?\b['"`]? (?:is|are|does|parameter)|['"`]stop(?:_sequences)?['"`]/i },
];

/**
 * Asks again without a setting that the model refuses. The SDK leaves out what it knows its own providers' models not to take; of an
 * endpoint of the user nobody knows. The step must not fail for that.
 */
export function withoutRefusedSettings(): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    wrapStream: async ({ doStream, params, model }) => {
      try {
        return await doStream();
      } catch (error) {
        const fewer = withoutRefused(params, error);
        if (fewer === null) throw error;
        return model.doStream(fewer);
      }
    },
  };
}

/** Null: the refusal is about something else. */
function withoutRefused(params: LanguageModelV3CallOptions, error: unknown): LanguageModelV3CallOptions | null {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return null;
  const text = `${error.message} ${error.responseBody ?? ''}`;
  const refused = REFUSED.find(({ name, words }) => params[name] !== undefined && words.test(text));
  if (refused === undefined) return null;
  const { [refused.name]: _left, ...rest } = params;
  return rest;
}
