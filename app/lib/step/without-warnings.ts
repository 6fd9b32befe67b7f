import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { LanguageModelMiddleware } from 'ai';

/**
 * Suppresses the SDK's console warning, at every step, that a model supports no temperature. The setting is left out, and nothing
 * else can be done.
 */
export function withoutWarnings(): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await doStream();
      return { ...rest, stream: stream.pipeThrough(new TransformStream({ transform: passOn })) };
    },
  };
}

function passOn(part: LanguageModelV3StreamPart, controller: TransformStreamDefaultController<LanguageModelV3StreamPart>): void {
  controller.enqueue(part.type === 'stream-start' ? { ...part, warnings: [] } : part);
}
