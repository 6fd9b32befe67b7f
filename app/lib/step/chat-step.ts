import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  jsonSchema,
  type LanguageModelMiddleware,
  type LanguageModelUsage,
  type ModelMessage,
  streamText,
  type ToolSet,
  tool,
  type UIMessage,
  wrapLanguageModel,
} from 'ai';
import type { z } from 'zod';
import type { ChatRequest } from '../protocol/chat-request.ts';
import type { StreamFailure } from '../protocol/models/failure-kind.ts';
import type { ReasoningEffort } from '../protocol/settings.ts';
import type { stepMetadataSchema } from '../protocol/stream-part.ts';
import { leaveOutInputs } from './leave-out-inputs.ts';
import { linearDeltas } from './linear-deltas.ts';
import { mergeOptions } from './merge-options.ts';
import { providerFailure, streamFailure } from './provider-failure.ts';
import { redactParts } from './redact-parts.ts';
import { type Refusal, refusalResponse } from './refusal.ts';
import { stepEnding, unreadCallAtEnd } from './refused/step-ending.ts';
import { withoutRefusedSettings } from './refused/without-refused-settings.ts';
import { SecretMatcher } from './secret-matcher.ts';
import { shallowCalls } from './shallow-calls.ts';
import { streamCause } from './stream-cause.ts';
import { surfaceFailures } from './surface-failures.ts';
import { thoughtsInText } from './thoughts-in-text.ts';
import { toSafeText } from './to-safe-text.ts';
import { tokenUsageOf } from './token-usage-of.ts';
import type { ToolOffer } from './tool-offers.ts';
import { cachedSystem, withCachePoints } from './with-cache-points.ts';
import { withoutWarnings } from './without-warnings.ts';

export interface ChatStepDependencies {
  model: LanguageModelV3;
  providerName: string;
  providerOptions?: SharedV3ProviderOptions;
  reasoningOptions?(effort: ReasoningEffort): SharedV3ProviderOptions;
  cacheOptions?: SharedV3ProviderOptions;
  /** This step's tools; they run in the browser. */
  tools: readonly ToolOffer[];
  signal: AbortSignal;
  /** Values that must never be shown. */
  secrets: readonly string[];
}

/**
 * Silence after which a step fails, and its longest duration. The browser's own limit is lower (a setting of at most 14 minutes),
 * and it reports that.
 */
const TIMEOUT = { chunkMs: 900_000, stepMs: 900_000 };
/** How often a comment line is sent, so that no proxy closes a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Runs one model step. Answers 200 with a UI message stream only after the provider has begun to answer: a refused key or a limit
 * becomes an HTTP status that the browser can handle. Later failures become an `error` part. Never retries: the browser does,
 * visibly for the user.
 */
export async function runChatStep(request: ChatRequest, dependencies: ChatStepDependencies): Promise<Response> {
  const { secrets } = dependencies;
  const reader = new AbortController();
  const signal = AbortSignal.any([dependencies.signal, reader.signal]);
  const beginning = new Beginning();
  const result = streamText({
    model: wrapLanguageModel({
      model: dependencies.model,
      middleware: [beginning.middleware(), withoutRefusedSettings(), withoutWarnings(), shallowCalls(), thoughtsInText(), linearDeltas()],
    }),
    ...(await promptOf(request, dependencies)),
    tools: toToolSet(dependencies.tools),
    ...settingsOf(request),
    providerOptions: optionsOf(request, dependencies),
    abortSignal: signal,
    timeout: TIMEOUT,
    maxRetries: 0,
    onError: ({ error }) => beginning.failed(error),
    onAbort: () => beginning.failed(new DOMException('The request was stopped.', 'AbortError')),
  });
  const toText = (error: unknown) => toSafeText(error, secrets);
  const toFailure = (error: unknown) => streamFailure(error, { toolNames: request.toolNames, secrets });
  // The SDK converts an error to text before it becomes a part of the stream.
  const failures = new Map<string, StreamFailure>();
  const noted = (error: unknown) => {
    const cause = streamCause(error);
    const text = toText(cause);
    failures.set(text, toFailure(cause));
    return text;
  };
  let isUnfinished = false;
  let unreadCall: string | null = null;
  const surfaced = surfaceFailures(
    result.toUIMessageStream({
      sendReasoning: true,
      onError: noted,
      messageMetadata: ({ part }) => {
        if (part.type !== 'finish-step') return undefined;
        unreadCall = unreadCallAtEnd(part, secrets);
        isUnfinished = part.finishReason === 'other' && part.rawFinishReason === undefined;
        return metadataOf(part);
      },
    }),
    {
      toText: (error) => toText(streamCause(error)),
      toFailure: (error) => toFailure(streamCause(error)),
      failureOf: (text) => failures.get(text) ?? { kind: 'cut-off' },
      isStopped: () => signal.aborted,
      isUnfinished: () => isUnfinished,
      unreadCall: () => unreadCall,
      onCancel: () => reader.abort(),
    },
  );
  const redacted = surfaced.pipeThrough(redactParts(new SecretMatcher(secrets)));
  const parts = request.joinsInputs === true ? redacted.pipeThrough(leaveOutInputs()) : redacted;
  const failure = await beginning.outcome;
  if (failure !== null) {
    await parts.cancel();
    return refusalResponse(toRefusal(failure.error, request, dependencies));
  }
  return createUIMessageStreamResponse({ stream: parts, keepAliveMs: KEEP_ALIVE_MS, headers: { 'cache-control': 'no-store' } });
}

