import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { LanguageModelMiddleware } from 'ai';

/** The SDK writes to the console, at every step, that a model takes no temperature. It is left out, which is all there is to do. */
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
