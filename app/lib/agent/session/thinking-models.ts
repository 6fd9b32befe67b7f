import type { ChatMessage } from '../../protocol/message.ts';

/** Matches the vendors' names of models that think before they answer. */
const NAMES = /(?:^|[^a-z0-9])(?:o[1-9]|gpt-5|gemini-(?:2\.5|[3-9])|grok-[3-9]|r1|qwq|magistral|\w*(?:reason|think)\w*)(?:$|[^a-z0-9])/i;

/** Returns true if a model may think silently for a long time, judging by its name or by earlier thoughts in this conversation. */
export function mayThink(modelId: string, messages: readonly ChatMessage[]): boolean {
  return NAMES.test(modelId) || messages.some(({ parts }) => parts.some((part) => part.type === 'reasoning' && part.text !== ''));
}
