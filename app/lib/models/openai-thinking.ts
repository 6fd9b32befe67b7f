import type { JSONObject } from '@ai-sdk/provider';
import type { ReasoningEffort } from '../protocol/settings.ts';

/** OpenAI's models that think, by their names; of the models of other endpoints nobody knows. */
const THINKS = /^(?:o\d|gpt-(?:[5-9]|\d{2,})(?!.*chat))/;

/** How the thinking of an OpenAI model is asked for, by whoever serves it; null: that is not to be chosen. */
export function openaiThinking(modelName: string, api: 'chat' | 'responses'): ((effort: ReasoningEffort) => JSONObject) | null {
  if (!THINKS.test(modelName)) return null;
  return (effort) => {
    if (effort === 'none') return { reasoningEffort: leastOf(modelName) };
    // Only the Responses API tells what was thought, and only in a summary that is asked for.
    return { reasoningEffort: effort, ...(api === 'responses' ? { reasoningSummary: 'auto' } : {}) };
  };
}

/** Not every model can be kept from thinking. */
function leastOf(modelName: string): 'none' | 'minimal' | 'low' {
  if (/^gpt-5\.\d/.test(modelName)) return 'none';
  return /^gpt-5/.test(modelName) ? 'minimal' : 'low';
}
