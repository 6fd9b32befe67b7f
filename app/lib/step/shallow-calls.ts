import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { LanguageModelMiddleware } from 'ai';
import { DEEPEST_JSON, isJsonValue, toJsonValue } from '../protocol/json-value.ts';

/**
 * Arguments may be nested so deeply that the SDK fails to serialise them, and the whole answer ends without a reason. They are
 * cut at a depth that no tool accepts: the browser then refuses the call and tells the model why.
 */
export function shallowCalls(): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await doStream();
      const shallow = new TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart>({
        transform: (part, controller) => controller.enqueue(part.type === 'tool-call' ? { ...part, input: shallowJson(part.input) } : part),
      });
      return { ...rest, stream: stream.pipeThrough(shallow) };
    },
  };
}

function shallowJson(text: string): string {
  // With fewer opening brackets it cannot be deeper, so it need not be parsed.
  if ((text.match(/[[{]/g)?.length ?? 0) <= DEEPEST_JSON) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonValue(value) ? text : JSON.stringify(toJsonValue(value));
  } catch {
    // Not JSON: the SDK reports it.
    return text;
  }
}
