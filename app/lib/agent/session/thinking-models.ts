import type { ChatMessage } from '../../protocol/message.ts';

/** Names of models that think before they speak, as their makers give them. */
const NAMES = /(?:^|[^a-z0-9])(?:o[1-9]|gpt-5|gemini-(?:2\.5|[3-9])|grok-[3-9]|r1|qwq|magistral|\w*(?:reason|think)\w*)(?:$|[^a-z0-9])/i;

/** Whether a model may think for long without a word: by its name, or because this conversation has thoughts in it. */
export function mayThink(modelId: string, messages: readonly ChatMessage[]): boolean {
  return NAMES.test(modelId) || messages.some(({ parts }) => parts.some((part) => part.type === 'reasoning' && part.text !== ''));
}
