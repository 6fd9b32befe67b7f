import type { JSONObject } from '@ai-sdk/provider';
import type { ReasoningEffort } from '../protocol/settings.ts';

/** OpenAI models that think, recognised by name; models of other endpoints are unknown. */
const THINKS = /^(?:o\d|gpt-(?:[5-9]|\d{2,})(?!.*chat))/;

/** How to request thinking from an OpenAI model, on any platform; null if it cannot be chosen. */
export function openaiThinking(modelName: string, api: 'chat' | 'responses'): ((effort: ReasoningEffort) => JSONObject) | null {
  if (!THINKS.test(modelName)) return null;
  return (effort) => {
    if (effort === 'none') return { reasoningEffort: leastOf(modelName) };
    // Only the Responses API returns thoughts, and only as a requested summary.
    return { reasoningEffort: effort, ...(api === 'responses' ? { reasoningSummary: 'auto' } : {}) };
  };
}

/** The least effort: not every model can be kept from thinking. */
function leastOf(modelName: string): 'none' | 'minimal' | 'low' {
  if (/^gpt-5\.\d/.test(modelName)) return 'none';
  return /^gpt-5/.test(modelName) ? 'minimal' : 'low';
}
