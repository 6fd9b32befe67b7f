import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import { z } from 'zod';
import { ollamaParts } from './ollama-parts.ts';
import { toOllamaMessages, toOllamaTools } from './ollama-prompt.ts';

export interface OllamaModelOptions {
  address: string;
  modelName: string;
  /** Context length for prompt and answer. In tokens. */
  contextTokens: number;
  fetch: typeof globalThis.fetch;
  nextId(): string;
}

const optionsSchema = z.object({ think: z.union([z.boolean(), z.string()]).optional() }).catch({});
const errorSchema = z.object({ error: z.string() });

/**
 * Uses Ollama's own `/api/chat`. Its OpenAI-compatible API cannot set the context length and silently cuts off what does not fit,
 * starting with an agent's instructions. Here the length is set, and a prompt that does not fit is refused.
 */
export function createOllamaModel(model: OllamaModelOptions): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'ollama',
    modelId: model.modelName,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Ollama is asked for streams only.')),
    async doStream(options) {
      const body = await ask(model, options);
      return { stream: body.pipeThrough(ollamaParts(model)) };
    },
  };
}

async function ask(model: OllamaModelOptions, options: LanguageModelV3CallOptions): Promise<ReadableStream<Uint8Array>> {
  const url = `${model.address}/api/chat`;
  const requestBodyValues = bodyOf(model, options);
  const request = { url, requestBodyValues };
  const response = await sent(model.fetch, request, options.abortSignal);
  if (response.ok && response.body !== null) return response.body;
  const responseBody = await response.text();
  throw new APICallError({
    ...request,
    message: errorText(responseBody) ?? `Ollama answered ${response.status}.`,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  });
}

async function sent(
  fetch: typeof globalThis.fetch,
  { url, requestBodyValues }: { url: string; requestBodyValues: unknown },
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requestBodyValues),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const why = error.cause instanceof Error ? error.cause.message : error.message;
    throw new APICallError({ url, requestBodyValues, message: why, cause: error, isRetryable: true });
  }
}

function bodyOf({ modelName, contextTokens }: OllamaModelOptions, options: LanguageModelV3CallOptions) {
  const { temperature, stopSequences, maxOutputTokens, prompt, tools, providerOptions } = options;
  const { think } = optionsSchema.parse(providerOptions?.ollama ?? {});
  const offered = toOllamaTools(tools);
  return {
    model: modelName,
    messages: toOllamaMessages(prompt),
    ...(offered.length === 0 ? {} : { tools: offered }),
    stream: true,
    // Refuse a prompt that does not fit, instead of dropping its beginning.
    truncate: false,
    shift: false,
    ...(think === undefined ? {} : { think }),
    options: {
      num_ctx: contextTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(stopSequences === undefined ? {} : { stop: stopSequences }),
      ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
    },
  };
}

function errorText(body: string): string | null {
  try {
    return errorSchema.parse(JSON.parse(body)).error;
  } catch {
    return null;
  }
}
