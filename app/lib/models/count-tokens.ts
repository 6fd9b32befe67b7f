import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';

/** Wraps the model; `used` gets the token count of each answer that reports one, even if nobody reads that answer to its end. */
export function countTokens(model: LanguageModelV3, used: (tokens: number) => void): LanguageModelV3 {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const answer = await model.doGenerate(options);
      used(totalOf(answer.usage));
      return answer;
    },
    async doStream(options) {
      const { stream, ...rest } = await model.doStream(options);
      const counter = new TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart>({
        transform(part, controller) {
          if (part.type === 'finish') used(totalOf(part.usage));
          controller.enqueue(part);
        },
      });
      return { ...rest, stream: stream.pipeThrough(counter) };
    },
  };
}

type Usage = Extract<LanguageModelV3StreamPart, { type: 'finish' }>['usage'];

function totalOf({ inputTokens, outputTokens }: Usage): number {
  return (inputTokens.total ?? 0) + (outputTokens.total ?? 0);
}
