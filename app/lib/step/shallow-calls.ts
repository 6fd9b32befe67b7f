import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { LanguageModelMiddleware } from 'ai';
import { DEEPEST_JSON, isJsonValue, toJsonValue } from '../protocol/json-value.ts';

/**
 * A call's arguments may be nested so deeply that the SDK cannot write them down again, and the whole answer breaks off without a
 * reason. Cut at a depth that no tool takes either: the browser refuses such a call, and tells the model why.
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
  // What opens fewer brackets cannot be deeper, and is not parsed twice.
  if ((text.match(/[[{]/g)?.length ?? 0) <= DEEPEST_JSON) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonValue(value) ? text : JSON.stringify(toJsonValue(value));
  } catch {
    // Not JSON at all: the SDK says so.
    return text;
  }
}
