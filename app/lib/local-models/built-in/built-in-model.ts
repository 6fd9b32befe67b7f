import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { toBuiltInPrompt } from './built-in-prompt.ts';
import {
  IMAGE_KINDS,
  type PromptApi,
  type PromptCreation,
  type PromptSession,
  TEXT_KINDS,
  tokensOf,
  usedOf,
  windowOf,
} from './prompt-api.ts';
import { failure, promptApiFailure, tooLong } from './prompt-api-failure.ts';
import { StopText } from './stop-text.ts';

export interface BuiltInModelParts {
  api: PromptApi;
  modelName: string;
  /** Called with the window in tokens, which only a session knows. */
  onWindow(tokens: number): void;
}

/** The browser's own model. Each step has its own session, so that nothing passes from one chat to another. */
export function createBuiltInModel(parts: BuiltInModelParts): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'browser',
    modelId: parts.modelName,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The browser’s model is asked for streams only.')),
    async doStream(options) {
      if ((options.tools ?? []).length > 0) throw failure(400, 'The browser’s model does not support tools as functions');
      const begun = await begin(parts, options);
      return { stream: answerStream(begun, options) };
    },
  };
}

interface Begun {
  session: PromptSession;
  text: ReadableStream<string>;
  inputTokens: number | null;
  window: number | null;
}

async function begin(parts: BuiltInModelParts, options: LanguageModelV3CallOptions): Promise<Begun> {
  const { before, last } = toBuiltInPrompt(options.prompt);
  const signal = options.abortSignal;
  const hasImages = [...before, ...last].some(({ content }) => content.some(({ type }) => type === 'image'));
  let session: PromptSession | null = null;
  try {
    session = await parts.api.create({
      ...(hasImages ? IMAGE_KINDS : TEXT_KINDS),
      initialPrompts: before,
      ...(await samplingOf(parts.api, options.temperature)),
      ...(signal === undefined ? {} : { signal }),
    });
    const window = windowOf(session);
    if (window !== null) parts.onWindow(window);
    const used = usedOf(session);
    const asked = await tokensOf(session, last, signal);
    const inputTokens = used === null || asked === null ? null : used + asked;
    // A session would silently drop its oldest messages.
    if (window !== null && inputTokens !== null && inputTokens >= window) throw tooLong(window);
    return { session, window, inputTokens, text: session.promptStreaming(last, signal === undefined ? {} : { signal }) };
  } catch (error) {
    const window = session === null ? null : windowOf(session);
    session?.destroy();
    throw asFailure(error, window);
  }
}

/** Returns both values or neither: only some browsers allow a page to choose them. */
async function samplingOf(api: PromptApi, temperature: number | undefined): Promise<Pick<PromptCreation, 'temperature' | 'topK'>> {
  if (temperature === undefined) return {};
  const bounds = await api.params?.().catch(() => null);
  if (bounds === null || bounds === undefined) return {};
  return { temperature: Math.min(temperature, bounds.maxTemperature), topK: bounds.defaultTopK };
}

function asFailure(error: unknown, window: number | null): unknown {
  const isOurs = error instanceof Error && error.name === 'AI_APICallError';
  return isOurs ? error : (promptApiFailure(error, window) ?? error);
}

const ID = 'text';

function answerStream(begun: Begun, { stopSequences = [] }: LanguageModelV3CallOptions): ReadableStream<LanguageModelV3StreamPart> {
  const reader = begun.text.getReader();
  const stop = new StopText(stopSequences);
  const close = (controller: ReadableStreamDefaultController<LanguageModelV3StreamPart>, last: LanguageModelV3StreamPart[]) => {
    for (const part of last) controller.enqueue(part);
    begun.session.destroy();
    controller.close();
  };
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue({ type: 'text-start', id: ID });
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        const { text, isStopped } = done ? { text: stop.end(), isStopped: false } : stop.push(value);
        if (text !== '' || !done) controller.enqueue({ type: 'text-delta', id: ID, delta: text });
        if (!done && !isStopped) return;
        if (isStopped) await reader.cancel();
        close(controller, [{ type: 'text-end', id: ID }, finishOf(begun, isStopped)]);
      } catch (error) {
        const cause = asFailure(error, begun.window);
        if (cause === error) {
          // Cancelled: the caller that cancelled it expects the stream to end with this error.
          begun.session.destroy();
          controller.error(error);
        } else close(controller, [{ type: 'error', error: cause }]);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason);
      begun.session.destroy();
    },
  });
}

function finishOf({ session, inputTokens, window }: Begun, isStopped: boolean): LanguageModelV3StreamPart {
  const used = usedOf(session);
  const isFull = !isStopped && window !== null && used !== null && used >= window;
  const output = used === null || inputTokens === null ? undefined : Math.max(0, used - inputTokens);
  return {
    type: 'finish',
    finishReason: { unified: isFull ? 'length' : 'stop', raw: isFull ? 'window' : 'stop' },
    usage: {
      inputTokens: { total: inputTokens ?? undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
  };
}