/** The prompt for the model, with cache marks for providers that need them. */
async function promptOf({ system, messages }: ChatRequest, { cacheOptions }: ChatStepDependencies) {
  const sent = await toModelMessages(messages);
  if (cacheOptions === undefined) return { ...(system === '' ? {} : { system }), messages: sent };
  return {
    ...(system === '' ? {} : { system: cachedSystem(system, cacheOptions) }),
    messages: withCachePoints(sent, cacheOptions),
  };
}

function optionsOf({ reasoningEffort }: ChatRequest, { providerOptions, reasoningOptions }: ChatStepDependencies): SharedV3ProviderOptions {
  return mergeOptions(providerOptions, reasoningEffort === undefined ? undefined : reasoningOptions?.(reasoningEffort));
}

/** A setting missing in the request is left to the provider; the SDK removes settings that a model does not know. */
function settingsOf({ temperature, stopSequences, maxOutputTokens }: ChatRequest) {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

/** Settles when the provider begins to answer, or when the step fails before that. */
class Beginning {
  readonly outcome: Promise<{ error: unknown } | null>;
  #settle: (outcome: { error: unknown } | null) => void = () => {};

  constructor() {
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  failed(error: unknown): void {
    this.#settle({ error });
  }

  middleware(): LanguageModelMiddleware {
    return {
      specificationVersion: 'v3',
      wrapStream: async ({ doStream }) => {
        try {
          const answer = await doStream();
          this.#settle(null);
          return answer;
        } catch (error) {
          this.failed(error);
          throw error;
        }
      },
    };
  }
}

function toRefusal(error: unknown, { toolNames }: ChatRequest, { providerName, secrets }: ChatStepDependencies): Refusal {
  return providerFailure(error, { providerName, secrets, toolNames });
}

/** A call without a result is left out, because providers refuse it. */
async function toModelMessages(messages: ChatRequest['messages']): Promise<ModelMessage[]> {
  // The same shape, checked by `chatMessageSchema`; the SDK's types only differ in not accepting an explicit undefined.
  return convertToModelMessages(messages as unknown as UIMessage[], { ignoreIncompleteToolCalls: true });
}

/** Without `execute` and without a validator: the browser checks the arguments and runs the tool. */
function toToolSet(offers: readonly ToolOffer[]): ToolSet {
  // Without a prototype: the SDK looks tools up by the name that the model sends, and `constructor` must not be found.
  const tools: ToolSet = Object.create(null);
  for (const { name, description, inputSchema } of offers) {
    // Not strict: strict mode makes every optional argument required.
    tools[name] = tool({ description, inputSchema: jsonSchema(inputSchema), strict: false });
  }
  return tools;
}

interface FinishedStep {
  usage: LanguageModelUsage;
  response: { modelId: string };
  rawFinishReason: string | undefined;
}

function metadataOf({ usage, response, rawFinishReason }: FinishedStep): z.infer<typeof stepMetadataSchema> {
  const ending = stepEnding(rawFinishReason);
  return { usage: tokenUsageOf(usage), modelId: response.modelId, ...(ending === undefined ? {} : { ending }) };
}
