import type { ChatMessage } from '../../../protocol/message.ts';
import { sizeOfMessage } from '../token-gauge.ts';

/** The newest steps are the best guess at the next ones. */
const NEWEST = 4;

/** Returns how many characters a step adds to the conversation, by its newest steps; 0 if there are none. */
export function stepGrowth(messages: readonly ChatMessage[]): number {
  const steps = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : [])).slice(-NEWEST);
  const [first] = steps;
  if (first === undefined) return 0;
  return Math.ceil(messages.slice(first).reduce((sum, message) => sum + sizeOfMessage(message), 0) / steps.length);
}
