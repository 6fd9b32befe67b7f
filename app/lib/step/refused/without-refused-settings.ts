import type { LanguageModelV3CallOptions, SharedV3ProviderOptions } from '@ai-sdk/provider';
import { APICallError, type LanguageModelMiddleware } from 'ai';

/** Number of retries, each without one more setting. */
const MOST_TRIES = 3;
/** Provider options that set the amount of thinking, under each provider's name for it. */
const THINKING_OPTIONS: ReadonlySet<string> = new Set([
  'reasoningEffort',
  'reasoning_effort',
  'reasoning',
  'reasoningConfig',
  'thinking',
  'thinkingConfig',
  'think',
  'effort',
]);

interface RefusedSetting {
  /** How models report that they do not support the setting. */
  words: RegExp;
  /** The request without the setting; null if it does not contain it. */
  without(params: LanguageModelV3CallOptions): LanguageModelV3CallOptions | null;
}

const REFUSED: readonly RefusedSetting[] = [
  { words: /\btemperature\b/i, without: withoutOne('temperature') },
  {
    words: /\bstop(?:_sequences| sequences)?\b['"`]? (?:is|are|does|parameter)|['"`]stop(?:_sequences)?['"`]/i,
    without: withoutOne('stopSequences'),
  },
  { words: /\btool_?choice\b/i, without: withoutOne('toolChoice') },
  {
    words:
      /(?:max_(?:completion_|output_|new_)?tokens|num_predict)\b['"`]?.{0,80}(?:too (?:large|high|big)|unsupported|not support|invalid|must be|less than|at most|maximum allowed)|unsupported (?:parameter|value):? ['"`]max_/i,
    without: withoutOne('maxOutputTokens'),
  },
  {
    words:
      /reasoning[_. ]?effort|reasoning[_ ]?config|thinking[_ ]?(?:config|budget|level)|budget_tokens|(?:not|n't) support (?:thinking|reasoning)|\bthinking\b['"`]? (?:is|was) not (?:supported|available|enabled)|expected ['"`]thinking|when ['"`]?thinking['"`]? is enabled|unsupported (?:parameter|value):? ['"`](?:reasoning|think)|\bthink\b['"`]? (?:is|value|parameter)/i,
    without: withoutThinking,
  },
];

/**
 * Retries without a setting that the model refuses. The SDK knows which settings its own providers' models accept, but not those
 * of a user's endpoint. The step must not fail because of that.
 */
export function withoutRefusedSettings(): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    wrapStream: async ({ doStream, params, model }) => {
      let asked = params;
      for (let tries = 0; ; tries++) {
        try {
          return await (tries === 0 ? doStream() : model.doStream(asked));
        } catch (error) {
          const fewer = tries < MOST_TRIES ? withoutRefused(asked, error) : null;
          if (fewer === null) throw error;
          asked = fewer;
        }
      }
    },
  };
}

/** The request without the refused setting; null if the refusal is about something else. */
function withoutRefused(params: LanguageModelV3CallOptions, error: unknown): LanguageModelV3CallOptions | null {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return null;
  const text = `${error.message} ${error.responseBody ?? ''}`;
  for (const { words, without } of REFUSED) {
    const fewer = words.test(text) ? without(params) : null;
    if (fewer !== null) return fewer;
  }
  return null;
}

function withoutOne(name: 'temperature' | 'stopSequences' | 'toolChoice' | 'maxOutputTokens'): RefusedSetting['without'] {
  return (params) => {
    const { [name]: left, ...rest } = params;
    return left === undefined ? null : rest;
  };
}

function withoutThinking(params: LanguageModelV3CallOptions): LanguageModelV3CallOptions | null {
  let isFewer = false;
  const providerOptions: SharedV3ProviderOptions = {};
  for (const [provider, options] of Object.entries(params.providerOptions ?? {})) {
    const kept = Object.entries(options).filter(([name]) => !THINKING_OPTIONS.has(name));
    isFewer ||= kept.length < Object.keys(options).length;
    providerOptions[provider] = Object.fromEntries(kept);
  }
  return isFewer ? { ...params, providerOptions } : null;
}
